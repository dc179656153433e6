local base = require "base"
kts.SetStuffRespawning({ base.gem }, 500)
kts.SetPremapped(true)
kts.LayoutDungeon {
  layout = { width = 2, height = 1, data = { { type = "edge" }, { type = "block" } } },
  wall = base.wall_stone, horiz_door = { base.door_wood_h, base.floor_stone },
  vert_door = { base.door_wood_v, base.floor_stone },
  segments = base.standard_segments, entry_type = "close",
}
kts.AddMonsters(base.zombie, 3)
kts.AddItem(base.gem, 1, { "floor", 2 })
kts.AddHint("look around", 1, 2)
