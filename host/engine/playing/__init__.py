"""A game that somebody plays, for all fronts that show it: the terminal, its plain form, and the studio.

`scene` is what the player knows, and `steering` turns what the player wants into actions.
"""
