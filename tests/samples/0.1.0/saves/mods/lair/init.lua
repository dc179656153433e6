data:add { _type = "base.item", _id = "apple" }
data:add { _type = "base.chara", _id = "rat", level = 2, tags = { "vermin" } }
data:add { _type = "base.feat", _id = "altar" }
data:add { _type = "base.map_tile", _id = "grass", is_solid = false, name = "grass" }
data:add { _type = "base.map_archetype", _id = "world", on_generate_map = function()
  return InstancedMap:new(30, 20, "lair.grass")
end }
data:add { _type = "base.unique_area", _id = "world", archetype = "lair.world" }
data:add { _type = "base.area_generator", _id = "cave", on_generate_floor = Dungeon.generate_floor, deepest_floor = 9 }
data:add { _type = "base.unique_area", _id = "cave", area_generator = "lair.cave", parent_map = "lair.world", x = 5, y = 5 }

Pools.registerRootPool("ore", { "tin", "gold", "iron" }, Pools.poolTypes.normal)
Pools.registerSubpool("ore.hills", { { id = 1, mass = 5 }, { id = 2, mass = 2 } })

local Being = class("Being", Entity)
Being.layer = Layers.real
Decorators.Start(Being)
for _, name in ipairs {
  "Acting", "Ticking", "Sequential", "DynamicStats", "Attackable", "Attacking", "Moving", "Displaceable", "WithHP",
  "Killable", "Statused", "Inventory",
} do
  decorate(Being, Decorators[name])
end
Retouchers.Algos.general(Being)
Retouchers.Invincible.ifHit(Being)
Being.baseModifiers = { hp = { amount = 10 }, attack = { damage = 1, pierce = 1 }, resistance = { invincible = 3 } }
local None = require "@action.actions.none"
Being.sequenceSteps = { { action = None }, { action = None, repet = 3 }, { action = None } }
local Friend = class("Friend", Being)
copyChains(Being, Friend)
local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall
registerEntity(Floor)
registerEntity(Wall)
local Tinker, StatTinker = require "@tinkers.tinker", require "@tinkers.stattinker"
local Burn = class("Burn", require "@status.status")
Burn.amount = 3
local M = { Being = Being, Friend = Friend, Floor = Floor, Wall = Wall }
M.counting = Tinker { { "tick", function(event) event.actor.ticked = (event.actor.ticked or 0) + 1 end } }
M.Plain = class("Plain")
registerEntity(Being)
registerEntity(Friend, "pal")
registerStatus("burn", Burn(Tinker { { "tick", function(event) event.actor:takeDamage(1) end } }))
M.ring = registerItem((class("Ring", Item))(StatTinker { { StatTypes.Attack, "damage", 4 } }), "ring")
M.coin = registerItem(Item(), "coin")

-- Values of every kind, shared and cyclic.
function M.values()
  local shared = { "shared" }
  local t = {
    0, 1, -1, 23, 24, 255, 256, 65536, 2 ^ 32, 1 << 32, math.mininteger, math.maxinteger, 0.1, -0.0, 1 / 0, -1 / 0, 2 ^ 53,
    "", "\0\xff", "plain", "καλό", true, false, n = shared, m = shared, [true] = 1, [1.5] = "x", [-3] = shared, [shared] = "key",
  }
  t.itself = t
  t.holes = { 1, nil, 3, [1000] = "far" }
  t.deep = {}
  local at = t.deep
  for _ = 1, 300 do
    at.next = {}
    at = at.next
  end
  at.last = t
  t.nan = 0 / 0
  return t
end

local function show(value)
  if math.type(value) == "integer" then
    return value .. "i"
  elseif type(value) == "number" then
    return value ~= value and "nan" or string.format("%a", value)
  elseif type(value) == "string" then
    return (value:gsub("[^ -~]", function(c)
      return "\\" .. c:byte()
    end))
  elseif type(value) == "table" then
    return "table"
  end
  return tostring(value)
end

function M.look_at(t)
  for i = 1, 23 do
    print(i, show(t[i]))
  end
  print(t.n == t.m, t.n == t[-3], t[t.n], t[true], t[1.5], t.itself == t, show(t.nan))
  print(t.holes[1], t.holes[2], t.holes[3], t.holes[1000])
  local at, steps = t.deep, 0
  while at.next do
    at, steps = at.next, steps + 1
  end
  print(steps, at.last == t)
end
return M
