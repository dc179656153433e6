-- Methods of Grid that are short for other methods: cells around a position, the nearest entity, set and watch.

local import = ...
local class = import "actions/class"
local Layers = import("actions/constants").Layers
local errors = import "core/errors"
local groups = import("actions/world/state").groups
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local raise = errors.raise
local ipairs, next, type = ipairs, next, type

local M = {}

local AROUND = {
  getOrthogonalCells = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } },
  getDiagonalCells = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } },
  getAdjacentCells = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } },
}

-- The methods: xy(pos, method) reads a position, `keys` are the keys of the layers.
function M.of(xy, keys)
  local methods = {}

  -- The cells around a position.
  for short_name, offsets in next, AROUND do
    for _, name in ipairs { short_name, short_name .. "At" } do
      methods[name] = function(self, pos)
        local list, x, y = {}, xy(pos, name)
        for _, offset in ipairs(offsets) do
          list[#list + 1] = self:getCellAt(vec.new(x + offset[1], y + offset[2]))
        end
        return list
      end
    end
  end

  -- The living entity of a layer nearest to a position, the first of several; without a layer, a player.
  function methods:closest(pos, layer)
    local x, y = xy(pos, "closest")
    if layer == nil or layer == Layers.player then
      return self:getClosestPlayer(pos)
    end
    local list = self[groups[layer] or raise("Grid:closest: there is no layer " .. text.tostring(layer)
      .. ": must be one of Layers")]
    local nearest, least
    for i = 1, #list do
      local entity = list[i]
      local dx, dy = entity.pos.x - x, entity.pos.y - y
      local distance = dx * dx + dy * dy
      if not entity.dead and (not least or distance < least) then
        nearest, least = entity, distance
      end
    end
    return nearest
  end

  -- Puts an entity on a square, or without one on the square of its `pos`. A layer in place of the square must be that
  -- of the entity.
  function methods:set(entity, place)
    if type(place) == "table" then
      xy(place, "set")
      self:move(entity, place)
      return
    elseif place ~= nil and keys[place] ~= keys[type(entity) == "table" and entity.layer] then
      raise("Grid:set: place is " .. text.tostring(place)
        .. ": must be a position, or the layer of the entity")
    end
    self:reset(entity)
  end

  function methods:setPlayerAt(player, pos)
    xy(pos, "setPlayerAt")
    if type(player) ~= "table" or type(player.isPlayer) ~= "function" or not player:isPlayer() then
      raise("Grid:setPlayerAt: the first argument is " .. class.type_name(player) .. ": must be a player")
    end
    self:move(player, pos)
  end

  function methods:watch(pos, fn, beats)
    self:watchOnto(pos, fn, beats)
    self:watchFrom(pos, fn, beats)
  end

  return methods
end

return M
