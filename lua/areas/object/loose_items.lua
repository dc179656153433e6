-- Items of other dialects as items of this one. Each stack that core/game/item_sources lists has an IItem, which is
-- created when a mod first asks for the items of the map, and which follows the stack until the stack is gone. When a
-- chara takes the item, the stack leaves the map, and the item is like any other. Mods can set only its amount, because
-- a stack stores nothing else.

local import = ...
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local entries = import "areas/data/entries"
local errors = import "core/errors"
local handles = import "core/border/handles"
local item_sources = import "core/game/item_sources"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local text = import "core/sandbox/text"
import "areas/object/kts_items"

local next, type = next, type
local gsub, match = string.gsub, string.match
local states = objects.states

local M = {}

-- The dialects that have items, by the rank of their ids.
local DIALECTS = { "kts", "actions" }

-- Prototypes ----------------------------------------------------------------------------------------------------------

-- Dialect -> type of items -> its record, which is in no list of data.
local records = {}

-- The metatable of items of other dialects.
local meta

-- The type with an id in the first dialect that has one, and the dialect; with `last`, only in the dialects before it.
local function find_type(id, last)
  for _, dialect in ipairs(DIALECTS) do
    if dialect == last then
      return nil
    end
    local source = item_sources[dialect]
    local item_type = source and source.find(id)
    if item_type then
      return item_type, dialect
    end
  end
end

local function default_name(id)
  return (gsub(gsub(id, "^[^.]*%.", ""), "_", " "))
end

local function record_of(dialect, item_type)
  records[dialect] = records[dialect] or {}
  local record = records[dialect][item_type]
  if not record then
    local source = item_sources[dialect]
    local id, name, glyph, colour, can_take = source.describe(item_type)
    record = {
      type = "base.item", mod = data.HOST, dialect = dialect, source = source, item_type = item_type,
      is_fixed = not can_take, meta = meta,
    }
    -- The suffix distinguishes the id from an entry of a mod, and from an item of another dialect.
    record.id = (data.find("base.item", id) or find_type(id, dialect)) and id .. "@" .. dialect or id
    record.entry = entries.with_defaults("base.item", {
      _type = "base.item", _id = record.id, name = name or default_name(id), glyph = glyph,
      color = colour, own_state = dialect,
    })
    records[dialect][item_type] = record
  end
  return record
end

-- A mod gave a type of items of kts another name, glyph or colour, or made it one that cannot be picked up.
handles.on_change(function(kind, index)
  local record = kind == "item" and records.kts and records.kts[index]
  if record then
    records.kts[index] = nil
    local changed = record_of("kts", index)
    for _, state in next, states do
      if state.record == record then
        objects.set_prototype(state, changed)
      end
    end
  end
end)

-- The record of items of another dialect by its id or entry, or nil. Entries of mods come first.
function M.find_record(id)
  id = type(id) == "table" and id._id or id
  if type(id) ~= "string" then
    return nil
  end
  local bare, dialect = match(id, "^(.*)@(%l+)$")
  if not bare then
    if not checkers.is_full_id(id) then
      return nil
    end
    local item_type
    item_type, dialect = find_type(id)
    return item_type and record_of(dialect, item_type)
  end
  local source = item_sources[dialect]
  local item_type = source and source.find(bare)
  return item_type and record_of(dialect, item_type)
end

-- Forgets the prototypes, because other mods may be loaded.
function M.new_game()
  records = {}
end

-- Stacks --------------------------------------------------------------------------------------------------------------

-- The stacks of a dialect on a map, given by its state: { items (key -> item), version (of the source) }.
local function stacks_of(map_state, dialect)
  local loose = map_state.loose
  if not loose then
    loose = {}
    map_state.loose = loose
  end
  local stacks = loose[dialect]
  if not stacks then
    stacks = { items = {} }
    loose[dialect] = stacks
  end
  return stacks
end

-- Removes an item from its map, but not its stack.
local function unbind(state)
  local map_state = maps.states[state.map]
  stacks_of(map_state, state.record.dialect).items[state.stack] = nil
  map_state.store:remove(state.object)
  state.map, state.x, state.y, state.is_loose, state.stack = nil, nil, nil, nil, nil
end

local function put_on(state, map_state, square)
  map_state.store:put(state.object, square)
  state.x, state.y = square % map_state.width, square // map_state.width
end

-- Lets an item that lies nowhere stand for a stack.
local function bind(state, map_state, key, square)
  map_state.store:add(state.object, maps.layers["base.item"])
  stacks_of(map_state, state.record.dialect).items[key] = state.object
  state.map, state.is_loose, state.stack = map_state.map, true, key
  put_on(state, map_state, square)
end

-- Ends an item whose stack is gone. An item with the amount 0 cannot be put anywhere.
function M.vanish(state)
  unbind(state)
  state.fields.amount = 0
end

-- Lets an item follow its stack.
local function follow(state, map_state, square, count)
  state.fields.amount = count
  if state.y * map_state.width + state.x ~= square then
    put_on(state, map_state, square)
  end
end

local function update_dialect(map_state, dialect, source)
  local version = source.version and source.version(map_state.number)
  local stacks = stacks_of(map_state, dialect)
  if version and version == stacks.version then
    return
  end
  stacks.version = version
  local items, is_there = stacks.items, {}
  source.read(map_state.number, function(key, square, item_type, count)
    local state = states[items[key]]
    if state and state.record.item_type ~= item_type then
      M.vanish(state)
      state = nil
    end
    if not state then
      local _
      _, state = objects.make(record_of(dialect, item_type))
      bind(state, map_state, key, square)
    end
    follow(state, map_state, square, count)
    is_there[key] = true
  end)
  for key, object in next, items do
    if not is_there[key] then
      M.vanish(states[object])
    end
  end
end

-- Matches the items of a map, given by its state, to the stacks on it.
function M.update(map_state)
  if map_state.gone then
    return
  end
  for _, dialect in ipairs(DIALECTS) do
    local source = item_sources[dialect]
    if source then
      update_dialect(map_state, dialect, source)
    end
  end
end

-- The same for one item, given by its state, that a mod may have held for long.
function M.refresh(state)
  if not state.is_loose or state.gone then
    return
  end
  local map_state, record = maps.states[state.map], state.record
  if map_state.gone then
    return
  elseif record.source.version then
    update_dialect(map_state, record.dialect, record.source)
    return
  end
  local square, count = record.source.locate(map_state.number, state.stack, record.item_type)
  if square then
    follow(state, map_state, square, count)
  else
    M.vanish(state)
  end
end

-- Sets the number of items of a stack. Returns whether the stack is there.
local function set_stack(map_state, record, key, count)
  local version = record.source.set(map_state.number, key, record.item_type, count)
  -- All other items of the dialect on the map are up to date.
  stacks_of(map_state, record.dialect).version = version or nil
  return version ~= false
end

-- Sets the amount of an item of any kind.
function M.set_amount(state, amount)
  state.fields.amount = amount
  if state.is_loose and amount > 0 and not set_stack(maps.states[state.map], state.record, state.stack, amount) then
    M.vanish(state)
  end
end

-- Whether an item, given by its state, can move. Items of this dialect always can.
function M.can_move(state)
  M.refresh(state)
  return not state.record.item_type or state.fields.amount ~= 0 and not (state.is_loose and state.record.is_fixed)
end

-- Takes the stack of an item off its map; the item lies nowhere then.
function M.take(state)
  local map_state, key = maps.states[state.map], state.stack
  unbind(state)
  set_stack(map_state, state.record, key, 0)
end

-- Lays an item of another dialect on a square of a map, given by their states, after `detach(state)`. Returns the item
-- that stands for the stack there, or nil when the square has no room for it.
function M.lay(state, map_state, square, detach)
  M.update(map_state)
  local source, item_type, number = state.record.source, state.record.item_type, map_state.number
  local items = stacks_of(map_state, state.record.dialect).items
  local key = source.key_at(number, square, item_type)
  if key and items[key] == state.object then
    return state.object
  end
  local total = M.can_move(state) and source.total(number, square, item_type, state.fields.amount) or 0
  if total == 0 then
    return nil
  end
  key = key or source.open(number, square, item_type)
  detach(state)
  state.fields.is_equipped = nil
  local present = items[key]
  if present then
    state.fields.amount = 0
  else
    bind(state, map_state, key, square)
    present = state.object
  end
  M.set_amount(states[present], total)
  return present
end

-- The class -----------------------------------------------------------------------------------------------------------

-- Checks a field that a mod sets.
local function check(key, value, state)
  M.refresh(state)
  if key ~= "amount" then
    errors.fail("%s of %s cannot be set: it is an item of %s, of which only the amount can be set", text.shown(key),
      state.record.id, state.record.dialect)
  elseif math.type(value) ~= "integer" or value < 1 or value > state.record.source.most then
    errors.fail("amount of %s is %s: must be a whole number from 1 to %d", state.record.id, text.shown(value),
      state.record.source.most)
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
