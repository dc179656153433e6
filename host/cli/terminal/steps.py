"""The keys that walk, of all commands in which one does."""

# Key -> direction.
STEPS = {
    "h": "west", "j": "south", "k": "north", "l": "east", "y": "northwest", "u": "northeast", "b": "southwest",
    "n": "southeast", "\x1b[A": "north", "\x1b[B": "south", "\x1b[C": "east", "\x1b[D": "west",
}  # fmt: skip
