"""A game that a person plays in a terminal: `scene` is what the player knows, `session` runs the game in a child.

`commands` are what keys mean, `board` draws the map, `pages` are texts over it, `app` is the screen of `play`, and
`saves` writes the game to a file and reads it.
"""
