-- Who plays, and who goes along: a chara, or an entity of another dialect. Either is one thing, on the map where it
-- stands;
-- what there is to know of it, its layer says (see lua/core/game/objects.lua).

local import = ...
local charas = import "areas/object/chara"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local state = import "areas/session"
local text = import "core/sandbox/text"

local next, type = next, type

local M = {}

-- Whether something can be the player: it lives, and can be taken from map to map.
function M.is(value)
  local own = objects.known[value]
  if own then
    return own.kind == "base.chara"
  end
  return type(value) == "table" and layers.can(value, "move")
end

function M.is_alive(being)
  if objects.known[being] then
    return charas.is_alive(being)
  end
  return layers.ask(being, "lives") == true
end

-- The map on which somebody is, and the square there; nothing for somebody who is nowhere.
function M.place(being)
  local own = objects.known[being]
  if own then
    return own.map, own.x, own.y
  end
  local square, _, _, store = layers.place(being)
  for _, map in next, store and state.game.maps or {} do
    if maps.known[map].number == store.number then
      return map, square and square % store.width, square and square // store.width
    end
  end
end

-- Puts somebody on a square of a map, out of wherever it was.
function M.put(being, map, x, y)
  local own, target = objects.known[being], maps.known[map]
  if own then
    placing.put(own, map, x, y)
    return
  end
  local from = M.place(being)
  if from then
    state.touch(maps.known[from])
  end
  layers.ask(being, "move", target.number, y * target.width + x)
  state.touch(target)
end

function M.uid(being)
  return layers.uid(being)
end

function M.name(being)
  local own = objects.known[being]
  return text.tostring(own and (own.fields.name or own.record.id) or being.name or text.tostring(being))
end

function M.level(being)
  local own = objects.known[being]
  local level
  if own then
    level = being:calc "level"
  else
    level = layers.ask(being, "level")
  end
  return state.is_number(level) and level or nil
end

function M.health(being)
  local own = objects.known[being]
  if own then
    return own.fields.hp
  end
  return layers.ask(being, "health")
end

return M
