-- Tries: messages of the game that move the cursor.
-- Ends: 0 "\x1b[2J"
-- With: --events
kts.PrintLoc("\27[2J\r\8\n0.0 s  message  nobody said this")
