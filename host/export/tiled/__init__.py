"""Maps and segments for the editor Tiled."""
