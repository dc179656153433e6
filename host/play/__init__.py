"""A running game: its maps, players and clock, and what creatures, items and tiles do to each other in play."""
