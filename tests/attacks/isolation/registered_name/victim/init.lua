mod.RegisterMod { name = "victim" }
