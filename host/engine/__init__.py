"""The library: Host, a facade over loading, games, simulation, travel and pools."""
