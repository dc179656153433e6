-- COUNT times LayoutDungeon alone, on a layout of WIDTH x HEIGHT cells ("ring" leaves the middle out).
local base = require "base"
local data = {}
for i = 1, WIDTH * HEIGHT do
  data[i] = { type = (RING and i == 5) and "none" or "block" }
end
local request = {
  layout = { width = WIDTH, height = HEIGHT, data = data },
  wall = base.wall_stone,
  horiz_door = { base.door_wood_h, base.floor_stone },
  vert_door = { base.door_wood_v, base.floor_stone },
  segments = base.standard_segments,
  special_segments = {},
  entry_type = "random",
}
for _ = 1, COUNT do
  kts.WipeDungeon()
  kts.LayoutDungeon(request)
  assert(not kts.DUNGEON_ERROR, kts.DUNGEON_ERROR)
end
