"""Declarations of what mods call: the texts in lua/DIALECT/api, parsed once for checks and for the reference."""
