-- Tries: a glyph that clears the screen.
-- Ends: 1 "glyph"
-- Runs: mods
wall = kts.Tile { glyph = "\27[2J" }
