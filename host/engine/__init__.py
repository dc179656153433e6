"""Loading, games, simulation, travel and pools (`Engine`), and the part of them for programs (`Host`)."""
