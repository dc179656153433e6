-- Tries: a glyph that is one character, and moves the cursor all the same.
-- Ends: 1 "glyph"
-- Runs: mods
wall = kts.Tile { glyph = "\27" }
