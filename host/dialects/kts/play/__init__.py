"""A running game: its maps, players and clock, and the interactions of creatures, items and tiles."""
