-- InstancedArea: floors that belong together. What is known of one, its fields, and how one is made.

local import = ...
local errors = import "core/errors"
local classes = import "areas/language/class"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local tointeger = math.tointeger
local touch = state.touch

local M = {}

local MOST_FIELDS = 1000

-- area -> { uid, floors (floor -> uid of a map), fields, parent ("root", an area's uid or nil), children (uid -> false or
-- { x, y, floor }), registered, unique (id), holder, lowest, highest, count }.
local known = state.weak()
M.known = known

local methods = {}
M.methods = methods

local READ_ONLY = { uid = true, _id = true, maps = true, __class = true }

local function of(self, method)
  local own = known[self]
  if not own then
    raise(format("%s: it is called on %s: must be an InstancedArea, with a colon", method, shown(self)))
  elseif own.gone then
    raise(format("%s: the area %d is of a game that is over", method, own.uid))
  end
  touch(own)
  return own
end
M.of = of

local meta = { __metatable = false, __name = "InstancedArea" }

function meta.__index(self, key)
  local own = known[self]
  local value = own.fields[key]
  if value ~= nil then
    if type(value) == "table" then
      state.lend(own)
    end
    return value
  elseif key == "uid" then
    return own.uid
  elseif key == "_id" then
    return own.unique
  elseif key == "parent_area" then
    return own.parent
  elseif key == "maps" then
    local list = {}
    for floor, uid in next, own.floors do
      list[floor] = { uid = uid }
    end
    return list
  end
  return methods[key]
end

function meta.__newindex(self, key, value)
  local own = known[self]
  if READ_ONLY[key] or key == "parent_area" then
    raise(format("%s of an area cannot be set: that name is reserved", key))
  elseif methods[key] and key ~= "deepest_floor" and key ~= "starting_floor" then
    raise(format("%s of an area cannot be set: it is a method", text.tostring(key)))
  elseif key == nil or key ~= key then
    raise(format("a field of an area cannot be called %s", shown(key)))
  elseif (key == "types" or key == "metadata") and type(value) ~= "table" then
    raise(format("%s of an area is %s: must be a table", key, shown(value)))
  elseif (key == "deepest_floor" or key == "starting_floor") and value ~= nil and not tointeger(value) then
    raise(format("%s of an area is %s: must be a whole number", key, shown(value)))
  elseif (key == "generator" or key == "floor_generator" or key == "area_generator") and value ~= nil then
    value = data.resolve("base.area_generator", type(value) == "table" and value._id or value, state.running_mod(), key).id
  end
  local before = own.fields[key]
  own.count = own.count + (value ~= nil and 1 or 0) - (before ~= nil and 1 or 0)
  if own.count > MOST_FIELDS then
    raise(format("an area has %d fields: that is the most", MOST_FIELDS))
  end
  touch(own)
  own.fields[key] = value
end

function meta.__pairs(self)
  state.lend(known[self])
  return stable_order.pairs(known[self].fields)
end

function meta.__tostring(self)
  return format("InstancedArea %d", known[self].uid)
end

function M.is(value)
  return known[value] ~= nil
end

function M.make(uid, area)
  area = area or setmetatable({}, meta)
  known[area] = {
    uid = uid, floors = {}, fields = { metadata = {}, types = {}, deepest_floor_visited = 0 }, children = {}, count = 3, area = area,
    made = 0, chunk = "area",
  }
  touch(known[area])
  return area, known[area]
end

local function copy_declared(own, entry)
  for _, name in ipairs { "image", "color", "name", "deepest_floor", "starting_floor" } do
    if entry[name] ~= nil and own.fields[name] == nil then
      own.fields[name] = copying.deep_copy(entry[name])
    end
  end
  if entry.metadata then
    own.fields.metadata = copying.deep_copy(entry.metadata)
  end
  if entry.types then
    own.fields.types = copying.deep_copy(entry.types)
  end
end

function M.new(archetype, generator)
  state.need_game "InstancedArea:new"
  local area_record = archetype ~= nil and data.resolve("base.area_archetype", archetype, state.running_mod(), "InstancedArea:new: the archetype")
  local made_by = generator ~= nil and data.resolve("base.area_generator", generator, state.running_mod(), "InstancedArea:new: the generator")
  local area, own = M.make(state.next_uid "area")
  if area_record then
    own.archetype = area_record.id
    copy_declared(own, area_record.entry)
  end
  if made_by then
    own.fields.generator = made_by.id
  end
  -- Known from now on by its floors, and to saves, though nobody may have registered it.
  state.game.areas[own.uid] = area
  return area
end

M.InstancedArea = classes.front("InstancedArea", "class", M.is, {
  new = function(_, archetype, generator)
    return M.new(archetype, generator)
  end,
})

local function archetype_of(own)
  return own.archetype and data.find("base.area_archetype", own.archetype)
end

local function generator_of(own)
  local fields = own.fields
  local id = fields.generator or fields.floor_generator or fields.area_generator
  return id and data.find("base.area_generator", id)
end

M.generator_of = generator_of

function methods.has_type(self, kind)
  for _, one in ipairs(of(self, "has_type").fields.types or {}) do
    if one == kind then
      return true
    end
  end
  return false
end

function methods.set_archetype(self, id, options)
  local own = of(self, "set_archetype")
  if id == nil then
    own.archetype = nil
    return
  end
  local record = data.resolve("base.area_archetype", id, state.running_mod(), "set_archetype: the id")
  own.archetype = record.id
  if options and options.set_properties then
    for _, name in ipairs { "image", "color", "metadata", "types" } do
      if record.entry[name] ~= nil then
        own.fields[name] = copying.deep_copy(record.entry[name])
      end
    end
  end
end

function methods.archetype(self)
  local record = archetype_of(of(self, "archetype"))
  return record and data.seen(record, state.running_mod())
end

-- A new game: what is still held stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

M.archetype_of, M.copy_declared = archetype_of, copy_declared

return M
