"""A game that a person plays in a terminal. `session` runs it in a child; what it shows are scenes of the engine.

`keys` are what keys mean, `board` draws the map, `pages` are texts over it, `app` is the screen of `play`, and
`saves` writes the game to a file and reads it.
"""
