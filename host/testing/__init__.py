"""Tests that mods bring, in Lua: found, run and reported by pytest."""
