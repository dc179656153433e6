-- Tries: a segment that says it is larger than memory.
-- Ends: 1 or 3
rooms = kts.LoadSegments({ kts.Tile {} }, "segments.txt")
