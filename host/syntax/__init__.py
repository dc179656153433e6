"""Lua source text: its syntax tree, its statements, the scopes of its names."""
