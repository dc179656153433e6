-- Tries: to register under the id of the bundled mod, for mods that require it.
-- Ends: 1 "base"
-- Runs: mods
mod.RegisterMod { name = "base", keep_env = true }
