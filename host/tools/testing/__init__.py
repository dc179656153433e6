"""Lua tests of mods: collected, run and reported by pytest."""
