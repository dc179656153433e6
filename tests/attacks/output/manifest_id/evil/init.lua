-- Tries: an id that moves the cursor.
-- Ends: 1 "\x1b[2J"
x = kts.Tile {}
