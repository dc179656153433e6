mod.RegisterMod { name = "failing" }
x = kts.Tile {}
kts.left = true
error("oops")
