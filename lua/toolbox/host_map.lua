-- HostMap: a map of the host that belongs to no dialect.

local import = ...
local objects = import "core/game/objects"
local result = import "toolbox/result"

local setmetatable = setmetatable

local new = result.define("map", {}, {})

-- HostMap -> number of a map of this game.
local numbers = setmetatable({}, { __mode = "k" })

objects.on_map(function(value)
  return numbers[value]
end)

local M = {}

function M.new(number, width, height)
  local host_map = new { width = width, height = height }
  numbers[host_map] = number
  return host_map
end

-- A new game begins: no HostMap belongs to it.
function M.new_game()
  numbers = setmetatable({}, { __mode = "k" })
end

return M
