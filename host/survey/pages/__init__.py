"""Surveys and comparisons as offline pages, and as sheets of pictures."""
