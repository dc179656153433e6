-- COUNT times a whole attempt as mods/base makes it, on a layout of WIDTH x HEIGHT cells, with two kinds of keys: for
-- one cell with the gems and monsters of the quest "first steps", for more with what the default quest has.
local base = require "base"
local small = WIDTH * HEIGHT == 1
local data = {}
for i = 1, WIDTH * HEIGHT do
  data[i] = { type = "block" }
end
local layout = { width = WIDTH, height = HEIGHT, data = data, cells = WIDTH * HEIGHT }
base.layouts.bench = { name = "bench", func = function() return layout end }
base.plan = {
  dungeon = "bench", entry = "random", exit = "same", keys = 2, traps = false,
  stuff = STUFF and base.stuff_levels.some or nil,
  monsters = small and base.monster_levels.few or base.monster_levels.some,
  items = {
    { base.gem, small and 2 or 5, base.quest_places },
    { base.key_bronze, 1, base.key_places }, { base.key_silver, 1, base.key_places },
  },
  needs = {}, specials = {},
}
for _ = 1, COUNT do
  base.generate_dungeon()
  assert(not kts.DUNGEON_ERROR, kts.DUNGEON_ERROR)
end
