mod.RegisterMod { name = "failing" }
x = kts.Tile {}
kts.MENU = { items = {}, start_game_func = function() end }
kts.left = true
error("oops")
