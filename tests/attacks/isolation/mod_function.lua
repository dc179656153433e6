-- Tries: to take a function of the table mod away from everybody.
-- Ends: 1 "mod.RegisterMod cannot be set: mod is a table of the host"
mod.RegisterMod = nil
