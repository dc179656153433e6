mod.RegisterMod { name = "failing" }
kts.MENU = { items = {}, start_game_func = function() end }
error("oops")
