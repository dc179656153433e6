-- The codec of worlds: the entities on a map, the order in which they act, and the fields of the world. The key of a
-- world is that of its map.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local codecs = import "core/save/codecs"
local entities = import "actions/save/entity"
local fields = import "core/save/fields"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local ground_runs = import "actions/save/ground_runs"
local host_functions = import "actions/mod/host_functions"
local layers = import "actions/constants"
local lists = import "actions/save/lists"
local loader = import "core/loader"
local members = import "core/save/members"
local missing_mods = import "core/save/missing_mods"
local names = import "actions/save/names"
local objects = import "core/game/objects"
local pools = import "pools/world"
local references = import "actions/save/references"
local worlds = import "actions/world/worlds"

local check, damaged, record = fields.check, fields.damaged, fields.record
local format, gsub, sort = string.format, string.gsub, table.sort
local error, ipairs, next, rawset, setmetatable, tointeger = error, ipairs, next, rawset, setmetatable, math.tointeger
local inherits = class.inherits
local key_of, placeholders = references.key_of, references.placeholders

local LAYERS = {}
for _, name in next, grids.keys do
  LAYERS[name] = true
end

-- Fields of a world that its map gives it.
local OF_MAP = { grid = true, width = true, height = true }

-- Entities of missing mods: state of a world → { entities (list of { head, saved, placeholder }), orders (list → uids
-- as the save has them), where }.
local missing = setmetatable({}, { __mode = "k" })

-- While a save is read: key → { world, state, head, entities, body, where }; and entities and worlds of the former
-- game, by uid and key, which stay the same Lua tables.
local opened, former, former_worlds = {}, {}, {}

-- The uids in each list, those of missing entities where the save had them.
local function write_lists(state)
  local saved, waiting, uids = {}, missing[state], {}
  for i, entry in ipairs(waiting and waiting.entities or {}) do
    uids[i] = entry.saved.uid
  end
  for name, list in next, lists.of(state) do
    saved[name] = lists.uids_of(list)
    if uids[1] then
      saved[name] = lists.merge(saved[name], uids, waiting.orders[name] or {}, function(uid) return uid end)
    end
  end
  return saved
end

-- The record ----------------------------------------------------------------------------------------------------------

-- A state is that of the world.
local WORLD = record {
  { "fields", "table", get = function(_, world)
    local saved = {}
    for name, value in next, world do
      if not OF_MAP[name] then
        saved[name] = value
      end
    end
    return saved
  end, set = function(state, saved, where, world)
    local grid = world.grid
    for name, value in next, saved do
      rawset(world, name, value)
    end
    world.width, world.height, world.grid = state.grid_state.width, state.grid_state.height, grid
    for name, kind in next, { phase = "integer", turn = "integer", changes = "table" } do
      check(world[name], kind, where, name)
    end
    world.phase = layers.phases.Player
  end },
  { "lists", "table of list of integer", get = write_lists, set = function(state, saved, where)
    for name in next, lists.of(state) do
      lists.set(state, name, lists.find(saved[name] or {}, where .. " → lists → " .. name))
    end
  end },
  -- Floors and walls in no list to which something happened this turn.
  { "touched", "list of integer", get = function(state)
    return lists.uids_of(state.touched)
  end, set = function(state, saved, where) state.touched = lists.find(saved, where .. " → touched") end },
  { "changes", "integer", of = "changes_count" },
  { "died", "boolean?", get = function(state)
    return state.someone_died or nil
  end, set = function(state, died) state.someone_died = died == true end },
  { "floors", "list of table", get = function(state)
    return ground_runs.write(state.grid_state.floors)
  end, set = function(state, runs, where, world)
    ground_runs.read(runs, state.grid_state.floors, world, false, where .. " → floors")
  end },
  { "walls", "list of table", get = function(state)
    return ground_runs.write(state.grid_state.walls)
  end, set = function(state, runs, where, world)
    ground_runs.read(runs, state.grid_state.walls, world, true, where .. " → walls")
  end },
}

-- The head has uid and name of the class.
local MEMBERS = members.declare("entities", record { { 1, "integer" }, { 2, "string" } }, entities.ENTITY)

-- Writing -------------------------------------------------------------------------------------------------------------

local function refuse_functions(world, state, title)
  local pool = pools.own_pool(world)
  if pool then
    error(format('%s has its own pool for "%s", by usePool: that cannot be saved', title, pool), 0)
  end
  for _, list in ipairs { "onto", "from" } do
    local square = next(state.grid_state[list])
    if square then
      local x, y = square % world.width + 1, square // world.width + 1
      error(format("%s → grid: a watcher of (%d, %d) is a function", title, x, y), 0)
    end
  end
end

-- The entities of a world by their uids, the loose ones among them.
local function entities_of(world, state)
  local set, list = {}, {}
  for _, entity in ipairs(state.store:all()) do
    local _, layer = objects.place(entity)
    set[entity] = LAYERS[layer]
  end
  for _, list_of_state in next, lists.of(state) do
    for _, entity in ipairs(list_of_state) do
      set[entity] = true
    end
  end
  for _, entity in ipairs(state.touched) do
    set[entity] = true
  end
  for entity in next, codecs.loose_of(world) do
    set[entity] = true
  end
  for entity in next, set do
    list[#list + 1] = entity
  end
  sort(list, function(a, b) return objects.uid(a) < objects.uid(b) end)
  return list
end

local function title_of(key)
  return "the world of " .. (key:sub(1, 1) == "m" and "map " .. key:sub(2) or "a map")
end

-- key → world.
local function worlds_by_key()
  local by_key = {}
  for _, world in next, worlds.all() do
    local key = key_of(world)
    if key then
      by_key[key] = world
    end
  end
  return by_key
end

local function write(key)
  local world = worlds_by_key()[key]
  local state = worlds.state_of(world, "save")
  refuse_functions(world, state, title_of(key))
  local head, body = { entities = {}, mod = state.mod.id }, WORLD:write(state, world)
  body.entities = {}
  for _, entity in ipairs(entities_of(world, state)) do
    local name = names.of_class(class.of(entity))
    if not name then
      entities.refuse(entity, "class", "it is not the only one of that name: register it")
    end
    MEMBERS:add(head, body, { objects.uid(entity), name }, entities.write(entity))
  end
  for _, waiting in ipairs(missing[state] and missing[state].entities or {}) do
    MEMBERS:add(head, body, waiting.head, waiting.saved)
  end
  return head, body
end

local function explain(path, head)
  path = gsub(path, "^entities%[(%d+)%]%.", function(i)
    local entry = head.entities[tointeger(i)]
    return format("%s %d → ", gsub(gsub(entry[2], "^.", ""), "%z", "."), entry[1])
  end)
  return (gsub(gsub(path, "→ fields%.", "→ "), "^fields%.", ""))
end

-- Reading -------------------------------------------------------------------------------------------------------------

-- Ends the former game.
local function leave()
  former, former_worlds = {}, worlds_by_key()
  for _, world in next, worlds.all() do
    local state = worlds.state_of(world, "save")
    for _, entity in ipairs(state.store:all()) do
      local _, layer, uid = objects.place(entity)
      if LAYERS[layer] then
        former[uid] = entity
        state.store:remove(entity)
      end
    end
  end
  worlds.new_game()
end

-- The mod that made a world: it draws from the pools of that mod. When it is missing, the first one that is loaded.
local function mod_of(id, where)
  local mod = loader.mods[id]
  if mod and mod.ambient[1] then
    return mod
  end
  local ids = {}
  for other in next, loader.mods do
    ids[#ids + 1] = other
  end
  sort(ids)
  return loader.mods[ids[1]] or damaged(where, "belongs to the mod %s, and no mod is loaded", id)
end

local function make_entity(uid, class_name, world)
  local entity_class = names.find_class(class_name)
  local entity = former[uid]
  if not (entity_class and inherits(entity_class, GameObject)) then
    entity = missing_mods.placeholder("n" .. uid)
    placeholders[entity] = world
  elseif entity and class.of(entity) == entity_class then
    for name in next, entity do
      rawset(entity, name, nil)
    end
  else
    entity = classes.bare(entity_class)
  end
  objects.give_uid(entity, uid)
  references.entities[uid] = entity
  return entity
end

local function make(key, head)
  local where = "world " .. key
  local number, width, height = codecs.find_map(key)
  if not number or worlds.all()[number] then
    damaged(where, "is of a map that does not exist")
  end
  local mod = mod_of(head.mod, where)
  local world, state = worlds.begin(host_functions(mod), mod, number, width, height, former_worlds[key])
  references.worlds[key] = world
  worlds.define_classes(world)
  local made = {}
  for i, entry in ipairs(head.entities) do
    made[i] = make_entity(entry[1], entry[2], world)
  end
  opened[key] = { world = world, state = state, head = head, entities = made, where = where }
end

local function place_entity(entity, world, state, saved)
  if saved.layer then
    state.store:add(entity, saved.layer)
    if saved.square then
      state.store:put(entity, saved.square)
    end
  else
    codecs.add_loose(world, entity)
    codecs.keep_loose()
  end
end

-- Puts the entities on their squares, the lowest first.
local function fill(key, decode)
  local reading = opened[key]
  local world, state, where = reading.world, reading.state, reading.where
  local body = WORLD:check(decode(), where)
  local records = MEMBERS:check_body(reading.head, body, where, function(saved, _, place)
    local layer, square = saved.layer, saved.square
    if layer and not LAYERS[layer] then
      damaged(place, "stands on the layer %s: there is no such layer", layer)
    elseif square and (not layer or square < 0 or square >= world.width * world.height) then
      damaged(place, "stands on the square %d, outside the map", square)
    end
  end)
  WORLD:read(body, state, where, world)
  reading.saved, missing[state] = records, { entities = {}, orders = body.lists, where = where }
  for i, entity in ipairs(reading.entities) do
    if placeholders[entity] then
      local entry = { head = reading.head.entities[i], saved = records[i], placeholder = entity }
      table.insert(missing[state].entities, entry)
    end
  end
  for _, i in ipairs(members.in_order(records)) do
    if not placeholders[reading.entities[i]] then
      place_entity(reading.entities[i], world, state, records[i])
    end
  end
end

local function finish(key)
  local reading = opened[key]
  for i, entity in ipairs(reading.entities) do
    if not placeholders[entity] then
      entities.read(entity, reading.world, reading.saved[i], format("%s → entities[%d]", reading.where, i))
    end
  end
  worlds.restore_creatures(reading.world)
end

-- Makes the missing entities of a world whose classes exist now: a script defines its classes after the save was
-- read.
local function adopt_missing(world)
  local state = worlds.state_of(world, "fromMap")
  local waiting = missing[state]
  if not waiting then
    return
  end
  references.adopt_missing()
  ground_runs.adopt_missing(state.grid_state.floors)
  ground_runs.adopt_missing(state.grid_state.walls)
  local still, adopted, made = {}, {}, {}
  for _, entry in ipairs(waiting.entities) do
    local entity, entity_class = entry.placeholder, names.find_class(entry.head[2])
    if entity_class and inherits(entity_class, GameObject) then
      placeholders[entity], missing_mods.references[entity] = nil, nil
      debug.setmetatable(entity, nil)
      classes.bare(entity_class, entity)
      place_entity(entity, world, state, entry.saved)
      adopted[#adopted + 1], made[#made + 1] = entry, entity
    else
      still[#still + 1] = entry
    end
  end
  waiting.entities = still
  for i, entry in ipairs(adopted) do
    entities.read(made[i], world, entry.saved, waiting.where .. " → " .. entry.head[2])
  end
  for name, list in next, made[1] and lists.of(state) or {} do
    lists.set(state, name, lists.merge(list, made, waiting.orders[name] or {}, objects.uid))
  end
end

worlds.on_request(adopt_missing)

codecs.add {
  kind = "world",
  order = 6,
  title = title_of,
  keys = function()
    local keys = {}
    for key in next, worlds_by_key() do
      keys[#keys + 1] = key
    end
    sort(keys)
    return keys
  end,
  is_live = function(key) return worlds_by_key()[key] ~= nil end,
  write = write,
  explain = explain,
  check = function(key, head, taken)
    check(head.mod, "string", "world " .. key, "mod")
    MEMBERS:check_head(head, "world " .. key, taken)
  end,
  begin = references.reset_keys,
  leave = leave,
  make = make,
  fill = fill,
  finish = finish,
  settle = function()
    references.reset_keys()
    references.entities, references.worlds, opened, former, former_worlds = {}, {}, {}, {}, {}
  end,
  is_busy = function()
    for _, world in next, worlds.all() do
      if worlds.state_of(world, "save").running then
        return true
      end
    end
    return false
  end,
}
