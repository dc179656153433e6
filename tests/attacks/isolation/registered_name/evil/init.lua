-- Tries: to register under the name of another mod, which is there already.
-- Ends: 1 "taken"
mod.RegisterMod { name = "victim" }
