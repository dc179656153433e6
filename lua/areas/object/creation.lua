-- Creates charas, items, feats and mefs on a map or in a carrier.

local import = ...
local access = import "areas/map/access"
local arguments = import "areas/arguments"
local aspects = import "areas/object/aspects"
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local free_squares = import "areas/map/free_squares"
local loose_items = import "areas/object/loose_items"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail = errors.fail
local read_integer = arguments.read_integer

local M = {}

-- The name of an object whose prototype has none: "cave_bat" of the mod "m" is a "cave bat".
local function default_name(state)
  return (string.gsub(string.gsub(state.record.id, "^[^.]*%.", ""), "_", " "))
end

local function set_first_fields(state, params)
  local fields = state.fields
  if state.kind == "base.chara" then
    fields.level = params.level ~= nil and read_integer(params.level, "Chara.create: level") or fields.level or 1
    fields.quality = params.quality ~= nil and params.quality or fields.quality or 1
    fields.max_hp = fields.max_hp or 10 + 5 * fields.level
    fields.hp, fields.state = fields.max_hp, "Alive"
    if not fields.name then
      local name = default_name(state)
      local generated = objects.emit(state.object, "base.generate_chara_name", {}, name)
      fields.name = type(generated) == "string" and generated or name
    end
  elseif state.kind == "base.item" then
    fields.amount = params.amount == nil and 1 or read_integer(params.amount, "Item.create: amount")
    if fields.amount < 1 then
      fail("Item.create: amount is %s: must be at least 1", text.shown(params.amount))
    end
    fields.own_state = params.own_state or fields.own_state or "None"
    fields.name = fields.name or default_name(state)
  elseif state.kind == "base.mef" then
    fields.turns = params.duration == nil and 10 or read_integer(params.duration, "Mef.create: duration")
    fields.power = params.power == nil and 0 or params.power
    fields.origin_uid = params.origin and objects.states[params.origin].uid
  end
end

-- The map or the carrier that a new object gets; nothing for what cannot hold it.
local function find_location(kind, where, title)
  if where == nil or maps.is(where) then
    return maps.given_or_current(where, title)
  elseif objects.is_carrier(where) and placement.holds(objects.of(where, title)) == kind then
    return nil, where
  end
end

-- The square of a new object on a map; nil and why when there is none.
local function find_square(kind, map, x, y, params, title)
  local map_state = maps.states[map]
  if x and not maps.square(map_state, x, y) then
    if params.force then
      fail("%s: (%d, %d) lies outside the map of %d × %d squares", title, x, y, map_state.width, map_state.height)
    end
    return nil, "out of bounds"
  end
  if kind == "base.feat" and x then
    if not params.force and not access.has_room_for_feat(map_state, x, y) then
      if not params.approximate_pos then
        return nil, "cannot access tile"
      end
      x, y = free_squares.find(map, x, y)
    end
  elseif kind == "base.mef" and x then
    if not map:is_floor(x, y) then
      return nil, "cannot access tile"
    end
  elseif kind == "base.chara" or not x then
    x, y = free_squares.find(map, x, y, not x and session.stream "places")
  end
  if not x then
    return nil, "no free square"
  end
  return x, y
end

-- The type of a param, and its default.
local function read_declaration(declaration)
  if checkers.is_checker(declaration) then
    return declaration
  end
  return declaration.type or checkers.atoms.any, declaration.default
end

-- Whether an object of an entry can be created without params.
function M.needs_no_params(record)
  for _, declaration in stable_order.pairs(objects.HAS_PARAMS[record.type] and record.entry.params or {}) do
    local checker, default = read_declaration(declaration)
    if checkers.check(checker, default)[1] then
      return false
    end
  end
  return true
end

-- The params that an entry declares: those that a mod passes, and defaults for the rest.
local function read_params(record, passed, function_name)
  local declared = record.entry.params or {}
  local title = string.format("%s: %s '%s'", function_name, record.type, record.id)
  local params = {}
  for name, value in stable_order.pairs(passed or {}) do
    if declared[name] == nil then
      fail("%s does not accept parameter '%s'%s", title, text.tostring(name),
        arguments.suggest(name, arguments.sorted_keys(declared)))
    end
    params[name] = value
  end
  for name, declaration in stable_order.pairs(declared) do
    local checker, default = read_declaration(declaration)
    if params[name] == nil then
      params[name] = deep_copy(default)
    end
    local fault = checkers.check(checker, params[name])[1]
    if fault and params[name] == nil then
      fail("%s is missing required parameter '%s': %s", title, name, fault.rule)
    elseif fault then
      fail("%s received invalid value for parameter '%s%s': Value is not of type \"%s\": %s: %s", title, name,
        fault.path ~= "" and "." .. fault.path or "", checkers.name(checker), fault.value, fault.rule)
    end
  end
  return params
end

-- Creates an object of a prototype: the object; or nil and why there is no place for it. `title` is the function that
-- a mod called; `where` is a map, a carrier, or nil for the current map.
function M.create(kind, title, id, x, y, params, where)
  session.need_game(title)
  params = params == nil and {} or params
  local record = kind == "base.item" and not data.find(kind, id) and loose_items.find_record(id)
    or data.resolve(kind, id, title .. ": the id")
  if x ~= nil or y ~= nil then
    x, y = arguments.read_position(x, y, title)
  end
  local map, carrier
  if not params.ownerless then
    map, carrier = find_location(kind, where, title)
    if not map and not carrier then
      return nil, "no location"
    end
  end
  local checked_params = objects.HAS_PARAMS[kind] and read_params(record, params.params, title)
  if map then
    x, y = find_square(kind, map, x, y, params, title)
    if not x then
      return nil, y
    end
  end
  local object, state = objects.make(record)
  if checked_params then
    state.fields.params = checked_params
  end
  set_first_fields(state, params)
  if record.aspects then
    aspects.build(object, params.aspects, title)
  end
  if map then
    object = placement.put(state, map, x, y)
    if not object then
      return nil, "no free square"
    end
  elseif carrier and not placement.give(state, carrier) then
    return nil, "no location"
  end
  if not params.no_build then
    objects.built(object, params)
  end
  return object
end

return M
