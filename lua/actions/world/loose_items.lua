-- Loose items of kts as entities: the items on a square, which Python stores, are a DroppedItem of the world. Its
-- `state` is a list of one item type, and its field `count` says how many there are.

local import, py = ...
local class = import "actions/class"
local classes = import "core/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local errors = import "core/errors"
local grids = import "actions/world/grid"
local handles = import "core/border/handles"
local Inventory = import "actions/items/inventory"
local objects = import "core/game/objects"
local stable_order = import "core/sandbox/stable_order"
local vec = import "actions/vec"

local DROPPED = grids.keys[constants.Layers.dropped]

local M = {}

-- The uid of such an entity is its square plus this number, above the uids of all other objects.
local UID_OFFSET = 2 << 32

-- Entity -> square of its items, while they lie there.
local squares = setmetatable({}, { __mode = "k" })

-- Set of such entities, also of those whose items are gone: they stay in the lists of their world until a turn ends.
local stand_ins = setmetatable({}, { __mode = "k" })

function M.is_loose(entity)
  return squares[entity] ~= nil
end

-- Whether an entity stands for items that lie or lay on a square. A save has none of them.
function M.is_stand_in(entity)
  return stand_ins[entity] ~= nil
end

local function add(state, square, items, count)
  local entity, world = classes.bare(creation.DroppedItem), state.world
  objects.give_uid(entity, UID_OFFSET + square)
  entity:init(vec.new(square % world.width + 1, square // world.width + 1), world)
  entity.id, entity.state, entity.count = "i" .. square, items, count
  squares[entity], stand_ins[entity] = square, true
  creation.add_stand_in(state, entity, constants.Layers.dropped)
end

local function update_row(state, square, index, count)
  local entity = state.store.members[UID_OFFSET + square]
  if count > 0 then
    local items = { handles.get("item", index) }
    if entity then
      entity.state, entity.count = items, count
    else
      add(state, square, items, count)
    end
  elseif entity then
    squares[entity] = nil
    creation.remove_stand_in(state, entity)
  end
end

-- Reads the loose items of squares: rows of Python (square, item type, number; 32-bit numbers each).
function M.update(state, rows)
  creation.read_rows(state, rows, "<i4i4i4", update_row)
end

-- The entity of the loose items on a square, or nil.
function M.at(state, square)
  return state.store.members[UID_OFFSET + square]
end

-- Refuses to move loose items to another square: kts decides where they lie.
function M.check_move(entity, square)
  if squares[entity] and squares[entity] ~= square then
    errors.raise "Grid:move: items of kts lie where they are: pick them up, and drop them somewhere else"
  end
end

-- Removes the items of an entity that was removed from its world.
function M.take(state, entity)
  local square = squares[entity]
  if square then
    squares[entity] = nil
    py.actions_remove_items(state.caller, state.number, square)
  end
end

-- Moves the loose items of a square into an inventory; those that cannot be picked up stay.
function M.pick_up(state, square, inventory)
  local entity = M.at(state, square)
  if entity then
    local item = entity.state[1]
    local count = py.actions_pick_up_items(state.caller, state.number, square)
    if count > 0 then
      inventory:addItems(item, count)
    end
  end
end

-- Drops the items of kts that an entity carries, as far as there is room; the entity keeps the others.
function M.drop_carried(state, entity, square)
  local inventory = entity.inventory
  local counts = class.is(inventory, Inventory) and class.raw(inventory.itemCounts) or {}
  for id, count in stable_order.pairs(counts) do
    local item = py.item_type_index(id)
    local dropped = item >= 0 and py.actions_lay_items(state.caller, state.number, square, item, count) or 0
    counts[id] = count > dropped and count - dropped or nil
  end
end

-- Removes all such entities from a list.
function M.without(list)
  local others = {}
  for _, entity in ipairs(list) do
    if not stand_ins[entity] then
      others[#others + 1] = entity
    end
  end
  return others
end

-- The DroppedItem on a square that holds no items of kts, or nil.
function M.other_dropped(state, square)
  local list = state.store:at(DROPPED, square)
  for i = #list, 1, -1 do
    if not squares[list[i]] then
      return list[i]
    end
  end
end

return M
