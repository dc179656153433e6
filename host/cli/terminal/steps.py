"""Keys that walk, for all commands in a terminal."""

# Letter -> direction.
STEP_LETTERS = {
    "h": "west", "j": "south", "k": "north", "l": "east",
    "y": "northwest", "u": "northeast", "b": "southwest", "n": "southeast",
}  # fmt: skip
# Key of a terminal without Textual -> direction.
STEPS = {**STEP_LETTERS, "\x1b[A": "north", "\x1b[B": "south", "\x1b[C": "east", "\x1b[D": "west"}
