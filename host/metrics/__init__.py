"""Measurements of maps in plain numpy: where one can walk, what can be reached, and how far it is."""
