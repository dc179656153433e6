-- Making a chara, an item or a feat, on a map or with a carrier.

local import = ...
local errors = import "core/errors"
local data = import "areas/data/registry"
local feat_params = import "areas/object/feat_params"
local free_squares = import "areas/map/free_squares"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local random = import "areas/modules/rand"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local type = type
local whole = state.whole
local known, of = objects.known, objects.of
local give, put = placing.give, placing.put
local read_params = feat_params.read_params

local M = {}

-- The map that a call is about: the one given, or the current one.
local function map_of(map, what)
  if map == nil then
    map = state.game.map
    if not map then
      raise(what .. ": there is no current map: Map.set_map makes one current, or name one")
    end
  end
  map = maps.meant(map)
  if not maps.is(map) then
    raise(format("%s: map is %s: must be a map", what, shown(map)))
  end
  maps.of(map, what)
  return map
end
M.map_of = map_of

local function coordinates(x, y, what)
  if x == nil and y == nil then
    return nil
  end
  return whole(x, what .. ": x"), whole(y, what .. ": y")
end

local function start_of(own, params)
  local fields = own.fields
  if own.kind == "base.chara" then
    fields.level = params.level ~= nil and whole(params.level, "Chara.create: level") or fields.level or 1
    fields.quality = params.quality ~= nil and params.quality or fields.quality or 1
    fields.max_hp = fields.max_hp or 10 + 5 * fields.level
    fields.hp, fields.state = fields.max_hp, "Alive"
    fields.name = fields.name or own.record.id:gsub("^[^.]*%.", ""):gsub("_", " ")
  elseif own.kind == "base.item" then
    local amount = params.amount
    fields.amount = amount == nil and 1 or whole(amount, "Item.create: amount")
    if fields.amount < 1 then
      raise(format("Item.create: amount is %s: must be at least 1", shown(amount)))
    end
    fields.own_state = params.own_state or fields.own_state or "None"
    fields.name = fields.name or own.record.id:gsub("^[^.]*%.", ""):gsub("_", " ")
  end
end

-- Makes an object and gives it its place; nil, and why, when there is none.
local function create(kind, what, id, x, y, params, where)
  state.need_game(what)
  params = params == nil and {} or params
  local record = data.resolve(kind, type(id) == "table" and id._id or id, state.running_mod(), what .. ": the id")
  x, y = coordinates(x, y, what)
  local map, carrier
  if not params.ownerless then
    if where == nil then
      map = map_of(nil, what)
    elseif maps.is(where) then
      map = map_of(where, what)
    elseif known[where] and kind == "base.item" and known[where].kind ~= "base.feat" then
      of(where, what)
      carrier = where
    else
      return nil, "no location"
    end
  end
  local feat_params = kind == "base.feat" and read_params(record, params.params)
  if map then
    local own_map = maps.known[map]
    if x and not maps.square(own_map, x, y) then
      if params.force then
        raise(format("%s: (%d, %d) lies outside the map of %d × %d squares", what, x, y, own_map.width, own_map.height))
      end
      return nil, "out of bounds"
    end
    if kind == "base.feat" and x then
      if not params.force and not map:can_access(x, y) then
        if not params.approximate_pos then
          return nil, "cannot access tile"
        end
        x, y = free_squares.free_position(map, x, y)
      end
    elseif kind == "base.chara" or not x then
      local stream = not x and random.host "places"
      x, y = free_squares.free_position(map, x, y, stream, random.below)
    end
    if not x then
      return nil, "no free square"
    end
  end
  local object, own = objects.make(record)
  if feat_params then
    own.fields.params = feat_params
  end
  start_of(own, params)
  if map then
    put(own, map, x, y)
  elseif carrier then
    give(own, carrier)
  end
  if not params.no_build then
    objects.instantiated(object)
  end
  return object
end
M.create = create

return M
