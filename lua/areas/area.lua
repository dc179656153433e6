-- InstancedArea: floors that belong together. Which map is which floor, what makes those that are not there yet, and where
-- the area lies in another.

local import, py = ...
local blame = import "host/blame"
local classes = import "areas/classes"
local data = import "areas/data"
local iterators = import "areas/iterators"
local layers = import "host/objects"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local protect = import "host/protect"
local random = import "areas/rand"
local schema = import "areas/schema"
local state = import "areas/state"
local text = import "host/text"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local error, format, sort = error, string.format, table.sort
local ipairs, next, rawequal, setmetatable, type = ipairs, next, rawequal, setmetatable, type
local tointeger = math.tointeger
local touch, whole = state.touch, state.whole

local M = {}

local MOST_FLOORS = 100000
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
  return order.pairs(known[self].fields)
end

function meta.__tostring(self)
  return format("InstancedArea %d", known[self].uid)
end

function M.is(value)
  return known[value] ~= nil
end

-- What is unique ----------------------------------------------------------------------------------------------------

-- What declares the unique area of an id, in one form: { id, entry, mod, archetype, generator, parent, parent_floor, x, y,
-- starting_floor, area_archetype }; or nil.
local function unique_of(record)
  local entry = record.entry
  local one = {
    id = record.id, entry = entry, kind = record.type, archetype = entry.archetype, generator = entry.area_generator,
    parent = entry.parent_map, parent_floor = entry.parent_floor, x = entry.x, y = entry.y,
  }
  if record.type == "base.area_archetype" then
    one.area_archetype = record
    local parent = entry.parent_area
    if parent then
      one.parent, one.parent_floor, one.x, one.y = parent._id, parent.on_floor, parent.x, parent.y
      one.starting_floor = parent.starting_floor
    end
  end
  return one
end

function M.unique(id)
  for _, kind in ipairs(schema.UNIQUE) do
    local record = data.find(kind, id)
    if record then
      return unique_of(record)
    end
  end
  for _, record in ipairs(data.records "base.map_archetype") do
    local ids = record.entry.register_unique
    if ids == true and record.id == id then
      return { id = id, entry = {}, archetype = record.id }
    elseif type(ids) == "table" then
      for _, one in ipairs(ids) do
        if one == id then
          return { id = id, entry = {}, archetype = record.id }
        end
      end
    end
  end
end

-- All that declare an id as their parent, in order.
local function children_of(id)
  local list = {}
  for _, kind in ipairs(schema.UNIQUE) do
    for _, record in ipairs(data.records(kind)) do
      local one = unique_of(record)
      -- Of two declarations under one id the first kind counts.
      if one.parent == id and M.unique(one.id).kind == kind then
        list[#list + 1] = one
      end
    end
  end
  return list
end

local function need_unique(id, what)
  local mod = state.running_mod()
  local one = M.unique(id)
  if not one and type(id) == "string" and mod and not id:find(".", 1, true) then
    one = M.unique(mod.id .. "." .. id)
  end
  if not one then
    local ids = {}
    for _, kind in ipairs(schema.UNIQUE) do
      for _, record in ipairs(data.records(kind)) do
        ids[#ids + 1] = record.id
      end
    end
    local close = type(id) == "string" and finish(py.nearest(id, table.concat(ids, "\0")))
    raise(format("%s: there is no unique area %s%s", what, shown(id), close and "; " .. close or ""))
  end
  return one
end

-- Making ------------------------------------------------------------------------------------------------------------

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
      own.fields[name] = data.deep_copy(entry[name])
    end
  end
  if entry.metadata then
    own.fields.metadata = data.deep_copy(entry.metadata)
  end
  if entry.types then
    own.fields.types = data.deep_copy(entry.types)
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

-- Floors ------------------------------------------------------------------------------------------------------------

local function archetype_of(own)
  return own.archetype and data.find("base.area_archetype", own.archetype)
end

local function generator_of(own)
  local fields = own.fields
  local id = fields.generator or fields.floor_generator or fields.area_generator
  return id and data.find("base.area_generator", id)
end

local function span(floors)
  local low, high
  for floor in next, floors do
    low = (not low or floor < low) and floor or low
    high = (not high or floor > high) and floor or high
  end
  return low, high
end

-- The deepest floor there can be, where somebody has said so.
local function limit(own)
  local assigned = own.fields.deepest_floor
  if assigned then
    return assigned
  end
  local archetype, generator = archetype_of(own), generator_of(own)
  if archetype and archetype.entry.deepest_floor then
    return archetype.entry.deepest_floor
  elseif generator and generator.entry.deepest_floor then
    return generator.entry.deepest_floor
  elseif archetype and archetype.entry.floors and not archetype.entry.on_generate_floor then
    local _, high = span(archetype.entry.floors)
    return high
  end
end
M.limit = limit

function methods.deepest_floor(self)
  local own = of(self, "deepest_floor")
  local deepest = limit(own)
  if deepest then
    return deepest
  end
  local archetype = archetype_of(own)
  local _, high = span(archetype and archetype.entry.floors or own.floors)
  return high or 1
end

local function first_floor(own)
  local fields = own.fields
  if fields.starting_floor then
    return fields.starting_floor
  end
  local archetype, generator = archetype_of(own), generator_of(own)
  if archetype and archetype.entry.floors then
    return (span(archetype.entry.floors)) or 1
  elseif generator then
    return generator.entry.starting_floor or 1
  elseif own.unique or archetype then
    return 1
  end
  return (span(own.floors)) or 1
end
M.first_floor = first_floor

function methods.starting_floor(self)
  return first_floor(of(self, "starting_floor"))
end

-- What messages call an area.
local function called(own)
  return "the area " .. (own.unique or format("%d", own.uid))
end
M.called = called

-- The next floor that is not taken: after the highest, from 1.
local function next_floor(own)
  local _, high = span(own.floors)
  return high and (high >= 1 and high + 1 or 1) or 1
end

local function add(own, map, floor, what)
  local map_own = maps.of(map, what)
  if floor == nil then
    floor = next_floor(own)
  else
    floor = whole(floor, what .. ": the floor")
  end
  if own.floors[floor] then
    raise(format("%s: the area has a floor %d already: it is the map %d", what, floor, own.floors[floor]))
  end
  local place = state.game.area_of[map_own.uid]
  if place then
    raise(format("%s: the map %d belongs to the area %d already, as its floor %d", what, map_own.uid, place.area.uid, place.floor))
  end
  own.made = own.made + 1
  if own.made > MOST_FLOORS then
    raise(format("%s: the area has %d floors: that is the most", what, MOST_FLOORS))
  end
  own.floors[floor] = map_own.uid
  state.game.area_of[map_own.uid] = { area = own.area, floor = floor }
  touch(map_own)
  touch(own)
  return map_own.uid
end
M.add = add

function methods.add_floor(self, map, floor)
  return add(of(self, "add_floor"), map, floor, "add_floor")
end

function methods.add_map(self, map, options)
  local own = of(self, "add_map")
  return add(own, map, options and options.floor, "add_map")
end

-- Lets a floor be another map; the map that it was belongs to no area then.
function M.set_map(area, floor, map, what)
  local own, map_own = of(area, what), maps.of(map, what)
  local before = own.floors[whole(floor, what .. ": the floor")]
  if before == map_own.uid then
    return
  elseif before then
    M.drop_floor(own, floor)
  end
  add(own, map, floor, what)
end

function M.drop_floor(own, floor)
  local uid = own.floors[floor]
  if uid then
    own.floors[floor], state.game.area_of[uid] = nil, nil
    local map = state.game.maps[uid]
    if map then
      touch(maps.known[map])
    end
  end
end

local function sorted_floors(own)
  local floors = {}
  for floor in next, own.floors do
    floors[#floors + 1] = floor
  end
  sort(floors)
  return floors
end
M.sorted_floors = sorted_floors

function methods.iter_maps(self)
  local own = of(self, "iter_maps")
  local floors, list = sorted_floors(own), {}
  for i, floor in ipairs(floors) do
    list[i] = { uid = own.floors[floor] }
  end
  return iterators.of_pairs(floors, list)
end

function methods.floor_of_map(self, map)
  local own = of(self, "floor_of_map")
  local uid = maps.is(map) and map.uid or map
  local place = state.game.area_of[uid]
  return place and rawequal(place.area, own.area) and place.floor or nil
end

function methods.get_floor(self, floor)
  local uid = of(self, "get_floor").floors[floor]
  if uid then
    return true, { uid = uid }
  end
  return false, "missing_floor"
end

function methods.load_floor(self, floor)
  local own = of(self, "load_floor")
  local uid = own.floors[floor]
  local map = uid and state.game.maps[uid]
  if not map then
    M.drop_floor(own, floor)
    return false, format("%s has no floor %s", called(own), text.tostring(floor))
  end
  return true, map
end

-- Generating --------------------------------------------------------------------------------------------------------

-- What makes a floor: a function of (params), the name of what it belongs to, its record, and that of a map archetype if
-- it is one; or nothing, and why.
local function maker(own, floor, archetype_id)
  local area = own.area
  local function by_map_archetype(id)
    local record = data.find("base.map_archetype", id)
    local fn = record and record.entry.on_generate_map
    if not fn then
      return nil, format("the map archetype %s has no on_generate_map", text.tostring(id))
    end
    return function(params)
      return fn(area, floor, params)
    end, "map archetype " .. id, record, record
  end
  if archetype_id ~= nil then
    return by_map_archetype(data.resolve("base.map_archetype", archetype_id, state.running_mod(), "load_or_generate_floor: the archetype").id)
  end
  local generator, archetype = generator_of(own), archetype_of(own)
  if archetype then
    local entry = archetype.entry
    if entry.floors and entry.floors[floor] then
      return by_map_archetype(entry.floors[floor])
    elseif entry.on_generate_floor then
      return function(params)
        return entry.on_generate_floor(area, floor, params)
      end, "area archetype " .. archetype.id, archetype
    elseif entry.area_generator then
      generator = data.find("base.area_generator", entry.area_generator)
    end
  end
  if generator then
    return function(params)
      return generator.entry.on_generate_floor(floor, area, params)
    end, "area generator " .. generator.id, generator
  end
  local unique = own.unique and M.unique(own.unique)
  if unique and unique.archetype then
    return by_map_archetype(unique.archetype)
  elseif archetype then
    return nil, "no_archetype_on_generate_floor"
  end
  return nil, "no_archetype"
end

-- A map of this dialect out of what a generator of any dialect gives.
local function adopt(value)
  value = maps.meant(value)
  if maps.is(value) then
    maps.of(value, "on_generate_floor")
    return value
  end
end
M.adopt = adopt

local STAIRS = {
  ["base.stairs_up"] = "up", ["elona.stairs_up"] = "up", ["base.stairs_down"] = "down", ["elona.stairs_down"] = "down",
}

-- Up or down, for feats that are stairs; nothing for others.
function M.direction(feat)
  return STAIRS[objects.known[feat].record.id]
end

local function stairs_of(map)
  local up, down = {}, {}
  for _, feat in ipairs(objects.list_of(map, "base.feat")) do
    local way = M.direction(feat)
    if way == "up" then
      up[#up + 1] = feat
    elseif way == "down" then
      down[#down + 1] = feat
    end
  end
  return up, down
end
M.stairs_of = stairs_of

local function point(feat, area_uid, floor)
  local params = objects.known[feat].fields.params
  if params.area_uid == nil and params.map_uid == nil and params.floor_delta == nil and objects.known[feat].fields.floor_delta == nil then
    params.area_uid, params.area_floor, params.start_floor = area_uid, floor, floor
  end
end

-- Where the way up from the first floor leads: area and floor, or nothing.
function M.way_out(own)
  local parent = type(own.parent) == "number" and state.game.areas[own.parent]
  if parent then
    local position = known[parent].children[own.uid]
    return known[parent].uid, position and position.floor or first_floor(known[parent])
  end
end

-- A free square for stairs: one that can be walked to from `from`, far from it.
local function place_stairs(map, id, from)
  local own = maps.known[map]
  local stream = random.host "stairs"
  local best_x, best_y, best
  for _ = 1, 30 do
    local x, y = maps.free_position(map, nil, nil, stream, random.below)
    if not x then
      break
    end
    local distance = from and (x - from.x) ^ 2 + (y - from.y) ^ 2 or 0
    if #objects.Feat.at(x, y, map):to_list() == 0 and (not best or distance > best)
      and (not from or maps.connected(own, from.x, from.y, x, y)) then
      best_x, best_y, best = x, y, distance
      if not from then
        break
      end
    end
  end
  if best_x then
    return objects.create("base.feat", "stairs", id, best_x, best_y, { force = true }, map)
  end
end

-- Connects the stairs of a new floor with the floors above and below, puts those that are missing where it is known how
-- deep the area goes, and makes sure that one can walk from the one to the other.
local function connect(own, map, floor, fail)
  local deepest, first = limit(own), first_floor(own)
  local up, down = stairs_of(map)
  local out_area, out_floor = M.way_out(own)
  if deepest and floor >= deepest then
    for _, feat in ipairs(down) do
      if objects.known[feat].fields.params.area_uid == nil then
        feat:remove_ownership()
      end
    end
    up, down = stairs_of(map)
  end
  if deepest and deepest > first then
    if not up[1] and (floor > first or out_area) then
      up[1] = place_stairs(map, "base.stairs_up", down[1])
    end
    if not down[1] and floor < deepest then
      down[1] = place_stairs(map, "base.stairs_down", up[1])
    end
  end
  for _, feat in ipairs(up) do
    if floor > first then
      point(feat, own.uid, floor - 1)
    elseif out_area then
      point(feat, out_area, out_floor)
    end
  end
  for _, feat in ipairs(down) do
    if not deepest or floor < deepest then
      point(feat, own.uid, floor + 1)
    end
  end
  local all = {}
  for _, list in ipairs { up, down } do
    for _, feat in ipairs(list) do
      all[#all + 1] = feat
    end
  end
  for _, feat in ipairs(all) do
    if not map:is_floor(feat.x, feat.y) then
      fail("made a floor %d of %s (seed %d) whose stairs at (%d, %d) stand where nobody can walk: on %s",
        floor, called(own), finish(py.game_seed()), feat.x, feat.y, text.tostring(map:tile(feat.x, feat.y)._id))
    end
  end
  for i = 2, #all do
    local a, b = all[1], all[i]
    if not maps.connected(maps.known[map], a.x, a.y, b.x, b.y) then
      fail("made a floor %d of %s (seed %d) on which nobody can walk from the stairs at (%d, %d) to those at (%d, %d)",
        floor, called(own), finish(py.game_seed()), a.x, a.y, b.x, b.y)
    end
  end
end

-- Makes a floor without adding it. Raises when the generator gives no map.
local function generate(own, floor, archetype_id, params)
  local make, made_by, source, record = maker(own, floor, archetype_id)
  -- What comes of a function that went well is told at the line of what it belongs to.
  local function fail(pattern, ...)
    local message = "the " .. made_by .. " " .. format(pattern, ...)
    if source.mod == data.HOST then
      raise(message)
    end
    blame.raise_at(source.file, source.line, message)
  end
  if not make then
    return nil, made_by
  end
  local game = state.game
  local before, scope, last_map = finish(py.game_map()), game.scope, game.last.map
  if #scope > 400 then
    raise("a floor is made while a floor is made, again and again: that ends here")
  end
  game.scope = format("%s area %d floor %d", scope, own.uid, floor)
  finish(py.begin_floor())
  local ok, map = protect.pcall(make, params)
  if ok then
    local given = map
    ok, map = protect.pcall(function()
      local adopted = adopt(given)
      if not adopted then
        fail("gave %s for floor %d: must be a map", shown(given), floor)
      elseif game.area_of[adopted.uid] then
        fail("gave the map %d for floor %d: it is a floor of an area already", adopted.uid, floor)
      end
      return adopted
    end)
  end
  local finished = map
  if ok and record then
    if not maps.known[map].fields._archetype then
      map:set_archetype(record.id, { set_properties = true })
    end
    maps.emit(map, "base.on_map_generated_from_archetype", { area = own.area, floor = floor, params = params })
  end
  if ok then
    ok, map = protect.pcall(connect, own, map, floor, fail)
  end
  game.scope = scope
  finish(py.map_current(before))
  if not ok then
    -- What the generator had made before it failed is gone.
    for uid = last_map + 1, game.last.map do
      local left = game.maps[uid]
      if left and not game.area_of[uid] then
        maps.forget(maps.known[left])
        state.game.buried[maps.known[left].number] = true
      end
    end
    blame.raise_again(map)
  end
  return finished
end
M.generate = generate

local function past(own, floor)
  local deepest = limit(own)
  if deepest and floor > deepest then
    return format("%s has no floor %d: its deepest floor is %d", called(own), floor, deepest)
  end
  local first = first_floor(own)
  if floor < first then
    return format("%s has no floor %d: its first floor is %d", called(own), floor, first)
  end
end

function M.load_or_generate(own, floor, archetype_id, what)
  floor = whole(floor, what .. ": the floor")
  local uid = own.floors[floor]
  local map = uid and state.game.maps[uid]
  if map then
    return true, map, false
  end
  M.drop_floor(own, floor)
  local wrong = past(own, floor)
  if wrong then
    return false, wrong, false
  end
  local params = { is_first_generation = true }
  local made, why = generate(own, floor, archetype_id, params)
  if not made then
    return false, why, false
  end
  add(own, made, floor, what)
  maps.emit(made, "base.on_generate_area_floor", { area = own.area, floor_number = floor, is_first_generation = true })
  M.place_children(made)
  return true, made, true
end

function methods.load_or_generate_floor(self, floor, archetype_id)
  return M.load_or_generate(of(self, "load_or_generate_floor"), floor, archetype_id, "load_or_generate_floor")
end

function methods.generate_map_for_floor(self, floor, archetype_id)
  local own = of(self, "generate_map_for_floor")
  floor = whole(floor, "generate_map_for_floor: the floor")
  local wrong = past(own, floor)
  if wrong then
    return false, wrong
  end
  local map, why = generate(own, floor, archetype_id, { is_first_generation = own.floors[floor] == nil })
  return map ~= nil, map or why
end

function methods.load_or_generate_starting_floor(self)
  local own = of(self, "load_or_generate_starting_floor")
  return M.load_or_generate(own, first_floor(own), nil, "load_or_generate_starting_floor")
end

function methods.load_starting_floor(self)
  local own = of(self, "load_starting_floor")
  return methods.load_floor(self, first_floor(own))
end

-- Areas in areas ----------------------------------------------------------------------------------------------------

local function need_child(own, child, what)
  local other = of(child, what .. ": its argument")
  if own.children[other.uid] == nil then
    raise(format("%s: the area %d is no child of the area %d", what, other.uid, own.uid))
  end
  return other
end

function methods.add_child_area(self, child)
  local own, other = of(self, "add_child_area"), of(child, "add_child_area: its argument")
  if own.children[other.uid] ~= nil then
    raise(format("add_child_area: the area %d is a child already", other.uid))
  elseif type(other.parent) == "number" then
    raise(format("add_child_area: the area %d is a child of the area %d", other.uid, other.parent))
  end
  local above = own
  while above do
    if above == other then
      raise("add_child_area: an area cannot lie in itself")
    end
    above = type(above.parent) == "number" and known[state.game.areas[above.parent]]
  end
  own.children[other.uid], other.parent = false, own.uid
end

function methods.remove_child_area(self, child)
  local own, other = of(self, "remove_child_area"), of(child, "remove_child_area: its argument")
  if own.children[other.uid] ~= nil then
    own.children[other.uid], other.parent = nil, nil
  end
end

function methods.has_child_area(self, child)
  return of(self, "has_child_area").children[of(child, "has_child_area: its argument").uid] ~= nil
end

function methods.child_area_position(self, child)
  local own = of(self, "child_area_position")
  local position = own.children[of(child, "child_area_position: its argument").uid]
  if position then
    return position.x, position.y, position.floor
  end
end

function methods.set_child_area_position(self, child, x, y, floor)
  local own = of(self, "set_child_area_position")
  local other = need_child(own, child, "set_child_area_position")
  if x == nil and y == nil and floor == nil then
    own.children[other.uid] = false
    return
  end
  own.children[other.uid] = {
    x = whole(x, "set_child_area_position: x"), y = whole(y, "set_child_area_position: y"),
    floor = whole(floor, "set_child_area_position: the floor"),
  }
end

function methods.iter_child_areas(self, floor)
  local own = of(self, "iter_child_areas")
  local uids, list = {}, {}
  for uid, position in next, own.children do
    if floor == nil or position and position.floor == floor then
      uids[#uids + 1] = uid
    end
  end
  sort(uids)
  for i, uid in ipairs(uids) do
    list[i] = state.game.areas[uid]
  end
  return iterators.of_list(list)
end

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
        own.fields[name] = data.deep_copy(record.entry[name])
      end
    end
  end
end

function methods.archetype(self)
  local record = archetype_of(of(self, "archetype"))
  return record and data.seen(record, state.running_mod())
end

-- Registering -------------------------------------------------------------------------------------------------------

-- Takes an area out of the game.
function M.forget(own)
  state.game.areas[own.uid] = nil
  state.drop(own)
end

function M.register(own, parent)
  own.registered = true
  state.game.areas[own.uid] = own.area
  state.take_back(own)
  if known[parent] then
    local above = known[parent]
    if above.children[own.uid] == nil then
      methods.add_child_area(parent, own.area)
    end
  elseif own.parent == nil then
    own.parent = "root"
  end
end

-- The area of a map and the floor it is; nothing when it belongs to none.
function M.of_map(map)
  local place = state.game.area_of[maps.is(map) and maps.known[map].uid or map]
  if place then
    return place.area, place.floor
  end
end

-- The area of a map, made around it when there is none.
function M.around(map, parent)
  local area, floor = M.of_map(map)
  if not area then
    area = M.new()
    floor = 1
    add(known[area], map, 1, "Area")
  end
  if not known[area].registered then
    M.register(known[area], parent or "root")
  end
  return area, floor
end

-- The unique area of an id, made when there is none yet.
function M.get_unique(id, parent, what)
  local one = need_unique(id, what)
  local there = state.game.unique[one.id]
  if there then
    return state.game.areas[there.area_uid], one, false
  end
  local area = M.new(one.area_archetype and one.id or nil, one.generator)
  local own = known[area]
  own.unique = one.id
  copy_declared(own, one.entry)
  state.game.unique[one.id] = { area_uid = own.uid, entrance_was_generated = false }
  if not parent and one.parent then
    local above = state.game.unique[one.parent]
    parent = above and state.game.areas[above.area_uid] or nil
    if not parent and M.unique(one.parent) then
      parent = M.get_unique(one.parent, nil, what)
    end
  end
  M.register(own, parent or "root")
  return area, one, true
end

-- Puts the feat that leads to an area on a map.
function M.make_entrance(area, floor, x, y, map, kind, params)
  local own = known[area]
  local given = { area_uid = own.uid, area_floor = floor, start_floor = floor }
  for key, value in order.pairs(params or {}) do
    given[key] = value
  end
  local feat, why = objects.create("base.feat", "Area.create_entrance", kind, x, y, { force = true, params = given }, map)
  if not feat then
    return nil, why
  end
  if own.fields.image ~= nil then
    feat.image = own.fields.image
  end
  if own.fields.name ~= nil then
    feat.name = own.fields.name
  end
  if own.fields.color ~= nil then
    feat.color = data.deep_copy(own.fields.color)
  end
  local around, on_floor = M.of_map(map)
  if around and kind == "elona.map_entrance" and not rawequal(around, area) then
    local above = known[around]
    if above.children[own.uid] == nil and (own.parent == nil or own.parent == "root") and above.parent ~= own.uid then
      local ok = protect.pcall(methods.add_child_area, around, area)
      if not ok then
        return feat
      end
    end
    if above.children[own.uid] == false then
      above.children[own.uid] = { x = feat.x, y = feat.y, floor = on_floor }
      touch(own)
    end
  end
  return feat
end

-- The entrance to an area on a map, or nil.
function M.find_entrance(area, map)
  for _, feat in ipairs(objects.list_of(map, "base.feat")) do
    local params = objects.known[feat].fields.params
    if params and params.area_uid == known[area].uid and not M.direction(feat) then
      return feat
    end
  end
end

-- Makes the areas that declare this map as their parent, and their entrances, each once.
function M.place_children(map)
  local area, floor = M.of_map(map)
  local own = area and known[area]
  if not (own and own.unique) then
    return
  end
  for _, one in ipairs(children_of(own.unique)) do
    if (one.parent_floor or first_floor(own)) == floor and one.x and one.y then
      local child = M.get_unique(one.id, area, "base.unique_area")
      local there = state.game.unique[one.id]
      if not there.entrance_was_generated then
        if not map:is_in_bounds(one.x, one.y) then
          local record = data.find(one.kind, one.id)
          finish(py.warn(format("the %s %s lies at (%d, %d), and the map of %s has %d × %d squares: it gets no entrance",
            one.kind, one.id, one.x, one.y, own.unique, map:width(), map:height()), record.file, record.line))
        else
          there.entrance_was_generated = true
          if not M.find_entrance(child, map) then
            M.make_entrance(child, one.starting_floor or first_floor(known[child]), one.x, one.y, map, "elona.map_entrance")
            if not map:is_floor(one.x, one.y) then
              local record = data.find(one.kind, one.id)
              finish(py.warn(format("the entrance of the %s %s is at (%d, %d) of %s, where nobody can walk: on %s",
                one.kind, one.id, one.x, one.y, own.unique, text.tostring(map:tile(one.x, one.y)._id)), record.file, record.line))
            end
          end
        end
      end
    end
  end
end

M.need_unique, M.children_of, M.generator_of = need_unique, children_of, generator_of

-- A new game: what is still held stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

return M
