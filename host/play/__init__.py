"""Rules of play: games, players, what creatures can do."""
