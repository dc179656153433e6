-- pools: what lies here is drawn from weighted pools, to which other mods may add.

local base = require "base"
local kts = require "host.kts"

blade = kts.ItemType { type = "held", melee_damage = 2, name = "blade", glyph = "|" }
hammer = kts.ItemType { type = "held", melee_damage = 3, name = "hammer", glyph = "!" }

-- Of common weapons a blade is three times as likely as a hammer. What is drawn is gone until all of them are.
Pools.addToSubpool("i.common.weapon", blade, 3)
Pools.addToSubpool("i.*.weapon", hammer)
-- What ~ means at the first level below i.
Pools.setCurrent("i", 1, "common")

local function lay_out()
  kts.LayoutDungeon {
    layout = { width = 1, height = 1, data = { { type = "block" } } },
    wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
  }
  kts.AddStuff { { "floor", 0.2, function() return Pools.drawFromPool("i.~.weapon") end } }
end

return { lay_out = lay_out }
