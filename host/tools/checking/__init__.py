"""Checks of mods: diagnostics of what they register, of their text and of the maps that their generators make."""
