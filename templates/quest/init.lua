wall = kts.Tile { name = "wall", access = {} }
floor = kts.Tile { name = "floor", items = "hall" }
marble = kts.Tile { name = "marble floor", items = "treasury" }
door = kts.Tile { type = "door", name = "oak door", access = { walking = "approach" }, lock_chance = 1, keymax = 1 }
key = kts.ItemType { type = "backpack", name = "iron key", key = 1, critical = true }
crown = kts.ItemType { type = "backpack", name = "crown", critical = true }
sword = kts.ItemType { type = "held", name = "sword", melee_damage = 1 }
guard = kts.MonsterType { type = "walking", name = "guard", health = 4, speed = 60, weapon = sword }

function leave()
  if kts.GetNumHeld(cxt.actor, crown) > 0 then
    kts.WinGame(kts.GetPlayer(cxt.actor))
  else
    kts.FlashMessage "You do not leave without the crown."
  end
end

gate = kts.Tile {
  type = "home", name = "gate", facing = "west", access = { walking = "approach" }, on_activate = leave,
}

local tiles = { [0] = floor, [1] = wall, [2] = gate, [3] = door, [4] = marble, [5] = { guard, marble } }
local rooms = kts.LoadSegments(tiles, "rooms.txt")

kts.MENU = {
  items = {},
  start_game_func = function()
    local cells = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = cells, wall = wall, segments = rooms, entry_type = "random", allow_rotate = false }
    kts.GenerateLocksAndTraps(1, false)
    kts.AddItem(key, 1, { "hall", 1 })
    kts.AddItem(crown, 1, { "treasury", 1 })
    kts.AddHint("Bring the crown to the gate.", 1, 1)
    kts.AddHint("The door is locked. Its key lies in the hall.", 1, 2)
    kts.AddStartingGear(sword, 1)
    kts.SetTimeLimit(60)
  end,
}
