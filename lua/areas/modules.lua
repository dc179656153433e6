-- The modules that mods require as api.… or find as globals: Area, Map, Chara … Each mod has tables of its own, which look
-- up the one function of each name, so that advice reaches all callers.

local import, py = ...
local advice = import "areas/advice"
local areas = import "areas/area"
local blame = import "host/blame"
local charagen = import "areas/charagen"
local checkers = import "host/checkers"
local classes = import "areas/classes"
local data = import "areas/data"
local declared = import "areas/declared"
local dungeon = import "areas/dungeon"
local emitter = import "areas/emitter"
local iterators = import "areas/iterators"
local keeping = import "areas/keeping"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local protect = import "host/protect"
local random = import "areas/rand"
local save = import "areas/save"
local state = import "areas/state"
local text = import "host/text"
local travel = import "areas/travel"
local views = import "host/views"
local world = import "areas/world"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local format, match, sort = string.format, string.match, table.sort
local ipairs, math_type, next, rawequal, select, setmetatable, type =
  ipairs, math.type, next, rawequal, select, setmetatable, type
local whole = state.whole

local M = {}

-- Area --------------------------------------------------------------------------------------------------------------

local Area = {}

-- An area out of an area, its uid, or the id of a unique one that is there.
local function area_of(value, what)
  if areas.is(value) then
    areas.of(value, what)
    return value
  end
  local uid = math.tointeger(value)
  if uid and state.game.areas[uid] then
    return state.game.areas[uid]
  end
  local there = type(value) == "string" and state.game.unique[value]
  if there then
    return state.game.areas[there.area_uid]
  end
  raise(format("%s is %s: must be an area, or the uid of one", what, shown(value)))
end

-- Area and floor out of an area, its uid, the id of a unique one, or a map; a map without area gets one.
local function place_of(value, what, parent)
  value = maps.meant(value)
  if maps.is(value) then
    maps.of(value, what)
    local area, floor = areas.around(value, parent)
    return area, floor
  elseif type(value) == "string" and areas.unique(value) then
    local area = areas.get_unique(value, nil, what)
    return area, areas.first_floor(areas.known[area])
  end
  local area = area_of(value, what)
  return area, areas.first_floor(areas.known[area])
end

function Area.get(value)
  if maps.is(value) then
    return (areas.of_map(value))
  elseif areas.is(value) then
    return value
  elseif type(value) == "string" then
    local there = state.game.unique[value]
    return there and state.game.areas[there.area_uid]
  end
  return state.game.areas[math.tointeger(value)]
end

function Area.current()
  local map = state.game.map
  return map and (areas.of_map(map)) or nil
end

function Area.current_floor()
  local map = state.game.map
  return map and select(2, areas.of_map(map)) or nil
end

function Area.for_map(map)
  return areas.of_map(maps.is(map) and map or math.tointeger(map))
end

function Area.floor_number(map)
  return (select(2, areas.of_map(maps.is(map) and map or math.tointeger(map))))
end

function Area.iter()
  local uids, list = {}, {}
  for uid in next, state.game.areas do
    uids[#uids + 1] = uid
  end
  sort(uids)
  for i, uid in ipairs(uids) do
    list[i] = state.game.areas[uid]
  end
  return iterators.of_pairs(uids, list)
end

function Area.all_maps(area)
  if area == nil then
    area = Area.current()
    if not area then
      return {}
    end
  end
  local own = areas.known[area_of(area, "Area.all_maps: its argument")]
  local list = {}
  for i, floor in ipairs(areas.sorted_floors(own)) do
    list[i] = own.floors[floor]
  end
  return list
end

function Area.metadata(map)
  local area = map == nil and Area.current() or map ~= nil and Area.get(map)
  return area and area.metadata or nil
end

function Area.parent(value)
  local area = maps.is(value) and areas.of_map(value) or not maps.is(value) and area_of(value, "Area.parent: its argument")
  local uid = area and areas.known[area].parent
  return type(uid) == "number" and state.game.areas[uid] or nil
end

function Area.get_root_area(value)
  local area = maps.is(value) and areas.of_map(value) or not maps.is(value) and area_of(value, "Area.get_root_area: its argument")
  while area and type(areas.known[area].parent) == "number" do
    area = state.game.areas[areas.known[area].parent]
  end
  return area
end

function Area.iter_children(area)
  return area_of(area, "Area.iter_children: its argument"):iter_child_areas()
end

function Area.iter_all_contained_in(area)
  local list, seen = {}, {}
  local function walk(one)
    for _, child in one:iter_child_areas() do
      if not seen[child] then
        seen[child] = true
        list[#list + 1] = child
        walk(child)
      end
    end
  end
  walk(area_of(area, "Area.iter_all_contained_in: its argument"))
  return iterators.of_list(list)
end

function Area.is_area_entrance(feat)
  if not objects.is(feat, "base.feat") then
    return false
  end
  local params = objects.known[feat].fields.params
  return type(params) == "table" and params.area_uid ~= nil
end

function Area.iter_entrances_in_parent(map)
  local list = {}
  for _, feat in ipairs(objects.list_of(objects.map_of(map, "Area.iter_entrances_in_parent"), "base.feat")) do
    if Area.is_area_entrance(feat) and not areas.direction(feat) then
      list[#list + 1] = feat
    end
  end
  return iterators.of_list(list)
end

function Area.iter_in_parent(map)
  local list = {}
  for _, feat in Area.iter_entrances_in_parent(map) do
    list[#list + 1] = state.game.areas[objects.known[feat].fields.params.area_uid]
  end
  return iterators.of_list(list)
end

function Area.is_registered(value)
  local area = areas.is(value) and value or state.game.areas[math.tointeger(value)]
  return area ~= nil and areas.known[area].registered == true
end

function Area.register(area, options)
  state.need_game "Area.register"
  local own = areas.of(area, "Area.register")
  if own.registered then
    raise(format("Area.register: the area %d is registered already", own.uid))
  end
  local parent = options and options.parent
  if parent ~= nil and parent ~= "root" then
    local above = areas.of(parent, "Area.register: the parent")
    if not above.registered then
      raise(format("Area.register: the parent, area %d, is not registered: must be first", above.uid))
    end
  end
  areas.register(own, parent or "root")
  return own.uid
end

function Area.unregister(area)
  area = area_of(area, "Area.unregister: its argument")
  local own = areas.known[area]
  local parent = Area.parent(area)
  if parent then
    parent:remove_child_area(area)
  end
  own.registered, own.parent = nil, nil
  if own.unique then
    state.game.unique[own.unique] = nil
  end
  areas.forget(own)
end

function Area.delete(area)
  area = area_of(area, "Area.delete: its argument")
  local own = areas.known[area]
  local here = Area.current()
  if here and rawequal(here, area) then
    raise("Area.delete: the player is in it: must be elsewhere")
  end
  for _, floor in ipairs(areas.sorted_floors(own)) do
    local map = state.game.maps[own.floors[floor]]
    if map then
      travel.need_deletable(map, "Area.delete")
    end
  end
  Area.unregister(area)
  for _, floor in ipairs(areas.sorted_floors(own)) do
    local map = state.game.maps[own.floors[floor]]
    if map then
      travel.delete(map)
    end
  end
  own.children, own.fields.deepest_floor_visited = {}, 0
  emitter.emit(area, nil, "base.on_area_deleted", { area = area })
end

local function need_square(x, y, map, what)
  if not maps.square(maps.of(map, what .. ": the map"), x, y) then
    raise(format("%s: (%d, %d) lies outside the map of %d × %d squares", what, x, y, map:width(), map:height()))
  end
end

-- What create_entrance and create_stairs_… take: (where to, x, y, map), or (area, floor or map, x, y, params, map). The
-- fourth is a map or nothing in the one form, and a number in the other.
local function read_form(what, a, b, c, d, e, f)
  if type(a) ~= "table" and type(a) ~= "string" and math_type(a) == nil then
    raise(format("%s: to is %s: must be an area or a map, or the uid of one", what, shown(a)))
  end
  local is_long = math_type(d) ~= nil
  local x, y = b, c
  if is_long then
    x, y = c, d
  end
  x, y = whole(x, what .. ": x"), whole(y, what .. ": y")
  if is_long then
    local area, floor = place_of(a, what .. ": to")
    b = maps.meant(b)
    if maps.is(b) then
      floor = areas.known[area] and area:floor_of_map(b)
      if not floor then
        raise(what .. ": the map is no floor of that area")
      end
    elseif b ~= nil then
      floor = whole(b, what .. ": the floor")
    end
    return area, floor, x, y, objects.map_of(f, what), e
  end
  return nil, nil, x, y, objects.map_of(d, what), e
end

function Area.create_entrance(a, b, c, d, e, f)
  state.need_game "Area.create_entrance"
  local area, floor, x, y, map, params = read_form("Area.create_entrance", a, b, c, d, e, f)
  need_square(x, y, map, "Area.create_entrance")
  if not area then
    area, floor = place_of(a, "Area.create_entrance: to", (areas.of_map(map)))
  end
  return areas.make_entrance(area, floor, x, y, map, "elona.map_entrance", params)
end

local function create_stairs(what, kind)
  return function(a, b, c, d, e, f)
    state.need_game(what)
    local area, floor, x, y, map, params = read_form(what, a, b, c, d, e, f)
    need_square(x, y, map, what)
    local given = {}
    for key, value in order.pairs(params or {}) do
      given[key] = value
    end
    if not area then
      -- Where to is the uid of a map here.
      local target = maps.resolve(a, what .. ": to")
      given.map_uid = target.uid
      area, floor = areas.of_map(target)
      if not area then
        area, floor = areas.around(target, (areas.of_map(map)))
      end
    end
    return areas.make_entrance(area, floor, x, y, map, kind, given)
  end
end

Area.create_stairs_down = create_stairs("Area.create_stairs_down", "elona.stairs_down")
Area.create_stairs_up = create_stairs("Area.create_stairs_up", "elona.stairs_up")

-- A floor of an area, made when it is not there; raises when it cannot be.
local function floor_map(area, floor, what)
  local own = areas.known[area]
  local ok, map = areas.load_or_generate(own, floor == nil and areas.first_floor(own) or floor, nil, what)
  if not ok then
    if map == "no_archetype" then
      map = format("%s has no floor %s, and nothing that makes it: no generator and no archetype", areas.called(own),
        text.tostring(floor or areas.first_floor(own)))
    elseif map == "no_archetype_on_generate_floor" then
      map = format("the area archetype %s has no on_generate_floor", own.archetype)
    end
    raise(what .. ": " .. map)
  end
  return map
end

function Area.load_starting_map(entrance)
  if not Area.is_area_entrance(entrance) then
    raise(format("Area.load_starting_map: its argument is %s: must be an entrance", shown(entrance)))
  end
  local params = objects.known[entrance].fields.params
  local area = area_of(params.area_uid, "Area.load_starting_map: the area of the entrance")
  return floor_map(area, params.start_floor or params.area_floor, "Area.load_starting_map")
end

function Area.set_map(area, floor, map)
  areas.set_map(area_of(area, "Area.set_map: argument 1"), floor, map, "Area.set_map")
end

function Area.is_generated(id)
  local one = areas.need_unique(id, "Area.is_generated")
  return state.game.unique[one.id] ~= nil
end
Area.is_created = Area.is_generated

function Area.get_unique(id)
  local there = state.game.unique[areas.need_unique(id, "Area.get_unique").id]
  return there and state.game.areas[there.area_uid] or nil
end

function Area.get_or_create(id)
  state.need_game "Area.get_or_create"
  return (areas.get_unique(id, nil, "Area.get_or_create"))
end

function Area.create_unique(id, parent)
  state.need_game "Area.create_unique"
  if parent ~= nil and parent ~= "root" then
    parent = area_of(parent, "Area.create_unique: the parent")
  end
  return (areas.get_unique(id, parent, "Area.create_unique"))
end

function Area.set_unique(id, area, parent)
  local one = areas.need_unique(id, "Area.set_unique")
  local own = areas.of(area, "Area.set_unique: argument 2")
  local before = state.game.unique[one.id]
  if before and before.area_uid ~= own.uid then
    areas.known[state.game.areas[before.area_uid]].unique = nil
  end
  own.unique = one.id
  state.game.unique[one.id] = { area_uid = own.uid, entrance_was_generated = before ~= nil and before.entrance_was_generated }
  if not own.registered then
    areas.register(own, parent ~= nil and parent ~= "root" and area_of(parent, "Area.set_unique: the parent") or "root")
  end
end

function Area.get_or_create_map(value, floor)
  state.need_game "Area.get_or_create_map"
  local area
  if maps.is(value) then
    return value
  elseif type(value) == "string" then
    area = areas.get_unique(value, nil, "Area.get_or_create_map")
  else
    area = area_of(value, "Area.get_or_create_map: argument 1")
  end
  return floor_map(area, floor, "Area.get_or_create_map")
end

-- Makes the area of an id and its entrance: area, entrance. Without x and y it lies where its declaration says.
function Area.create(id, x, y, parent)
  state.need_game "Area.create"
  local one = areas.need_unique(id, "Area.create")
  local map = objects.map_of(parent, "Area.create")
  x, y = x == nil and one.x or x, y == nil and one.y or y
  if x == nil or y == nil then
    raise(format("Area.create: %s declares no x and y: must be given", one.id))
  end
  x, y = whole(x, "Area.create: x"), whole(y, "Area.create: y")
  need_square(x, y, map, "Area.create")
  local around = areas.around(map)
  local area = areas.get_unique(one.id, around, "Area.create")
  local entrance = areas.find_entrance(area, map)
  if entrance then
    entrance:set_pos(x, y)
  else
    state.game.unique[one.id].entrance_was_generated = true
    entrance = areas.make_entrance(area, one.starting_floor or areas.first_floor(areas.known[area]), x, y, map, "elona.map_entrance")
  end
  return area, entrance
end

-- Makes anew the maps of all areas that declare this one as their parent: a list of them.
function Area.regenerate_all_child_maps(value)
  state.need_game "Area.regenerate_all_child_maps"
  local parent
  if maps.is(value) or areas.is(value) then
    parent = maps.is(value) and areas.of_map(value) or value
  else
    parent = areas.get_unique(value, nil, "Area.regenerate_all_child_maps")
  end
  local id = parent and areas.known[parent].unique
  if not id then
    raise(format("Area.regenerate_all_child_maps: %s is no unique area", shown(value)))
  end
  local made = {}
  for _, one in ipairs(areas.children_of(id)) do
    local child = areas.get_unique(one.id, parent, "Area.regenerate_all_child_maps")
    dungeon.forget_floors(child)
    made[#made + 1] = floor_map(child, nil, "Area.regenerate_all_child_maps")
  end
  local ok, ground = parent:load_floor(areas.first_floor(areas.known[parent]))
  if ok then
    areas.place_children(ground)
  end
  return made
end

-- Goes to a floor of an area.
local function goto_floor(value, floor)
  state.need_game "goto_floor"
  local map = Area.get_or_create_map(value, floor)
  return travel.travel_to(map)
end
Area.goto_floor = goto_floor

-- Map ---------------------------------------------------------------------------------------------------------------

local Map = {}

Map.travel_to = travel.travel_to
Map.from_dungeon = maps.from_dungeon
Map.set_map = function(map, load_type)
  state.need_game "Map.set_map"
  travel.set_map(map, load_type)
end
Map.leave_by_edge = travel.leave_by_edge

function Map.current()
  return state.game.map
end

function Map.get_or_create(id)
  return Area.get_or_create_map(id)
end

function Map.load(uid)
  local map = state.game.maps[math.tointeger(uid)]
  if map then
    return true, map
  end
  return false, format("there is no map %s", shown(uid))
end

function Map.exists(value)
  if maps.is(value) then
    return not maps.known[value].gone
  end
  return state.game.maps[math.tointeger(value)] ~= nil
end

function Map.delete(value)
  travel.delete(maps.resolve(value, "Map.delete: its argument"))
end

function Map.save(map)
  maps.of(map, "Map.save")
  keeping.check_map(map)
  return true
end

function Map.floor_number(map)
  return (select(2, areas.of_map(objects.map_of(map, "Map.floor_number"))))
end

function Map.is_world_map(map)
  return objects.map_of(map, "Map.is_world_map"):has_type "world_map"
end

for _, name in ipairs { "width", "height" } do
  Map[name] = function(map)
    map = objects.map_of(map, "Map." .. name)
    return map[name](map)
  end
end

-- Those whose last argument is a map, by default the current one: name -> how many come before it.
for name, count in next, {
  is_in_bounds = 2, has_los = 4, is_in_fov = 2, is_floor = 2, can_access = 2, tile = 2, set_tile = 3, can_see_through = 2,
} do
  Map[name] = function(...)
    local given = { ... }
    local map = objects.map_of(given[count + 1], "Map." .. name)
    return map[name](map, table.unpack(given, 1, count))
  end
end

function Map.calc_start_position(map, previous, feat)
  map = objects.map_of(map, "Map.calc_start_position")
  return travel.start_position(map, previous, feat)
end

function Map.find_free_position(x, y, options, map)
  map = objects.map_of(map, "Map.find_free_position")
  if x == nil then
    return maps.free_position(map, nil, nil, random.host "places", random.below)
  end
  x, y = whole(x, "Map.find_free_position: x"), whole(y, "Map.find_free_position: y")
  if options and options.allow_stacking and map:is_floor(x, y) then
    return x, y
  end
  return maps.free_position(map, x, y)
end

function Map.find_position_for_chara(x, y, _, map)
  return Map.find_free_position(x, y, nil, map)
end

function Map.try_place_chara(chara, x, y, map)
  local own = objects.of(chara, "Map.try_place_chara")
  map = objects.map_of(map, "Map.try_place_chara")
  local px, py_ = Map.find_free_position(x, y, nil, map)
  if not px then
    return nil
  end
  objects.put(own, map, px, py_)
  return chara
end

function Map.max_chara_count(map)
  map = objects.map_of(map, "Map.max_chara_count")
  return map:width() * map:height()
end

function Map.can_drop_items(map)
  map = objects.map_of(map, "Map.can_drop_items")
  local limit = map:calc "item_on_floor_limit"
  return limit == nil or #objects.list_of(map, "base.item") < limit
end

-- MapArchetype ------------------------------------------------------------------------------------------------------

local MapArchetype = {}

function MapArchetype.generate_map(id, area, floor, params)
  state.need_game "MapArchetype.generate_map"
  local record = data.resolve("base.map_archetype", id, state.running_mod(), "MapArchetype.generate_map: the id")
  local make = record.entry.on_generate_map
  if not make then
    raise(format("MapArchetype.generate_map: %s has no on_generate_map", record.id))
  end
  params = params == nil and {} or params
  params.is_first_generation = true
  local map = maps.meant(make(area, floor, params))
  if not maps.is(map) then
    raise(format("MapArchetype.generate_map: on_generate_map of %s gave %s: must be a map", record.id, shown(map)))
  end
  if not map._archetype then
    map:set_archetype(record.id, { set_properties = true })
  end
  maps.emit(map, "base.on_map_generated_from_archetype", { area = area, floor = floor, params = params })
  return map
end

function MapArchetype.generate_map_and_area(id, floor, params, parent)
  local map = MapArchetype.generate_map(id, nil, floor, params)
  local area = areas.new()
  area:add_floor(map, floor)
  Area.register(area, { parent = parent })
  return map, area
end

function MapArchetype.generate_area_archetype_entrances(map)
  areas.place_children(objects.map_of(map, "MapArchetype.generate_area_archetype_entrances"))
end

-- small ones --------------------------------------------------------------------------------------------------------

local LEVELS = { trace = 1, debug = 2, info = 3, warn = 4, error = 5 }
local log_level = LEVELS.info

local function say(line)
  finish(py.print(line))
end

local function log_for(mod)
  local api = {}
  for name, level in next, LEVELS do
    api[name] = function(pattern, ...)
      if level < log_level then
        return
      end
      local message = text.format(type(pattern) == "string" and pattern or text.tostring(pattern), ...)
      emitter.emit(nil, nil, "base.on_log_message", { level = name, message = message, tag = mod.id })
      say(format("[%s] %s: %s", name, mod.id, message))
    end
  end
  function api.set_level(name)
    log_level = LEVELS[name]
  end
  return api
end

local function message(key, ...)
  return key == nil and "" or select("#", ...) > 0 and text.tostring(key) .. " " .. table.concat({ ... }, " ") or text.tostring(key)
end

-- Without a screen: what is said is printed, and what is drawn is drawn by whoever runs the host.
local Gui = {
  mes = function(key, ...)
    say(message(key, ...))
  end,
  mes_c = function(key)
    say(message(key))
  end,
  mes_clear = function() end,
  mes_newline = function() end,
  play_sound = function() end,
  update_screen = function() end,
  redraw_screen = function() end,
}

-- Files of tests ask for these.
local TestUtil = {
  set_player = function(map, x, y)
    local player = objects.create("base.chara", "TestUtil.set_player", "base.fallback", nil, nil, { ownerless = true })
    if map then
      map:take_object(player, x or 0, y or 0)
    end
    state.game.player = player
    return player
  end,
  register_map = function(map)
    local area = areas.new()
    area:add_floor(map)
    Area.register(area)
    travel.set_map(map)
    return area
  end,
  save_cycle = keeping.cycle,
  stripped_chara = function(id, map, x, y)
    return objects.create("base.chara", "TestUtil.stripped_chara", id, x, y, { ownerless = map == nil }, map)
  end,
  stripped_item = function(id, map, x, y, amount)
    return objects.create("base.item", "TestUtil.stripped_item", id, x, y, { ownerless = map == nil, amount = amount }, map)
  end,
}

-- lookup ------------------------------------------------------------------------------------------------------------

-- name -> functions, or a maker of them for a mod.
local modules = {
  Action = world.Action, Area = Area, Chara = objects.Chara, Charagen = charagen, Feat = objects.Feat, Gui = Gui, Item = objects.Item,
  Map = Map, MapArchetype = MapArchetype, World = world.api,
  Dungeon = { iter = dungeon.iter, regenerate_all_in = dungeon.regenerate_all_in, generate_floor = dungeon.generate_floor },
}
local makers = { Event = emitter.api, Log = log_for, Rand = random.of, Save = keeping.api }
makers.Elona122Map = function(mod)
  return {
    generate = function(name)
      return dungeon.from_file(mod, name)
    end,
  }
end
local test_modules = { TestUtil = views.fixed("TestUtil", declared.check("TestUtil", TestUtil)) }
for name, functions in next, modules do
  declared.check(name, functions)
end
local fronts = { InstancedMap = maps.InstancedMap, InstancedArea = areas.InstancedArea }
for name, front in next, objects.interfaces do
  fronts[name] = front
end

local own_module

-- The one name of a path, and the table of a mod that it stands for with that mod, or whether the host's has a function.
local function module_for_advice(mod)
  return function(path)
    local name = match(path, "^api%.([%w_]+)$") or match(path, "^game%.[%w_]+%.([%w_]+)$")
    if name and (modules[name] or makers[name] or name == "Advice") then
      return "api." .. name, nil, nil, function(fn)
        return own_module(mod, name)[fn] ~= nil
      end
    end
    local loader = import "host/loader"
    local owner = loader.mods[match(path, "^mod%.([^%.]+)%.") or ""] or mod
    local ok, target = protect.pcall(mod.env.require, path)
    if not ok or type(target) ~= "table" then
      raise(format("Advice: there is no module %s that is a table%s", shown(path), ok and "" or ": " .. text.tostring(target)))
    end
    return path, views.original(target) or target, owner
  end
end
makers.Advice = function(mod)
  return advice.of(mod, module_for_advice(mod))
end

-- The table of a mod for a module; nil when there is none of that name.
function own_module(mod, name)
  local known = mod.area_modules[name]
  if known or not (modules[name] or makers[name]) then
    return known or fronts[name]
  end
  local functions = modules[name] or declared.check(name, makers[name](mod))
  local path = "api." .. name
  known = setmetatable({}, {
    __metatable = false,
    __name = name,
    __index = function(_, key)
      local fn = functions[key]
      if fn == nil then
        local names = {}
        for one in next, functions do
          names[#names + 1] = one
        end
        sort(names)
        local close = type(key) == "string" and finish(py.nearest(key, table.concat(names, "\0")))
        if close then
          raise(format("%s.%s: there is no function of that name; %s", name, key, close))
        end
        return nil
      end
      return advice.wrapped(path, key, fn)
    end,
    __newindex = function(_, key)
      raise(format("%s.%s cannot be set: %s is of the host; Advice.add changes what it does", name, text.tostring(key), name))
    end,
    __pairs = function()
      -- Of a copy: what pairs gives is the caller's.
      local copy = {}
      for key, fn in next, functions do
        copy[key] = advice.wrapped(path, key, fn)
      end
      return order.pairs(copy)
    end,
  })
  mod.area_modules[name] = known
  return known
end

-- The table `types`.
local function make_types()
  local library = {}
  for name, atom in next, checkers.atoms do
    library[name] = atom
  end
  for name, make in next, checkers.make do
    library[name] = make
  end
  library.callback = setmetatable({}, {
    __metatable = false,
    __call = function()
      return checkers.callback
    end,
  })
  function library.data_id(kind)
    if not checkers.is_full_id(kind) then
      raise(format("types.data_id: kind is %s: must be the name of a type, such as base.item", shown(kind)))
    end
    return data.data_id(kind)
  end
  function library.data_entry(kind)
    return checkers.define("data_entry", function(value, path, found)
      local entry = views.original(value) or value
      local record = type(entry) == "table" and data.find(kind, rawget(entry, "_id"))
      if not record or record.entry ~= entry then
        checkers.fault(found, path, value, format("must be an entry of %s", text.tostring(kind)))
      end
    end)
  end
  function library.map_object(kind)
    return checkers.define("map_object", function(value, path, found)
      if not objects.is(value, kind ~= "any" and kind or nil) then
        checkers.fault(found, path, value, format("must be an object made of %s", text.tostring(kind)))
      end
    end)
  end
  library["class"] = function(of)
    return checkers.define("class", function(value, path, found)
      if not classes.is_an(of, value) then
        checkers.fault(found, path, value, "must be an instance of that class")
      end
    end)
  end
  library.interface = library["class"]
  library.class_type = checkers.define("class_type", function(value, path, found)
    if not classes.is_class(value) then
      checkers.fault(found, path, value, "must be a class")
    end
  end)
  library.interface_type = checkers.define("interface_type", function(value, path, found)
    if not classes.is_interface(value) then
      checkers.fault(found, path, value, "must be an interface")
    end
  end)
  -- Whether a value is of a type: true; or false, and all that is wrong, a line each.
  function library.check(value, checker)
    local found = checkers.check(checker, value)
    if not found[1] then
      return true
    end
    local lines = {}
    for i, one in ipairs(found) do
      local close = one.word and finish(py.nearest(one.word, table.concat(one.type or {}, "\0")))
      lines[i] = checkers.sentence(one) .. (close and "; " .. close or "")
    end
    return false, table.concat(lines, "\n")
  end
  function library.wrap(checker)
    return checker
  end
  return views.fixed("types", declared.check("types", library))
end
local types = make_types()

-- A value as text, for people.
local function inspect(value, options)
  local seen, lines, count = {}, {}, 0
  local most = type(options) == "table" and math.tointeger(options.depth) or 8
  local function show(one, indent, depth)
    count = count + 1
    if count > 5000 then
      return "…"
    elseif type(one) ~= "table" or order.type(one) ~= "table" or getmetatable(one) ~= nil and not views.original(one) then
      return type(one) == "string" and format("%q", one) or text.tostring(one)
    elseif seen[one] or depth > most then
      return text.tostring(one)
    end
    seen[one] = true
    local parts = {}
    for key, item in order.pairs(one) do
      local name = math_type(key) == "integer" and key >= 1 and key <= #one and "" or
        (type(key) == "string" and match(key, "^[%a_][%w_]*$") and key or "[" .. show(key, indent, most + 1) .. "]") .. " = "
      parts[#parts + 1] = indent .. "  " .. name .. show(item, indent .. "  ", depth + 1)
    end
    return parts[1] and "{\n" .. table.concat(parts, ",\n") .. "\n" .. indent .. "}" or "{}"
  end
  lines[1] = show(value, "", 1)
  return lines[1]
end

local globals = declared.check("", { goto_floor = goto_floor, inspect = inspect, pause = function() end })

-- What a require path stands for: a module or a class of the host; nil for anything else.
function M.find(mod, path)
  mod.area_modules = mod.area_modules or {}
  local test = match(path, "^api%.test%.([%w_]+)$")
  if test then
    return test_modules[test]
  end
  local name = match(path, "^api%.([%w_]+)$") or match(path, "^api%.[%w_]+%.([%w_]+)$")
  if name then
    return own_module(mod, name)
  elseif path == "thirdparty.fun" or path == "thirdparty.luafun" then
    return M.fun(mod)
  end
end

-- The names that a mod may require.
function M.module_names()
  local found, is_there = { "thirdparty.fun", "thirdparty.luafun" }, {}
  for _, known in ipairs { modules, makers, fronts } do
    for name in next, known do
      if not is_there[name] then
        is_there[name] = true
        found[#found + 1] = "api." .. name
      end
    end
  end
  for name in next, test_modules do
    found[#found + 1] = "api.test." .. name
  end
  table.sort(found)
  return found
end

-- The names that a mod finds as globals.
function M.ambient(mod)
  mod.area_modules = {}
  local names = {
    class = classes.of(mod, function(path)
      return M.find(mod, path)
    end),
    types = types, fun = views.fixed("fun", iterators.library), data = data.of(mod), save = save.tables(mod),
    config = import("areas/config").config, _MOD_ID = mod.id,
  }
  for name, value in next, globals do
    names[name] = value
  end
  for name in next, modules do
    names[name] = own_module(mod, name)
  end
  for name in next, makers do
    names[name] = own_module(mod, name)
  end
  for name, front in next, fronts do
    names[name] = front
  end
  mod.area_fun = names.fun
  return names
end

function M.fun(mod)
  return mod.area_fun or views.fixed("fun", iterators.library)
end

return M
