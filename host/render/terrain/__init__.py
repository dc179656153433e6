"""Terrain: the ground, walls, doors and shadows of pictures, and the materials and themes that choose their looks."""
