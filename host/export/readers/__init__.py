"""Maps of other programs, read as segments."""
