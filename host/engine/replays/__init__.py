"""Recordings of games: what was done, and what was shown after each turn.

`frames` has the views of a game, from which any turn is shown, and `recording` the file. `again` plays a recording with
the mods of today and finds where the game first differs; `difference` compares two views; `cut` finds fewer actions
that differ in the same way. Nothing here runs code from a recording.
"""
