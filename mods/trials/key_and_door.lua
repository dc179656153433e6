-- The generator trials.key_and_door: a player, a key, a door and enemies in a maze or a cave.

require ".pieces"
local toolbox = require "host.toolbox"

local ATTEMPTS = 1000

-- A maze or a cave with at least `least` open squares, if it has room for them.
local function lay_out(width, height, least)
  local size = { width = width + 2, height = height + 2 }
  if math.random(2) == 1 then
    size.loops = math.random()
    return toolbox.maze(size)
  end
  local full = least / (width * height)
  size.open = math.min(1, math.max(full, 0.35) + math.random() * 0.25)
  return toolbox.walk(size)
end

-- Returns the plan of a level and where what is on it, or nil and the reason why that does not fit.
---@param options table<string, integer>
local function arrange(options)
  local width, height = options.width, options.height
  local plan = lay_out(width, height, options.enemies + 3)
  local at = { key = toolbox.scatter(plan, { distance = 1, most = 1 })[1] }
  local places, reason = toolbox.place_reachable(plan, { from = at.key })
  if not places then
    return nil, reason
  end
  at.door = places[1]
  -- The paths from the player to the key and on to the door have `width + height` steps or more together.
  local sides = width + height
  ---@type integer
  local steps = assert(toolbox.distances(plan, at.key):get(at.door.x, at.door.y))
  places, reason = toolbox.place_reachable(plan, {
    from = at.key, avoid = at.door, least = math.max(1, sides - steps), most = width * height - steps,
  })
  if not places then
    return nil, reason
  end
  at.player = places[1]
  ---@type toolbox.Place[]
  local taken = { at.door, at.player }
  at.guards, reason = toolbox.place_reachable(plan, {
    from = at.key, taken = taken, count = options.enemies,
  })
  if not at.guards then
    return nil, reason
  end
  return plan, at
end

local function generate(options)
  local most = options.width * options.height - 3
  if options.enemies > most then
    error(("%d × %d squares have room for at most %d enemies"):format(options.width, options.height, most))
  end
  local plan, at = toolbox.attempt(ATTEMPTS, function()
    return arrange(options)
  end)
  local map = paint(plan)
  kts.AddTile(at.player, way_in)
  kts.AddTile(at.door, door)
  kts.LockDoor(at.door, 1)
  kts.PlaceItem(at.key, key)
  for _, square in ipairs(at.guards) do
    kts.AddMonster(square, guard)
  end
  return map
end

require("host.generators").register_generator {
  id = "key_and_door",
  help = "a key, and the door that it opens",
  options = {
    { id = "width", default = 11, least = 3, most = 100, help = "squares across, inside the border" },
    { id = "height", default = 7, least = 3, most = 100, help = "squares down, inside the border" },
    { id = "enemies", default = 3, least = 0, most = 10000 },
  },
  generate = generate,
}
