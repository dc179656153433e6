-- Entrances: the feats on a map that lead to areas.

local import, py = ...
local areas = import "areas/area/area_states"
local child_areas = import "areas/area/child_areas"
local creation = import "areas/object/creation"
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local language_table = import "areas/language/table"
local objects = import "areas/object/object_states"
local protect = import "core/sandbox/protect"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stairs = import "areas/area/stairs"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local states = areas.states

local M = {}

-- Notes where the entrance of an area lies in the area around it. An area without a parent becomes its child.
local function set_position(area, map, entrance)
  local parent, floor = hierarchy.of_map(map)
  if not parent or rawequal(parent, area) then
    return
  end
  local state, parent_state = states[area], states[parent]
  if parent_state.children[state.uid] == nil and (state.parent == nil or state.parent == "root")
    and parent_state.parent ~= state.uid then
    -- Fails where the parent lies inside the area; then the area stays where it is.
    protect.try(child_areas.methods.add_child_area, parent, area)
  end
  if parent_state.children[state.uid] == false then
    parent_state.children[state.uid] = { x = entrance.x, y = entrance.y, floor = floor }
    session.touch(state)
  end
end

-- Puts a feat that leads to a floor of an area on a map. Returns the feat, or nil and why there is no place for it.
function M.create(area, floor, x, y, map, feat_id, extra_params)
  local state = states[area]
  local params = language_table.merge({ area_uid = state.uid, area_floor = floor, start_floor = floor }, extra_params)
  local feat, why = creation.create("base.feat", "Area.create_entrance", feat_id, x, y,
    { force = true, params = params }, map)
  if not feat then
    return nil, why
  end
  for _, name in ipairs { "image", "name", "color" } do
    if state.fields[name] ~= nil then
      feat[name] = name == "color" and deep_copy(state.fields.color) or state.fields[name]
    end
  end
  if feat_id == "elona.map_entrance" then
    set_position(area, map, feat)
  end
  return feat
end

-- The first entrance to an area on a map, or nil.
function M.find(area, map)
  for _, feat in ipairs(queries.list_of(map, "base.feat")) do
    local params = objects.states[feat].fields.params
    if params and params.area_uid == states[area].uid and not stairs.direction(feat) then
      return feat
    end
  end
end

local function warn(declaration, pattern, ...)
  local record = data.find(declaration.type, declaration.id)
  py.warn(string.format(pattern, declaration.type, declaration.id, declaration.x, declaration.y, ...),
    record.file, record.line)
end

local function place_child(declaration, parent, map, is_forced)
  local child = hierarchy.get_unique(declaration.id, parent, "base.unique_area")
  local unique_entry = session.game.unique[declaration.id]
  local x, y, parent_id = declaration.x, declaration.y, states[parent].unique
  if unique_entry.entrance_was_generated and not is_forced then
    return
  elseif not map:is_in_bounds(x, y) then
    warn(declaration, "the %s %s lies at (%d, %d), and the map of %s has %d × %d squares: it gets no entrance",
      parent_id, map:width(), map:height())
    return
  end
  unique_entry.entrance_was_generated = true
  if not M.find(child, map) then
    local floor = declaration.starting_floor or floors.first_floor(states[child])
    M.create(child, floor, x, y, map, "elona.map_entrance")
    if not map:is_floor(x, y) then
      warn(declaration, "the entrance of the %s %s is at (%d, %d) of %s, where players cannot walk: on %s", parent_id,
        text.tostring(map:tile(x, y)._id))
    end
  end
end

-- Creates the areas that declare a map as their parent, and their entrances, each once; or, if `is_forced`, the
-- entrances that the map lacks.
function M.place_children(map, is_forced)
  local area, floor = hierarchy.of_map(map)
  local state = area and states[area]
  if state and state.unique then
    for _, declaration in ipairs(uniques.children_of(state.unique)) do
      if (declaration.parent_floor or floors.first_floor(state)) == floor and declaration.x and declaration.y then
        place_child(declaration, area, map, is_forced)
      end
    end
  end
end

return M
