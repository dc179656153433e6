-- HostMap: a map of the host that belongs to no dialect.

local import = ...
local objects = import "core/game/objects"
local result = import "toolbox/result"

local new = result.define("HostMap", "map", { "number", "width", "height" }, {})

-- HostMap -> number of a map of this game.
local numbers = setmetatable({}, { __mode = "k" })

objects.on_map(function(value)
  return numbers[value]
end)

local M = {}

-- Makes a HostMap from { number, width, height }.
function M.new(answer)
  local host_map = new(answer)
  numbers[host_map] = answer[1]
  return host_map
end

-- Forgets the maps of the game before.
function M.new_game()
  numbers = setmetatable({}, { __mode = "k" })
end

return M
