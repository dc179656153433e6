-- The player: a chara, or an entity of another dialect. What the host asks of an entity, the layer of its dialect
-- answers (see lua/core/game/objects.lua).

local import = ...
local arguments = import "areas/arguments"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local placement = import "areas/object/placement"
local session = import "areas/session"
local text = import "core/sandbox/text"

local states = objects.states

local M = {}

-- Whether an object can be the player: a chara, or an entity that can move from map to map.
function M.is(value)
  if states[value] then
    return states[value].kind == "base.chara"
  end
  return type(value) == "table" and layers.can(value, "move")
end

function M.is_alive(object)
  if states[object] then
    return party.is_alive(object)
  end
  return layers.ask(object, "lives") == true
end

-- The map of an object and its square there; nothing for an object that lies on no map.
function M.position(object)
  local state = states[object]
  if state then
    return state.map, state.x, state.y
  end
  local square, _, _, store = layers.place(object)
  for _, map in next, store and session.game.maps or {} do
    if maps.states[map].number == store.number then
      return map, square and square % store.width, square and square // store.width
    end
  end
end

-- Moves an object to a square of a map.
function M.move(object, map, x, y)
  local state, map_state = states[object], maps.states[map]
  if state then
    placement.put(state, map, x, y)
    return
  end
  local former_map = M.position(object)
  if former_map then
    session.touch(maps.states[former_map])
  end
  layers.ask(object, "move", map_state.number, y * map_state.width + x)
  session.touch(map_state)
end

function M.name(object)
  local state = states[object]
  return text.tostring(state and (state.fields.name or state.record.id) or object.name or text.tostring(object))
end

-- The level of an object; nil when it has none.
function M.level(object)
  local level
  if states[object] then
    level = object:calc "level"
  else
    level = layers.ask(object, "level")
  end
  return arguments.is_finite(level) and level or nil
end

function M.health(object)
  local state = states[object]
  if state then
    return state.fields.hp
  end
  return layers.ask(object, "health")
end

return M
