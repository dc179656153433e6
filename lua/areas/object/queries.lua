-- What there is of a kind on a map, or on a square of it.

local import = ...
local creating = import "areas/object/creation"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"

local ipairs = ipairs
local known = objects.known
local map_of = creating.map_of

local M = {}

local function list_of(map, kind, fits)
  local list = {}
  for _, object in ipairs(maps.known[map].store:all(maps.layers[kind])) do
    if not fits or fits(object) then
      list[#list + 1] = object
    end
  end
  return list
end
M.list_of = list_of

local function at(kind, x, y, map, what, fits)
  map = map_of(map, what)
  local own = maps.known[map]
  x, y = maps.square(own, x, y)
  local list = {}
  for _, object in ipairs(x and own.store:at(maps.layers[kind], y * own.width + x) or {}) do
    if not fits or fits(object) then
      list[#list + 1] = object
    end
  end
  return list
end

local function find_on(kind, id, list)
  for _, object in ipairs(list) do
    local own = known[object]
    if own.uid == id or own.record.id == id then
      return object
    end
  end
end

M.at, M.find_on = at, find_on

return M
