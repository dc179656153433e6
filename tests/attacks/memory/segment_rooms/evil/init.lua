-- Tries: a segment with more rooms than numbers.
-- Ends: 1 or 3
rooms = kts.LoadSegments({ kts.Tile {} }, "segments.txt")
