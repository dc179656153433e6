-- Tries: a version that moves the cursor.
-- Ends: 1 "version"
-- Runs: mods
mod.RegisterMod { name = "x", version = "1.0\27[2J" }
