mod.RegisterMod { name = "evil" }
