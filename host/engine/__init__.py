"""The engine of loading, games, simulation, travel and pools, and Host, its face to programs."""
