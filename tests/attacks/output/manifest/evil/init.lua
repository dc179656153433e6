-- Tries: a manifest whose words move the cursor.
-- Ends: 0 "evil"
x = kts.Tile {}
