-- What a player may read of a change of an entity.

local import = ...
local constants = import "actions/constants"
local creatures = import "actions/world/creatures"
local map_layers = import "actions/world/map_layers"

local Layers, Changes = constants.Layers, constants.Changes

-- Whether an entity is somebody, and no thing such as a chest or a door.
local function is_living(entity)
  return creatures.is_creature(entity)
    or entity.decorators.Acting ~= nil and entity.decorators.Attackable ~= nil
end

-- The code for an entity that leaves the map; chests and doors that somebody opens do so, too.
local function end_of(entity, is_hurt)
  if entity.layer == Layers.projectile then
    return "spent"
  elseif is_living(entity) then
    return Changes.Dead
  end
  return not is_hurt and entity.decorators.Interactable and "opened" or "broken"
end

-- Returns { name, code, is_player, lost, x, y }. A code is a word of Changes; things that leave the map are "opened",
-- "broken" or "spent". `record` is the last { x, y, is_hurt } of the entity, `lost` the health that it lost, or nil.
return function(entity, code, record, is_player, lost)
  if code == Changes.Dead then
    code = end_of(entity, record.is_hurt)
  end
  return {
    name = map_layers.name(entity), code = type(code) == "string" and code or "?", is_player = is_player, lost = lost,
    x = record.x, y = record.y,
  }
end
