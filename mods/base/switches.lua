-- What the `switches:` of the segment files call. dx, dy count from the switch as the segment is drawn; the host turns
-- them with the segment. The files name them without "rf_" and look them up in the global table.
local directions = { "north", "east", "south", "west" }

local function square(dx, dy)
  return kts.RotateAddPos(cxt.pos, dx, dy)
end

function _G.rf_open(dx, dy)
  kts.OpenDoor(square(dx, dy))
end

function _G.rf_close(dx, dy)
  kts.CloseDoor(square(dx, dy))
end

function _G.rf_toggle(dx, dy)
  kts.OpenOrCloseDoor(square(dx, dy))
end

---@param direction 1 | 2 | 3 | 4 north, east, south or west
function _G.rf_shoot(dx, dy, direction)
  kts.AddMissile(square(dx, dy), kts.RotateDirection(cxt.pos, directions[direction]), trap_bolt, false)
end

function _G.rf_teleport(dx, dy)
  kts.TeleportTo(cxt.actor, square(dx, dy))
end

-- A floor that gives way once, and stays open.
function _G.rf_trapdoor(dx, dy)
  local pos = square(dx, dy)
  for _, tile in ipairs(kts.GetTiles(pos)) do
    if tile.table == pit.table then
      return
    end
  end
  kts.AddTile(pos, pit)
end

function _G.rf_wake(dx, dy)
  kts.AddMonster(square(dx, dy), one_of { skeleton, zombie })
end
