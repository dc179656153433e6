-- The constants of the actions dialect: layers, phases of a turn, codes of changes, slots of inventories.

local M = {}

M.Layers = { floor = 1, misc = 2, trap = 3, gold = 4, wall = 5, projectile = 6, dropped = 7, real = 8, player = 9 }
-- Number of a layer -> name.
M.LAYERS = { "floor", "misc", "trap", "gold", "wall", "projectile", "dropped", "real", "player" }

M.phases = { Player = 1, Misc = 2, Explosion = 3, Real = 4, Projectile = 5, Floor = 6, Trap = 7 }

-- Whether an entity can be the target of an attack.
M.Attackableness = { YES = "YES", NO = "NO", IF_NEXT_TO = "if_close", SKIP = "skip" }

M.Changes = {
  Dead = "dead", Dug = "dug", Digs = "digs", Move = "move", Hits = "hits", Hurt = "hurt", Bump = "bump",
  Stuck = "stuck", Pushed = "pushed", Push = "pushed", Status = "status", Bounce = "bounce", JustState = "state",
  Reorient = "reorient",
}

M.InventorySlots = {
  weapon = 1, body = 2, boots = 3, hat = 4, ring = 5, shovel = 6, trinket = 7, consumable = 8, magic = 9, bag = 10,
}
-- Slot -> how many items it holds.
M.slot_sizes = { 1, 1, 1, 1, 1, 1, 75, 2, 2, 1 }

return M
