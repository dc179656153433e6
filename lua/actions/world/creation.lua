-- Creation of entities in a world; and the entities that the host itself creates, DroppedItem and Gold.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local Entity = import "actions/entity/entity"
local errors = import "core/errors"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"
local vec = import "actions/vec"
local world_state = import "actions/world/state"

local raise = errors.raise
local Layers, groups = constants.Layers, world_state.groups

local M = {}

local DroppedItem = class.define("DroppedItem", Entity)
DroppedItem.layer = Layers.dropped

-- Makes an item the only one of the heap.
function DroppedItem:setItemId(id)
  self.state = { id }
end

-- Adds an item on top.
function DroppedItem:addItemId(id)
  local ids = self:getItemIds()
  ids[#ids + 1] = id
end

-- The ids of the items; the list itself.
function DroppedItem:getItemIds()
  if type(self.state) ~= "table" then
    self.state = {}
  end
  return self.state
end

function DroppedItem:die()
  self.world:removeDead(self)
end

class.close(DroppedItem)
M.DroppedItem = DroppedItem

local Gold = class.define("Gold", Entity)
Gold.layer, Gold.glyph, Gold.colour = Layers.gold, "$", "bright_yellow"
class.close(Gold)
M.Gold = Gold

function M.check_position(world, pos, caller)
  if type(pos) ~= "table" or not math.type(pos.x) or not math.type(pos.y) then
    raise(caller .. ": the position is " .. class.type_name(pos) .. ": must be a Vec")
  elseif not world.grid:checkBound(pos) then
    raise(caller .. ": " .. text.tostring(pos) .. " is not a square of the world, which has " .. world.width .. " × "
      .. world.height .. " squares")
  end
end

-- Adds an entity that stands for a creature or for items of kts; its uid and its position are set.
function M.add_stand_in(state, entity, layer)
  local list = state.lists[groups[layer]]
  state.store:add(entity, grids.keys[layer])
  list[#list + 1] = entity
  state.world.grid:reset(entity)
  if state.renderer then
    state.renderer:addRenderEntity(entity)
  end
end

-- Removes such an entity, whose creature or items left the map.
function M.remove_stand_in(state, entity)
  entity.dead, state.someone_died = true, true
  state.world.grid:remove(entity)
  state.store:remove(entity)
end

-- Creates an entity in a world, on no square yet.
function M.add(state, world, entity_class, pos)
  local entity = entity_class()
  local layer = entity.layer
  local group = groups[layer]
  if not group then
    raise("World.create: the layer of " .. class.name(entity_class) .. " is " .. text.tostring(layer)
      .. ": must be one of Layers")
  end
  entity:init(pos, world)
  if not entity.world then
    raise("World.create: " .. class.name(entity_class) .. ".init must call init of its base class")
  elseif entity.dead then
    return entity
  end
  state.store:add(entity, grids.keys[layer])
  if not (layer == Layers.floor or layer == Layers.wall) or ground.can_act(entity_class) then
    local list = state.lists[group]
    list[#list + 1] = entity
  end
  if layer == Layers.player then
    state.players[#state.players + 1] = entity
  end
  return entity
end

-- Creates floors or walls on squares, which ascend: as tiles when they do nothing by themselves, otherwise as entities.
function M.lay(state, world, entity_class, squares)
  if ground.is_ground(entity_class) then
    ground.lay(state, entity_class, squares)
    return
  end
  local width = world.width
  for _, square in ipairs(squares) do
    world:create(entity_class, vec.new(square % width + 1, square // width + 1))
  end
end

-- Calls read(state, …) with the numbers of each row of Python. A watcher or a renderer of a mod that fails for one row
-- fails after the others were read.
function M.read_rows(state, rows, format, read)
  local has_failed, failure = false, nil
  for at = 1, #rows, string.packsize(format) do
    local ok, message = protect.pcall(read, state, string.unpack(format, rows, at))
    if not ok and not has_failed then
      has_failed, failure = true, message
    end
  end
  if has_failed then
    error(failure, 0)
  end
end

return M
