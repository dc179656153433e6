"""Sprites that the host draws: families such as bench, key and goblin, each described by shapes.

`pen.py` turns descriptions into shapes; `suggestions.py` chooses a family by what a thing is called and how it looks;
`drawing.py` draws the sprite of a thing.
"""
