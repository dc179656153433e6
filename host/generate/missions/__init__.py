"""Missions: graphs of what must happen in a level, and levels that have the ways of a graph and no others."""
