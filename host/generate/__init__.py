"""Algorithms that make maps: plain Python and numpy."""
