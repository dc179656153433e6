-- The move of player and party to another map: a free square for each, and a snapshot that reverts a failed travel.

local import, py = ...
local areas = import "areas/area/area_states"
local floors = import "areas/area/floors"
local free_squares = import "areas/map/free_squares"
local hierarchy = import "areas/area/hierarchy"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local placement = import "areas/object/placement"
local player = import "areas/travel/player"
local session = import "areas/session"
local staying_charas = import "areas/object/staying_charas"
local text = import "core/sandbox/text"

local M = {}

-- Plans where player and party arrive: a list of { object, x, y }; or nil and who finds no room.
function M.plan(map, x, y)
  local game, state = session.game, maps.states[map]
  local moves, taken = {}, {}
  local function add(object, title)
    local column, row = free_squares.find(map, x, y, nil, taken)
    if not column then
      if objects.is(object) then
        objects.emit(object, "base.on_chara_place_failure")
      end
      return ("there is no free square for %s on the map %d"):format(title, state.uid)
    end
    taken[row * state.width + column] = true
    moves[#moves + 1] = { object, column, row }
  end
  local problem = game.player and add(game.player, "the player")
  for _, ally in ipairs(game.player and game.party or {}) do
    local ally_state = objects.states[ally]
    local is_detached = not (ally_state.map or ally_state.inside)
    if not problem and party.is_alive(ally) and (rawequal(ally_state.map, game.map) or is_detached) then
      problem = add(ally, "the ally " .. text.tostring(ally_state.fields.name))
    end
  end
  if problem then
    return nil, problem
  end
  return moves
end

-- Moves everybody as planned.
function M.run(moves, map)
  for _, move in ipairs(moves) do
    player.move(move[1], map, move[2], move[3])
  end
end

-- What a travel to a map changes; `revert` restores it.
function M.take_snapshot(moves, map)
  local game = session.game
  local snapshot = { map = game.map, number = py.game_map(), positions = {}, fields = {} }
  local moved = staying_charas.charas()
  for _, move in ipairs(moves) do
    moved[#moved + 1] = move[1]
  end
  for i, object in ipairs(moved) do
    local former_map, x, y = player.position(object)
    local state = objects.states[object]
    snapshot.positions[i] = { object = object, map = former_map, x = x, y = y, inside = state and state.inside }
  end
  for _, visited in ipairs { game.map or false, map } do
    if visited then
      local copy = {}
      for key, value in next, maps.states[visited].fields do
        copy[key] = value
      end
      snapshot.fields[maps.states[visited]] = copy
    end
  end
  return snapshot
end

-- Reverts a travel. `new_area` is the area that was created for the map, or nil.
function M.revert(snapshot, new_area, map)
  for i = #snapshot.positions, 1, -1 do
    local position = snapshot.positions[i]
    local state = objects.states[position.object]
    if position.map and not maps.states[position.map].gone then
      player.move(position.object, position.map, position.x, position.y)
    elseif state then
      placement.detach(state)
      if position.inside then
        placement.give(state, position.inside)
      end
    end
  end
  for state, fields in next, snapshot.fields do
    state.fields = fields
  end
  if new_area then
    local _, floor = hierarchy.of_map(map)
    floors.drop_floor(areas.states[new_area], floor)
    hierarchy.forget(areas.states[new_area])
  end
  session.game.map = snapshot.map
  py.map_select(snapshot.number)
end

return M
