"""Runs mods in a child process that can be killed."""
