-- Tries: a warning that quotes what moves the cursor.
-- Ends: 0 "evil"
-- Runs: mods
x = kts.Tile { ["acces\27[2J\nerror: oops"] = {} }
