-- pools: items from weighted pools, to which other mods can add.

local base = require "base"
local kts = require "host.kts"

blade = kts.ItemType { type = "held", melee_damage = 2, name = "blade", glyph = "|" }
hammer = kts.ItemType { type = "held", melee_damage = 3, name = "hammer", glyph = "!" }

-- Among common weapons a blade is three times as likely as a hammer. A drawn entry returns when the pool is empty.
Pools.addToSubpool("i.common.weapon", blade, 3)
Pools.addToSubpool("i.*.weapon", hammer)
-- The meaning of ~ at the first level below i.
Pools.setCurrent("i", 1, "common")

local function lay_out()
  kts.LayoutDungeon {
    layout = { width = 1, height = 1, data = { { type = "block" } } },
    wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
  }
  kts.AddStuff { { "floor", 0.2, function() return Pools.drawFromPool("i.~.weapon") end } }
end

return { lay_out = lay_out }
