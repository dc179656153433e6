"""The keys of `play`, and the action that each of them stands for."""

from __future__ import annotations

from host.cli.terminal.steps import STEP_LETTERS
from host.engine.playing.steering import GO_DOWN, GO_UP
from host.play.action import EXPLORE, FIGHT, GET, SCRIPT, THROW, WAIT

# Key, as Textual names it or as it is written -> the id of a step.
STEPS = {
    **STEP_LETTERS,
    "left": "west", "down": "south", "up": "north", "right": "east",
    "4": "west", "2": "south", "8": "north", "6": "east",
    "7": "northwest", "9": "northeast", "1": "southwest", "3": "southeast",
    "home": "northwest", "pageup": "northeast", "end": "southwest", "pagedown": "southeast",
}  # fmt: skip
# Key of a cursor that goes far -> the key of the same direction.
FAR = {**{key.upper(): key for key in STEP_LETTERS}, **{f"shift+{key}": key for key in ("left", "down", "up", "right")}}
# Key -> a command of `Steering`: the id of an action, or what takes several.
COMMANDS = {
    **STEPS, ".": WAIT, "5": WAIT, "t": SCRIPT, "g": GET, "f": THROW, "r": "rest", "d": "day",
    "o": EXPLORE, "tab": FIGHT, "<": GO_UP, ">": GO_DOWN,
}  # fmt: skip
# Key -> lines by which a page moves.
SCROLLS = {"j": 1, "down": 1, "pagedown": 10, "k": -1, "up": -1, "pageup": -10}
# Turns in a second of what runs by itself.
SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200)
# For the page of help.
MEANINGS = (
    ("h j k l", "walk west, south, north, east, or bump: attack, open, take, use"),
    ("y u b n", "walk northwest, northeast, southwest, southeast"),
    ("arrows", "walk; the digits of the numeric keypad, too"),
    ("click", "walk to a square that you have seen"),
    (".", "wait a turn"),
    ("o", "explore until you see something new"),
    ("> <", "go to stairs, or to the way out and in; again: use them"),
    ("Tab", "go to the nearest enemy in sight, and strike it"),
    ("g", "pick up what lies here"),
    ("f", "shoot, or throw what is made for throwing, at the nearest enemy in a straight line"),
    ("i", "what you carry, and what you can do with it"),
    ("Enter", "all that you can do here"),
    ("x", "look around: steps move the cursor, capital letters far, Tab to the next thing; Enter walks there"),
    ("m", "read the messages again"),
    ("t", "let the player act by itself for a turn"),
    ("space", "with --player: let the player play by itself, stop it; + and -: faster, slower"),
    ("r d", "rest an hour, let a day pass, in worlds"),
    ("S", "save, to the file of --save"),
    ("L", "load the last save"),
    ("?", "these keys, and what the signs on the map mean"),
    ("Esc", "close a page, stop walking"),
    ("q", "end the game"),
)
HINT = "?: keys  o: explore  i: inventory  x: look  q: end"
LOOK_HINT = "Tab: next   Enter: go there   Esc: back"
PAGE_HINT = "Esc: back   j k: scroll"
CHOICE_HINT = "letter: do it   Esc: back   j k: scroll"
END_HINT = "a: again, the same seed   n: the next seed   m: messages   q: end"
LETTERS = "abcdefghilmoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
