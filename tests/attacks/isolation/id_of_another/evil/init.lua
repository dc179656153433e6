-- Tries: to register under the id of another mod, which comes later and registers nothing.
-- Ends: 1 "victim"
mod.RegisterMod { name = "victim", keep_env = true }
