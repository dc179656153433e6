-- The layers of a world, the phases of a turn, and the codes of what happens in it.

local import = ...
local class = import "actions/class"

local M = {}

M.Layers = { floor = 1, misc = 2, trap = 3, gold = 4, wall = 5, projectile = 6, dropped = 7, real = 8, player = 9 }
M.LAYERS = { "floor", "misc", "trap", "gold", "wall", "projectile", "dropped", "real", "player" }

M.phases = { Player = 1, Misc = 2, Explosion = 3, Real = 4, Projectile = 5, Floor = 6, Trap = 7 }

-- How an entity can be aimed at.
M.Attackableness = { YES = "YES", NO = "NO", IF_NEXT_TO = "if_close", SKIP = "skip" }

M.Changes = {
  Dead = "dead", Dug = "dug", Digs = "digs", Move = "move", Hits = "hits", Hurt = "hurt", Bump = "bump",
  Stuck = "stuck", Pushed = "pushed", Push = "pushed", Status = "status", Bounce = "bounce", JustState = "state",
  Reorient = "reorient",
}

M.InventorySlots = {
  weapon = 1, body = 2, boots = 3, hat = 4, ring = 5, shovel = 6, trinket = 7, consumable = 8, magic = 9, bag = 10,
}
M.slot_sizes = { 1, 1, 1, 1, 1, 1, 75, 2, 2, 1 }

-- As mods see them.
function M.seen(name)
  return class.freeze(M[name], name)
end

return M
