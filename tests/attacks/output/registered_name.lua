-- Tries: a name for itself that moves the cursor, and is taken when it comes again.
-- Ends: 1 "\x1b[2J"
-- Runs: mods
mod.RegisterMod { name = "x\27[2J\nerror: oops", keep_env = true }
mod.RegisterMod { name = "x\27[2J\nerror: oops", keep_env = true }
