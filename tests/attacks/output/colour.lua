-- Tries: a colour that ends the escape and begins another.
-- Ends: 1 "colour"
-- Runs: mods
wall = kts.Tile { glyph = "x", colour = "#ffffff\27[2J" }
