-- The private state of each InstancedArea, and the fields that mods see; creates areas.

local import = ...
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local instance_classes = import "areas/instance_classes"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local reads = instance_classes.reads

local M = {}

-- area -> state: { uid, area, floors (floor -> uid of its map), fields, parent ("root", the uid of an area, or nil),
-- children (uid -> { x, y, floor } of the entrance, or false), registered, unique (id), archetype (id), count (of
-- fields), made (how many floors were added) }.
local states, of, end_game = instance_classes.new_states("an InstancedArea", session.touch, function(state)
  return string.format("the area %d belongs to a game that is over", state.uid)
end)
M.states, M.of, M.new_game = states, of, end_game

-- Filled by area/instanced_area.lua.
M.methods = {}

local GENERATOR_FIELDS = { generator = true, floor_generator = true, area_generator = true }
local FLOOR_FIELDS = { deepest_floor = true, starting_floor = true }

local meta = instance_classes.new_class {
  name = "InstancedArea", noun = "an area", states = states, methods = M.methods, assignable = FLOOR_FIELDS,
  touch = session.touch, before_access = session.before_access,
  computed = {
    uid = reads "uid", _id = reads "unique", parent_area = reads "parent",
    maps = function(state)
      local list = {}
      for floor, uid in next, state.floors do
        list[floor] = { uid = uid }
      end
      return list
    end,
  },
  check = function(key, value)
    if (key == "types" or key == "metadata") and type(value) ~= "table" then
      fail("%s of an area is %s: must be a table", key, shown(value))
    elseif FLOOR_FIELDS[key] and value ~= nil and not math.tointeger(value) then
      fail("%s of an area is %s: must be a whole number", key, shown(value))
    elseif GENERATOR_FIELDS[key] and value ~= nil then
      return data.resolve("base.area_generator", value, key).id
    end
    return value
  end,
  title = function(state)
    return string.format("InstancedArea %d", state.uid)
  end,
}

function M.is(value)
  return states[value] ~= nil
end

-- Creates an area without floors: the area and its state. `area` is the former instance of that uid, for loading.
function M.make(uid, area)
  area = debug.setmetatable(area or {}, meta)
  local state = {
    uid = uid, floors = {}, fields = { metadata = {}, types = {}, deepest_floor_visited = 0 }, children = {},
    field_count = 3,
    area = area, made = 0, chunk = "area",
  }
  states[area] = state
  session.touch(state)
  return area, state
end

-- Copies what an entry of data declares to the fields of an area.
function M.copy_declared(state, entry)
  for _, name in ipairs { "image", "color", "name" } do
    if entry[name] ~= nil and state.fields[name] == nil then
      state.fields[name] = deep_copy(entry[name])
    end
  end
  for _, name in ipairs { "metadata", "types" } do
    if entry[name] then
      state.fields[name] = deep_copy(entry[name])
    end
  end
end

-- Creates an area of the running game. Saves and maps know it from now on, even if no mod registers it.
function M.new(archetype, generator)
  session.need_game "InstancedArea:new"
  local archetype_record = archetype ~= nil
    and data.resolve("base.area_archetype", archetype, "InstancedArea:new: the archetype")
  local generator_record = generator ~= nil
    and data.resolve("base.area_generator", generator, "InstancedArea:new: the generator")
  local area, state = M.make(session.next_uid "area")
  if archetype_record then
    state.archetype = archetype_record.id
    M.copy_declared(state, archetype_record.entry)
  end
  if generator_record then
    state.fields.generator = generator_record.id
  end
  session.game.areas[state.uid] = area
  return area
end

-- The areas of the game, by uid.
function M.all()
  return stable_order.sorted_values(session.game.areas)
end

return M
