-- Where charas, items and feats are: on a square of a map, or with whoever carries them.

local import = ...
local errors = import "core/errors"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local state = import "areas/session"

local raise = errors.raise
local format = string.format
local ipairs, rawequal = ipairs, rawequal
local remove = table.remove
local known, of, touch = objects.known, objects.of, objects.touch

local M = {}

local MOST_CARRIED = 5000

local function detach(own)
  if own.map then
    local map = maps.known[own.map]
    map.store:remove(own.object)
    state.touch(map)
    own.map, own.x, own.y = nil, nil, nil
  elseif own.inside then
    touch(own)
    local carried = known[own.inside].carried
    for i, object in ipairs(carried) do
      if rawequal(object, own.object) then
        remove(carried, i)
        break
      end
    end
    own.inside = nil
  end
end
M.detach = detach

-- Puts an object on a square of a map, out of wherever it was.
local function put(own, map, x, y)
  local target = maps.known[map]
  if not rawequal(own.map, map) then
    detach(own)
    target.store:add(own.object, maps.layers[own.kind])
    own.map = map
  end
  target.store:put(own.object, y * target.width + x)
  state.touch(target)
  own.x, own.y = x, y
end
M.put = put

local function give(own, carrier)
  local around = carrier
  while around do
    if rawequal(around, own.object) then
      raise("take_object: a thing cannot carry itself")
    end
    around = known[around].inside
  end
  detach(own)
  local target = known[carrier]
  target.carried = target.carried or {}
  if #target.carried >= MOST_CARRIED then
    raise(format("take_object: it carries %d objects: that is the most", MOST_CARRIED))
  end
  target.carried[#target.carried + 1] = own.object
  own.inside = carrier
end
M.give = give

function maps.known_object(object)
  return known[object] ~= nil
end

function maps.blocks(object, field)
  local own = known[object]
  local value = own.temp[field]
  if value == nil then
    value = own.fields[field]
  end
  if own.kind == "base.chara" and field == "is_solid" then
    return value ~= false and own.fields.state ~= "Dead"
  end
  return value == true
end

-- Maps and carriers as locations.
local map_methods = maps.methods

function map_methods.can_take_object(self, object, x, y)
  local map = maps.of(self, "can_take_object")
  return known[object] ~= nil and (x == nil or maps.square(map, x, y) ~= nil)
end

function map_methods.take_object(self, object, x, y)
  local map, own = maps.of(self, "take_object"), of(object, "take_object: its argument")
  if x == nil and y == nil then
    x, y = 0, 0
  end
  x, y = maps.square(map, x, y)
  if not x then
    return nil
  end
  put(own, self, x, y)
  return object
end

function map_methods.move_object(self, object, x, y)
  local map, own = maps.of(self, "move_object"), of(object, "move_object: its argument")
  x, y = maps.square(map, x, y)
  if not rawequal(own.map, self) or not x then
    return nil
  end
  put(own, self, x, y)
  return object
end

function map_methods.remove_object(self, object)
  maps.of(self, "remove_object")
  local own = of(object, "remove_object: its argument")
  if not rawequal(own.map, self) then
    return nil
  end
  detach(own)
  return object
end

function map_methods.has_object(self, object)
  local map = maps.of(self, "has_object")
  if known[object] then
    return rawequal(known[object].map, self)
  end
  return map.store.members[object] ~= nil
end

function map_methods.get_object(self, uid)
  local object = maps.of(self, "get_object").store.members[uid]
  return known[object] and object or nil
end

-- What goes from one map to the other when one replaces it.
function maps.on_replaced(into, from)
  for _, object in ipairs(into.store:all()) do
    if known[object] then
      detach(known[object])
    end
  end
  for _, object in ipairs(from.store:all()) do
    if known[object] then
      known[object].map = into.map
    end
  end
end

return M
