-- Reading a save: the order in which everything that was kept is there again.

local import, py = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local emitter = import "areas/interface/event_emitter"
local entering = import "areas/travel/entering"
local codecs = import "core/save/codecs"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local placing = import "areas/object/placement"
local random = import "core/game/random"
local restoring_objects = import "areas/restoring_objects"
local restoring_parts = import "areas/restoring_parts"
local restoring_values = import "areas/restoring_values"
local checks = import "core/save/checks"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format, sort = string.format, table.sort
local field = checks.field
local ipairs, next, tostring = ipairs, next, tostring
local tointeger = math.tointeger
local sorted_keys = state.sorted_keys
local now, open_chunk = restoring_values.now, restoring_values.open
local fill_objects, heads_of = restoring_objects.fill_objects, restoring_objects.heads_of
local make_objects, states_of = restoring_objects.make_objects, restoring_objects.states_of
local check_parents, fill_area = restoring_parts.check_parents, restoring_parts.fill_area
local fill_game, fill_map, fill_mod = restoring_parts.fill_game, restoring_parts.fill_map, restoring_parts.fill_mod
local fill_party = restoring_parts.fill_party

local M = {}

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

local NUMBERED = { "map", "area", "ground" }
for i, kind in ipairs(NUMBERED) do
  NUMBERED[i], NUMBERED[kind] = kind, true
end

-- The chunks of the save: kind -> keys; those of maps, areas and grounds are uids, in order. Others are of keepers.
local function open(in_memory)
  local keys = { map = {}, area = {}, ground = {}, mod = {}, game = {}, world = {}, pools = {}, squares = {} }
  for chunk_kind, key in py.save_open(in_memory):gmatch "(%a+)%z([^\1]*)\1" do
    local uid, kind = key, chunk_kind
    if kind == "squares" and key:sub(1, 1) == "g" then
      kind, uid = "ground", key:sub(2)
    end
    if NUMBERED[kind] then
      uid = tointeger(uid)
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
        placing.detach(objects.known[object])
      end
    end
    own.gone = true
    if not own.shared then
      py.map_drop(own.number)
    end
  end
  for _, own in next, objects.known do
    own.gone = true
  end
  for _, area in next, before.areas do
    areas.known[area].gone = true
  end
  for _, keeper in codecs.all() do
    keeper.leave()
  end
  return former
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
    return number, py.map_size(number)
  end
end

-- What keepers read a save with: keys(kind), get(kind, key, where) → the heads of a chunk and a function that gives the
-- rest; number_of(kind, uid) of a map or a ground; in_memory.
local function read_by_keepers(keys)
  local readers = {}
  function readers.keys(kind)
    return keys[kind]
  end
  readers.get = open_chunk
  readers.number_of = map_of
  return readers
end

local function read_game(migrations, in_memory)
  local before = state.game
  local keys = open(in_memory)
  local taken, map_heads = {}, {}
  local game_head, game_body = open_chunk("game", "", "the game")
  local game_heads = heads_of(game_head, "the game", taken)
  for _, uid in ipairs(keys.map) do
    local map_head = open_chunk("map", tostring(uid), "map " .. uid)
    map_heads[uid] = heads_of(map_head, "map " .. uid, taken)
  end

  local former = leave(before)
  state.reset()
  local game = state.game
  now.made = {}
  -- Everything that can be pointed to.
  make_objects(game_heads, former)
  local restored = {}
  for _, uid in ipairs(keys.map) do
    local number, width, height = py.map_restore("m" .. uid)
    restored[uid] = maps.known[maps.wrap(number, width, height, uid, false, before.maps[uid])]
    make_objects(map_heads[uid], former)
  end
  for _, uid in ipairs(keys.area) do
    game.areas[uid] = areas.make(uid, before.areas[uid])
  end

  for _, uid in ipairs(keys.ground) do
    game.ground[py.map_restore("g" .. uid)] = uid
  end
  local readers = read_by_keepers(keys)
  for _, keeper in codecs.all() do
    keeper.heads(readers, taken)
  end

  -- What there is to know of them.
  local root = game_body()
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
  for _, keeper in codecs.all() do
    keeper.fill(readers)
  end
  fill_party(root)
  -- What was made anew may have drawn.
  py.save_streams()
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
    checks.damaged("the game", "→ shown is %s %s, which is not there", shown(shown_map[1]), shown(shown_map[2]))
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
      if stable_order.type(migrated) ~= "table" then
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
  now.made = nil
  if map then
    entering.enter(map, "continue")
  end
  if number and not (map and maps.known[map].number == number) then
    py.map_select(number)
  end
  emitter.emit(nil, nil, "base.on_game_initialize", {})
end

return M
