"""Profiles: how many instructions, how much time and how much memory each function of a mod takes."""
