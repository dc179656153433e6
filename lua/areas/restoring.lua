-- How a game comes back from a save. What the save says is not believed: it may have been written by anybody.

local import, py = ...
local absent = import "host/absent"
local areas = import "areas/area"
local blame = import "host/blame"
local classes = import "areas/classes"
local data = import "areas/data"
local emitter = import "areas/emitter"
local graph = import "host/graph"
local keepers = import "host/keepers"
local layers = import "host/objects"
local loader = import "host/loader"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local random = import "host/random"
local saved = import "host/saved"
local state = import "areas/state"
local text = import "host/text"
local travel = import "areas/travel"
local views = import "host/views"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local format, match, sort = string.format, string.match, table.sort
local each, field = saved.each, saved.field
local getmetatable = debug.getmetatable
local ipairs, next, tostring, type = ipairs, next, tostring, type
local tointeger = math.tointeger
local sorted_keys = state.sorted_keys

local M = {}

-- What lives on maps.
M.OBJECTS = { ["base.chara"] = true, ["base.item"] = true, ["base.feat"] = true }

function M.touch_all()
  for _, map in next, state.game.maps do
    state.touch(maps.known[map])
  end
  for _, area in next, state.game.areas do
    state.touch(areas.known[area])
  end
end

-- What is written is as the file has it, but for what others may change unseen.
function M.settle()
  for _, some in next, state.game.dirty do
    for uid, own in next, some do
      if not (own.lent or own.shared) then
        own.touched, some[uid] = false, nil
      end
    end
  end
  state.game.dropped = {}
end

local function uid_of(t, where)
  local uid = field(t, "uid", "integer", where)
  if uid < 1 then
    raise(format("the save is damaged: %s → uid is %d: must be at least 1", where, uid))
  end
  return uid
end

-- While a save is read: uid -> object.
local made

local function special_of(cell)
  local kind, rest = cell:sub(1, 1), cell:sub(2)
  local found
  if kind == "o" then
    found = made[tointeger(rest)]
  elseif kind == "m" then
    found = state.game.maps[tointeger(rest)]
  elseif kind == "a" then
    found = state.game.areas[tointeger(rest)]
  elseif kind == "e" then
    local record = data.find(match(rest, "^(.-)%z(.*)$"))
    found = record and views.read_only(record.entry, record.mod)
  end
  return found or keepers.special_of(cell) or absent.token(cell)
end

local function instance(mod, name)
  local kept = keepers.instance(mod, name)
  if kept then
    return kept
  end
  local class = classes.find(mod, name)
  if class then
    return classes.bare(class)
  end
  local plain = {}
  absent.classes[plain] = { mod, name }
  return plain
end

local function decode(graph_text, where)
  local found = graph.decode(graph_text, special_of, instance)
  if type(found) ~= "table" or getmetatable(found) ~= nil then
    raise("the save is damaged: " .. where .. " holds no table")
  end
  return found
end

-- The heads of objects in a chunk, of which `taken` (uid -> true) are elsewhere: { uid, kind, id } each.
local function heads_of(root, where, taken)
  local heads = each(field(root, "objects", "table", where), "table", where .. " → objects")
  for i, head in ipairs(heads) do
    local place = format("%s → objects[%d]", where, i)
    local uid = field(head, 1, "integer", place)
    if not M.OBJECTS[field(head, 2, "string", place)] then
      raise(format("the save is damaged: %s is %s: must be a chara, an item or a feat", place, shown(head[2])))
    end
    field(head, 3, "string", place)
    if uid < 1 or taken[uid] then
      raise(format("the save is damaged: %s has the uid %d, as another has", place, uid))
    end
    taken[uid] = true
  end
  return heads
end

-- What stood for something of that uid before keeps standing for it.
local function former_object(former, head)
  local object = former[head[1]]
  local own = object and objects.known[object]
  return own and own.kind == head[2] and own.record.id == head[3] and object or nil
end

local function make_objects(heads, former)
  for _, head in ipairs(heads) do
    local record = data.find(head[2], head[3])
    if record then
      made[head[1]] = objects.make(record, head[1], {}, former_object(former, head))
    end
  end
end

-- The states of objects in a chunk, one for each head.
local function states_of(root, heads, where)
  local states = each(field(root, "objects", "table", where), "table", where .. " → objects")
  if #states ~= #heads then
    raise(format("the save is damaged: %s has %d objects with %d heads", where, #states, #heads))
  end
  for i, one in ipairs(states) do
    local place = format("%s → objects[%d]", where, i)
    if one.uid ~= heads[i][1] then
      raise(format("the save is damaged: %s has the uid %s: its head has %d", place, shown(one.uid), heads[i][1]))
    end
    field(one, "fields", "table", place)
    if heads[i][2] == "base.feat" then
      field(one.fields, "params", "table", place .. " → fields", true)
    end
    field(one, "temp", "table", place, true)
    field(one, "x", "integer", place, true)
    field(one, "y", "integer", place, one.x == nil)
    field(one, "above", "integer", place, true)
    for _, kept in next, field(one, "mods", "table", place, true) or {} do
      field({ mods = kept }, "mods", "table", place)
    end
    each(field(one, "carried", "table", place, true) or {}, "integer", place .. " → carried")
  end
  return states
end

-- Lets objects lie on a map and be carried, as their states say.
local function place_objects(states, map, where)
  local own_map = map and maps.known[map]
  local lying = {}
  for _, one in ipairs(states) do
    if map and one.x and made[one.uid] then
      if not maps.square(own_map, one.x, one.y) then
        raise(format("the save is damaged: %s → the object %d lies at (%d, %d), outside the map", where, one.uid, one.x, one.y))
      end
      lying[#lying + 1] = one
    end
  end
  sort(lying, function(a, b)
    local x, y = a.above or 1, b.above or 1
    if x ~= y then
      return x < y
    end
    return a.uid < b.uid
  end)
  for _, one in ipairs(lying) do
    objects.put(objects.known[made[one.uid]], map, one.x, one.y)
  end
  for _, one in ipairs(states) do
    local carrier = made[one.uid]
    for _, uid in ipairs(carrier and one.carried or {}) do
      local own = made[uid] and objects.known[made[uid]]
      local around = carrier
      while around and own do
        if own.map or own.inside or around == own.object then
          raise(format("the save is damaged: %s → the object %d carries %d, which is elsewhere", where, one.uid, uid))
        end
        around = objects.known[around].inside
      end
      if own then
        objects.give(own, carrier)
      end
    end
  end
end

-- Fills objects from their states; those of mods that are not loaded are kept as they are: a list of them.
local function fill_objects(heads, states, map, where)
  local left
  for i, one in ipairs(states) do
    local object = made[one.uid]
    if object then
      local own = objects.known[object]
      own.fields, own.temp, own.mod_data = one.fields, one.temp or {}, one.mods or {}
    else
      left = left or {}
      left[#left + 1] = { heads[i], one }
    end
  end
  place_objects(states, map, where)
  return left
end

local NUMBERED = { "map", "area", "ground" }
for i, kind in ipairs(NUMBERED) do
  NUMBERED[i], NUMBERED[kind] = kind, true
end

-- The chunks of the save: kind -> keys; those of maps, areas and grounds are uids, in order. Others are of keepers.
local function open(in_memory)
  local keys = { map = {}, area = {}, ground = {}, mod = {}, game = {}, world = {}, pools = {} }
  for kind, key in finish(py.save_open(in_memory)):gmatch "(%a+)%z([^\1]*)\1" do
    local uid = key
    if NUMBERED[kind] then
      uid = tointeger(key)
    end
    if not (keys[kind] and uid) then
      raise(format("the save has a chunk %s %s: there is no such thing", kind, shown(key)))
    end
    keys[kind][#keys[kind] + 1] = uid
  end
  for _, kind in ipairs(NUMBERED) do
    sort(keys[kind])
  end
  return keys
end

-- Everything that was is no more; a table of its objects by uid.
local function leave(before)
  local former = {}
  for object, own in next, objects.known do
    if not own.gone then
      former[own.uid] = object
    end
  end
  for _, map in next, before.maps do
    local own = maps.known[map]
    for _, object in ipairs(own.store:all()) do
      if objects.known[object] then
        objects.detach(objects.known[object])
      end
    end
    own.gone = true
    if not own.shared then
      finish(py.map_drop(own.number))
    end
  end
  for _, own in next, objects.known do
    own.gone = true
  end
  for _, area in next, before.areas do
    areas.known[area].gone = true
  end
  for _, keeper in keepers.all() do
    keeper.leave()
  end
  return former
end

local function fill_game(root)
  local game = state.game
  game.unique, game.seconds = field(root, "unique", "table", "the game"), field(root, "seconds", "integer", "the game")
  game.turns, game.last = field(root, "turns", "integer", "the game"), field(root, "last", "table", "the game")
  for id in next, game.unique do
    local one = field(game.unique, id, "table", "the game → unique")
    if not game.areas[uid_of({ uid = one.area_uid }, "the game → unique → " .. shown(id))] then
      raise(format("the save is damaged: the game → unique → %s is the area %d, which is not there", shown(id), one.area_uid))
    end
  end
  for _, kind in ipairs { "map", "area" } do
    field(game.last, kind, "integer", "the game → last")
  end
  game.last.ground = field(game.last, "ground", "integer", "the game → last", true) or 0
  layers.last_uid(field(root, "last_object", "integer", "the game"))
end

local function fill_area(uid)
  local game, where = state.game, "area " .. uid
  local own = areas.known[game.areas[uid]]
  local _, area_rest = finish(py.save_get("area", tostring(uid)))
  local one = decode(area_rest, where)
  own.fields, own.count = field(one, "fields", "table", where), field(one, "count", "integer", where)
  for _, name in ipairs { "types", "metadata" } do
    field(own.fields, name, "table", where .. " → fields", name == "types")
  end
  own.registered, own.made = field(one, "registered", "boolean", where, true), field(one, "made", "integer", where)
  own.unique, own.archetype = field(one, "unique", "string", where, true), field(one, "archetype", "string", where, true)
  own.parent = one.parent
  if own.parent ~= nil and own.parent ~= "root" then
    local around = areas.known[game.areas[field(one, "parent", "integer", where)]]
    if around then
      local place = field(one, "place", "table", where, true)
      for _, name in ipairs(place and { "x", "y", "floor" } or {}) do
        field(place, name, "integer", where .. " → place")
      end
      around.children[uid] = place or false
    end
  end
end

-- No area lies in itself.
local function check_parents(uids)
  local game = state.game
  for _, uid in ipairs(uids) do
    local steps, above = 0, uid
    while above and game.areas[above] do
      above, steps = areas.known[game.areas[above]].parent, steps + 1
      if steps > #uids then
        raise(format("the save is damaged: the area %d lies in itself", uid))
      end
    end
  end
end

local function fill_map(own, heads)
  local game, where = state.game, "map " .. own.uid
  local _, map_rest = finish(py.save_get("map", tostring(own.uid)))
  local rest = decode(map_rest, where)
  own.fields, own.temp = field(rest, "fields", "table", where), field(rest, "temp", "table", where, true) or {}
  own.mod_data, own.previous = field(rest, "mods", "table", where, true) or {}, field(rest, "previous", "table", where, true)
  each(own.previous or {}, "integer", where .. " → previous")
  field(own.fields, "_archetype", "string", where, true)
  own.field_count = 0
  for _ in next, own.fields do
    own.field_count = own.field_count + 1
  end
  if rest.memory ~= nil then
    own.memory = {}
    for _, square in ipairs(each(field(rest, "memory", "table", where), "integer", where .. " → memory")) do
      own.memory[square] = true
    end
  end
  own.absent = fill_objects(heads, states_of(rest, heads, where), own.map, where)
  local area = rest.area and areas.known[game.areas[field(rest, "area", "integer", where)]]
  if area then
    local floor = field(rest, "floor", "integer", where)
    if area.floors[floor] then
      raise(format("the save is damaged: %s is the floor %d of the area %d, as another map is", where, floor, area.uid))
    end
    area.floors[floor], game.area_of[own.uid] = own.uid, { area = area.area, floor = floor }
  end
  maps.bind(own)
end

local function fill_mod(id, migrations)
  local mod = loader.mods[id]
  if mod or id == "base" then
    local _, saved = finish(py.save_get("mod", id))
    local kept = decode(saved, "save." .. id)
    local version = finish(py.save_version(id))
    if migrations[mod] and version then
      kept = migrations[mod](kept, version)
    end
    state.game.saved[id] = kept
  end
end

local function fill_party(root)
  local game = state.game
  local function chara(uid, where)
    local object = made[uid]
    if object and objects.known[object].kind ~= "base.chara" then
      raise(format("the save is damaged: %s is %s: must be the uid of a chara", where, shown(uid)))
    end
    return object
  end
  game.player = root.player and chara(root.player, "the game → player")
  for _, uid in ipairs(field(root, "party", "table", "the game")) do
    game.party[#game.party + 1] = chara(uid, "the game → party")
  end
end

-- Number of the map for which a ground stands; nil when there is none.
local function number_of_ground(uid)
  for number, known in next, state.game.ground do
    if known == uid then
      return number
    end
  end
end

-- Number of the map that is kept as "map" or "ground" under a uid; nil when there is none.
local function number_of(kind, uid)
  if kind == "ground" then
    return number_of_ground(uid)
  end
  local map = kind == "map" and state.game.maps[uid]
  return map and maps.known[map].number
end

-- The same, with width and height.
local function map_of(kind, uid)
  local number = number_of(kind, uid)
  if number then
    return number, finish(py.map_size(number))
  end
end

-- What keepers read a save with: keys(kind), get(kind, key, where) → the heads of a chunk and a function that gives the
-- rest; number_of(kind, uid) of a map or a ground; in_memory.
local function read_by_keepers(keys)
  local readers = {}
  function readers.keys(kind)
    return keys[kind]
  end
  function readers.get(kind, key, where)
    local heads, rest = finish(py.save_get(kind, key))
    return decode(heads, where), function()
      return decode(rest, where)
    end
  end
  readers.number_of = map_of
  return readers
end

local function read_game(migrations, in_memory)
  local before = state.game
  local keys = open(in_memory)
  local taken, map_heads = {}, {}
  local head_text, rest_text = finish(py.save_get("game", ""))
  local game_heads = heads_of(decode(head_text, "the game"), "the game", taken)
  for _, uid in ipairs(keys.map) do
    map_heads[uid] = heads_of(decode((finish(py.save_get("map", tostring(uid)))), "map " .. uid), "map " .. uid, taken)
  end

  local former = leave(before)
  state.reset()
  local game = state.game
  made = {}
  -- Everything that can be pointed to.
  make_objects(game_heads, former)
  local restored = {}
  for _, uid in ipairs(keys.map) do
    local number, width, height = finish(py.map_restore("map", tostring(uid)))
    restored[uid] = maps.known[maps.wrap(number, width, height, uid, false, before.maps[uid])]
    make_objects(map_heads[uid], former)
  end
  for _, uid in ipairs(keys.area) do
    game.areas[uid] = areas.make(uid, before.areas[uid])
  end

  for _, uid in ipairs(keys.ground) do
    game.ground[finish(py.map_restore("ground", tostring(uid)))] = uid
  end
  local readers = read_by_keepers(keys)
  for _, keeper in keepers.all() do
    keeper.heads(readers, taken)
  end

  -- What there is to know of them.
  local root = decode(rest_text, "the game")
  fill_game(root)
  for _, uid in ipairs(keys.area) do
    fill_area(uid)
  end
  check_parents(keys.area)
  for _, uid in ipairs(keys.map) do
    fill_map(restored[uid], map_heads[uid])
  end
  game.absent = fill_objects(game_heads, states_of(root, game_heads, "the game"), nil, "the game")
  for _, id in ipairs(keys.mod) do
    fill_mod(id, migrations)
  end
  fill_party(root)
  for _, keeper in keepers.all() do
    keeper.fill(readers)
  end
  -- What was made anew may have drawn.
  finish(py.save_streams())
  random.refresh()
  M.settle()
  if in_memory then
    -- The file has none of it.
    game.dropped = before.dropped
    M.touch_all()
  end
  local shown_map = field(root, "shown", "table", "the game", true)
  local number = shown_map and number_of(shown_map[1], shown_map[2])
  if shown_map and not number then
    saved.damaged("the game", "→ shown is %s %s, which is not there", shown(shown_map[1]), shown(shown_map[2]))
  end
  return root.map and game.maps[root.map], number
end

-- mod -> function(from_version, data).
local migrations = {}

local function migrating()
  local list = {}
  for mod, fn in next, migrations do
    list[mod] = function(kept, version)
      local migrated = fn(version, kept)
      if order.type(migrated) ~= "table" then
        raise(format("Save.on_migrate: the function of mod %s gave %s: must be the data", mod.id, shown(migrated)))
      end
      return migrated
    end
  end
  return list
end

M.migrations = migrations

-- Lets the game be the one that was saved: in the file, or `in_memory`.
function M.restore(in_memory)
  local map, number = read_game(migrating(), in_memory or false)
  local game = state.game
  for _, uid in ipairs(sorted_keys(game.maps)) do
    local one = game.maps[uid]
    maps.emit(one, "base.on_map_deserialized", {})
    for _, object in ipairs(maps.known[one].store:all()) do
      if objects.known[object] then
        objects.instantiated(object)
      end
    end
  end
  made = nil
  if map then
    travel.enter(map, "continue")
  end
  if number and not (map and maps.known[map].number == number) then
    finish(py.map_current(number))
  end
  emitter.emit(nil, nil, "base.on_game_initialize", {})
end

return M
