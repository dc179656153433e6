"""A game that a person plays in a terminal: `session` runs it in a child, whose views are scenes (`host.engine.playing`).

`keys` are what keys mean, `board` draws the map, `pages` are texts over it, `app` is the screen of `play`, and
`saves` writes the game to a file and reads it.
"""
