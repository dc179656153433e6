-- Items of kts as items of this dialect. Python stores the stacks on squares. Each stack has an IItem, which is
-- created when a mod first asks for the items of the map, and which follows the stack until the stack is gone. When a
-- chara takes the item, the stack leaves the square, and the item is like any other. Mods can set only its amount,
-- because a stack of kts stores nothing else.

local import, py = ...
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local entries = import "areas/data/entries"
local errors = import "core/errors"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local text = import "core/sandbox/text"

local next, type = next, type
local gsub, unpack = string.gsub, string.unpack
local states = objects.states

local M = {}

-- Bytes of a row of Python.
local ROW = 12
local MOST = 2 ^ 31 - 1 | 0
-- Ends the id of an item type when an entry of a mod has this id.
local SUFFIX = "@kts"

-- Prototypes ----------------------------------------------------------------------------------------------------------

-- Index of an item type -> its record, which is in no list of data.
local records = {}

-- The metatable of items of kts.
local meta

local function record_of(index)
  local record = records[index]
  if not record then
    local id, name, glyph, colour, can_take = py.item_type(index)
    record = { type = "base.item", mod = data.HOST, item_type = index, is_fixed = not can_take, meta = meta }
    record.id = data.find("base.item", id) and id .. SUFFIX or id
    record.entry = entries.with_defaults("base.item", {
      _type = "base.item", _id = record.id, name = name or gsub(gsub(id, "^[^.]*%.", ""), "_", " "), glyph = glyph,
      color = colour, own_state = "kts",
    })
    records[index] = record
  end
  return record
end

-- The record of an item type of kts by its id or entry, or nil. Entries of mods come first.
function M.find_record(id)
  id = type(id) == "table" and id._id or id
  if checkers.is_full_id(id) or type(id) == "string" and id:find(SUFFIX, 1, true) then
    local index = py.item_type_index((gsub(id, SUFFIX .. "$", "")))
    return index >= 0 and record_of(index) or nil
  end
end

-- Forgets the prototypes, because other mods may be loaded.
function M.new_game()
  records = {}
end

-- Stacks --------------------------------------------------------------------------------------------------------------

-- Removes an item from its map, but not its stack.
local function unbind(state)
  local map_state = maps.states[state.map]
  map_state.loose[state.y * map_state.width + state.x] = nil
  map_state.store:remove(state.object)
  state.map, state.x, state.y, state.is_loose = nil, nil, nil, nil
end

-- Lets an item that lies nowhere stand for the stack of a square.
local function bind(state, map_state, square)
  map_state.store:add(state.object, maps.layers["base.item"])
  map_state.store:put(state.object, square)
  map_state.loose[square] = state.object
  state.map, state.x, state.y = map_state.map, square % map_state.width, square // map_state.width
  state.is_loose = true
end

-- Ends an item whose stack is gone. An item with the amount 0 cannot be put anywhere.
function M.vanish(state)
  unbind(state)
  state.fields.amount = 0
end

-- Matches the items of a map, given by its state, to the stacks on it.
function M.update(map_state)
  local version = not map_state.gone and py.items_version(map_state.number)
  if not version or version == map_state.items_version then
    return
  end
  map_state.items_version, map_state.loose = version, map_state.loose or {}
  local rows, is_there = py.items_on(map_state.number), {}
  for at = 1, #rows, ROW do
    local square, index, count = unpack("<i4i4i4", rows, at)
    local state = states[map_state.loose[square]]
    if state and state.record.item_type ~= index then
      M.vanish(state)
      state = nil
    end
    if not state then
      local _
      _, state = objects.make(record_of(index))
      bind(state, map_state, square)
    end
    state.fields.amount, is_there[square] = count, true
  end
  for square, object in next, map_state.loose do
    if not is_there[square] then
      M.vanish(states[object])
    end
  end
end

-- The same for one item, given by its state, that a mod may have held for long.
function M.refresh(state)
  if state.is_loose and not state.gone then
    M.update(maps.states[state.map])
  end
end

local function set_stack(map_state, square, index, count)
  local version = py.items_set(map_state.number, square, index, count)
  -- All other items of the map are up to date.
  map_state.items_version = version
  layers.written(map_state.number)
end

-- Sets the amount of an item of any kind.
function M.set_amount(state, amount)
  state.fields.amount = amount
  if state.is_loose and amount > 0 then
    local map_state = maps.states[state.map]
    set_stack(map_state, state.y * map_state.width + state.x, state.record.item_type, amount)
  end
end

-- Whether an item, given by its state, can move. Items that are not of kts always can.
function M.can_move(state)
  M.refresh(state)
  return not state.record.item_type or state.fields.amount ~= 0 and not (state.is_loose and state.record.is_fixed)
end

-- Takes the stack of an item off its square; the item lies nowhere then.
function M.take(state)
  local map_state = maps.states[state.map]
  local square = state.y * map_state.width + state.x
  unbind(state)
  set_stack(map_state, square, state.record.item_type, 0)
end

-- Lays an item of kts on a square of a map, given by their states, after `detach(state)`. Returns the item that stands
-- for the stack there, or nil when the square has no room for it.
function M.lay(state, map_state, square, detach)
  M.update(map_state)
  map_state.loose = map_state.loose or {}
  local present = map_state.loose[square]
  if present == state.object then
    return present
  end
  local index, amount = state.record.item_type, state.fields.amount
  local total = M.can_move(state) and py.items_total(map_state.number, square, index, amount) or 0
  if total == 0 then
    return nil
  end
  detach(state)
  state.fields.is_equipped = nil
  if present then
    state.fields.amount = 0
  else
    bind(state, map_state, square)
  end
  M.set_amount(states[map_state.loose[square]], total)
  return map_state.loose[square]
end

-- The class -----------------------------------------------------------------------------------------------------------

-- Checks a field that a mod sets.
local function check(key, value, state)
  M.refresh(state)
  if key ~= "amount" then
    errors.fail("%s of %s cannot be set: it is an item of kts, of which only the amount can be set", text.shown(key),
      state.record.id)
  elseif math.type(value) ~= "integer" or value < 1 or value > MOST then
    errors.fail("amount of %s is %s: must be a whole number from 1 to %d", state.record.id, text.shown(value), MOST)
  elseif state.fields.amount == 0 then
    errors.fail("amount of %s cannot be set: the item is gone", state.record.id)
  end
  M.set_amount(state, value)
  return value
end

meta = objects.new_class("base.item", check)

local read_field, list_fields = meta.__index, meta.__pairs

function meta.__index(self, key)
  M.refresh(states[self])
  return read_field(self, key)
end

function meta.__pairs(self)
  M.refresh(states[self])
  return list_fields(self)
end

return M
