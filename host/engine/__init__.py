"""Loading, games, simulation, travel and pools: what commands and the library do with loaded mods (`Engine`)."""
