-- Tries: code in a segment file that leaves the text of its function.
-- Ends: 0 or 1
rooms = kts.LoadSegments({ kts.Tile {} }, "segments.txt")
print(hacked and "hacked" or "nothing")
