-- Tries: to get hold of the host's own tables by walking what it shows of them.
-- Ends: 0 "nothing"
local function shown_by(t)
  local ok, _, state = pcall(pairs, t)
  return ok and type(state) == "table" and state ~= t and state or {}
end
local function spoil(t)
  for key, value in pairs(t) do
    if type(value) == "function" then
      pcall(function() t[key] = function() return "spoilt" end end)
    end
  end
end
for _, name in ipairs {
  "host.kts", "host.pools", "host.areas", "host.actions", "host.rooms", "host.toolbox", "host.generators", "api.Area", "api.Rand",
} do
  local module = require(name)
  spoil(shown_by(module))
  for _, value in pairs(module) do
    if type(value) == "table" then
      spoil(shown_by(value))
    end
  end
end
local Pools = require "game.pools"
Pools.setCurrent("i", 1, "common")
local sum = Vec(1, 2) + Vec(3, 4)
assert(sum.x == 4 and sum:dot(Vec(1, 1)) == 10 and vec2(3, 4):len() == 5)
assert(type(World(3, 3).grid) == "table" and class.name(class("Rat", Entity)) == "Rat")
print "nothing"
