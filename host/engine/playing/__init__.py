"""A game that somebody plays, for all fronts that show it: the terminal, its plain form, and the studio."""
