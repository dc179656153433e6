-- Tries: to register under a name larger than anything that is to be shown.
-- Ends: 1 or 3
-- Runs: mods
mod.RegisterMod { name = ("x"):rep(5000000) }
mod.RegisterMod { name = ("x"):rep(5000000) }
