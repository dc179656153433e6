-- The areas of the game as a tree: which are registered, the area around a map, unique areas, and the areas that values
-- of mods stand for.

local import = ...
local areas = import "areas/area/area_states"
local child_areas = import "areas/area/child_areas"
local errors = import "core/errors"
local floors = import "areas/area/floors"
local maps = import "areas/map/map_states"
local session = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local states = areas.states

local M = {}

-- Removes an area, given by its state, from the game.
function M.forget(state)
  session.game.areas[state.uid] = nil
  session.drop(state)
end

-- Registers an area under a parent: an area or "root".
function M.register(state, parent)
  state.registered = true
  session.game.areas[state.uid] = state.area
  session.take_back(state)
  local parent_state = states[parent]
  if parent_state then
    if parent_state.children[state.uid] == nil then
      child_areas.methods.add_child_area(parent, state.area)
    end
  elseif state.parent == nil then
    state.parent = "root"
  end
end

-- The area of a map or of its uid, and its floor there; nothing when it belongs to none.
function M.of_map(map)
  local place = session.game.area_of[maps.is(map) and maps.states[map].uid or map]
  if place then
    return place.area, place.floor
  end
end

-- The same; a map without an area becomes floor 1 of a new one. The area is registered, by default at the root.
function M.ensure_area(map, parent)
  local area, floor = M.of_map(map)
  if not area then
    area, floor = areas.new(), 1
    floors.add(states[area], map, 1, "Area")
  end
  if not states[area].registered then
    M.register(states[area], parent or "root")
  end
  return area, floor
end

-- The unique area of an id, which is created and registered if it does not exist yet; and its declaration.
function M.get_unique(id, parent, title)
  local game = session.game
  local declaration = uniques.need(id, title)
  local entry = game.unique[declaration.id]
  if entry then
    return game.areas[entry.area_uid], declaration
  end
  local area = areas.new(declaration.area_archetype and declaration.id or nil, declaration.generator)
  local state = states[area]
  state.unique = declaration.id
  areas.copy_declared(state, declaration.entry)
  game.unique[declaration.id] = { area_uid = state.uid, entrance_was_generated = false }
  if not parent and declaration.parent then
    local parent_entry = game.unique[declaration.parent]
    parent = parent_entry and game.areas[parent_entry.area_uid] or nil
    if not parent and uniques.find(declaration.parent) then
      parent = M.get_unique(declaration.parent, nil, title)
    end
  end
  M.register(state, parent or "root")
  return area, declaration
end

-- The area of a uid, or of the id of a unique area that exists; or nil.
function M.find(value)
  if type(value) == "string" then
    local entry = session.game.unique[value]
    return entry and session.game.areas[entry.area_uid]
  end
  return session.game.areas[math.tointeger(value)]
end

-- The area of an area, a uid or an id; raises an error for any other value.
function M.area_of(value, title)
  if areas.is(value) then
    areas.of(value, title)
    return value
  end
  local area = M.find(value)
  if not area then
    local hint = type(value) == "string" and uniques.suggest(value) or ""
    errors.fail("%s is %s: must be an area, its uid, or the id of a unique area%s", title, text.shown(value), hint)
  end
  return area
end

-- The area and the floor of a map, or the first floor of an area. A map without an area gets one inside `parent`; a
-- unique area that does not exist is created.
function M.area_and_floor(value, title, parent)
  value = maps.resolve_foreign(value)
  if maps.is(value) then
    maps.of(value, title)
    local area, floor = M.ensure_area(value, parent)
    return area, floor
  end
  local area
  if type(value) == "string" and uniques.find(value) then
    area = M.get_unique(value, nil, title)
  else
    area = M.area_of(value, title)
  end
  return area, floors.first_floor(states[area])
end

return M
