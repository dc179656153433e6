-- How worlds come back from a save, which is not believed: it may have been written by anybody.
--
-- Entities whose classes are not there wait: those of a script come when it asks for the world, others stay in the save.

local import = ...
local missing_mods = import "core/save/missing_mods"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local classes = import "core/class"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local host_functions = import "actions/mod/host_functions"
local ground_runs = import "actions/ground_runs"
local identity = import "actions/identity"
local layers = import "actions/constants"
local loader = import "core/loader"
local objects = import "core/game/objects"
local refilling = import "actions/refilling"
local checks = import "core/save/checks"
local sequences = import "actions/sequence/sequence"
local worlds = import "actions/world/worlds"

local damaged, each, field, list_in = checks.damaged, checks.each, checks.field, checks.list
local format, sub = string.format, string.sub
local ipairs, next, rawset, setmetatable = ipairs, next, rawset, setmetatable
local sort, tointeger = table.sort, math.tointeger
local set_any_metatable = debug.setmetatable
local inherits = class.inherits

local M = {}

-- Whose classes instances in a save are of: no mod can be called so.
M.OWNER = "@actions"

-- What stands for an entity whose class is not there -> its world.
local shells = setmetatable({}, { __mode = "k" })
M.shells = shells
-- What waits in a world: state -> { absent (list of { head, state, shell }), orders (list -> uids as the save has them) }.
local waiting = setmetatable({}, { __mode = "k" })
-- Instances of classes that are not there: table -> name.
local unknown = setmetatable({}, { __mode = "k" })

-- While a save is read: uid -> entity, key -> world; and what was there before it.
local made, read_worlds = {}, {}
local former, former_worlds = {}, {}
-- What was read of worlds: { world, state, heads, rest, name }.
local opened = {}

function M.special_of(cell)
  local kind, rest = sub(cell, 1, 1), sub(cell, 2)
  if kind == "n" then
    return made[tointeger(rest)]
  elseif kind == "w" then
    return read_worlds[rest]
  elseif kind == "i" then
    return identity.find_item(rest)
  elseif kind == "s" then
    return identity.find_status(rest)
  elseif kind == "t" then
    return identity.find_tinker(rest)
  elseif kind == "k" then
    local found = identity.find_class(rest)
    return found and class.seen(found)
  end
end

-- Whether an instance is nothing but its fields: none of it can be forged.
local function is_plain(found)
  return not inherits(found, GameObject) and found ~= worlds.class and found ~= grids.class
    and not inherits(found, chains.sorted) and not inherits(found, chains.plain)
    and not inherits(found, sequences.Sequence)
end

function M.instance(owner, name, object)
  if owner ~= M.OWNER then
    return nil
  end
  local found = identity.find_class(name)
  if found and is_plain(found) then
    return classes.bare(found, object)
  end
  unknown[object], missing_mods.classes[object] = name, { owner, name }
  return object
end

-- A list with more in it, each before the first element that a list of uids has later; `uid_of` tells the uid of an element.
local function merged(list, more, uids, uid_of)
  local rank, by_uid, waits = {}, {}, {}
  for _, one in ipairs(more) do
    by_uid[uid_of(one)] = one
  end
  for i, uid in ipairs(uids) do
    rank[uid] = i
    waits[#waits + 1] = by_uid[uid]
  end
  local found, at = {}, 1
  for _, one in ipairs(list) do
    local own = rank[uid_of(one)]
    while own and waits[at] and rank[uid_of(waits[at])] < own do
      found[#found + 1], at = waits[at], at + 1
    end
    found[#found + 1] = one
  end
  return table.move(waits, at, #waits, #found + 1, found)
end

local function itself(uid)
  return uid
end

-- The uids of a list with those that wait, each where the save had it.
function M.with_absent(state, name, uids)
  local known = waiting[state]
  local more = {}
  for i, one in ipairs(known and known.absent or {}) do
    more[i] = one.state.uid
  end
  return more[1] and merged(uids, more, known.orders[name] or {}, itself) or uids
end

function M.absent_of(state)
  return waiting[state] and waiting[state].absent or {}
end

local function clear(entity)
  for key in next, entity do
    rawset(entity, key, nil)
  end
end

local function place(entity, state, one)
  if one.layer then
    state.store:add(entity, one.layer)
    if one.square then
      state.store:put(entity, one.square)
    end
  end
end

-- Lets those entities come that wait and whose classes are there now: asked for by whoever wants the world.
local function greet(world)
  local state = worlds.state_of(world, "fromMap")
  local known = waiting[state]
  if not known then
    return
  end
  for plain, name in next, unknown do
    local found = identity.find_class(name)
    if found and is_plain(found) then
      classes.bare(found, plain)
      unknown[plain], missing_mods.classes[plain] = nil, nil
    end
  end
  ground_runs.greet(state.grid_state.floors)
  ground_runs.greet(state.grid_state.walls)
  local still, come = {}, {}
  for _, one in ipairs(known.absent) do
    local found = identity.find_class(one.head[2])
    if found and inherits(found, GameObject) then
      local entity = one.shell
      shells[entity], missing_mods.cells[entity] = nil, nil
      set_any_metatable(entity, nil)
      classes.bare(found, entity)
      place(entity, state, one.state)
      come[#come + 1] = one
    else
      still[#still + 1] = one
    end
  end
  known.absent = still
  if not come[1] then
    return
  end
  local entities = {}
  for i, one in ipairs(come) do
    refilling.fill(one.shell, world, one.state, known.name .. " → " .. one.head[2])
    entities[i] = one.shell
  end
  for name, uids in next, known.orders do
    if name == "players" then
      state.players = merged(state.players, entities, uids, objects.uid)
      state.grid_state.players = state.players
    else
      state.lists[name] = merged(state.lists[name], entities, uids, objects.uid)
    end
  end
end

worlds.greet = greet

local LAYERS = {}
for _, name in next, grids.keys do
  LAYERS[name] = true
end

-- Everything that was is no more.
function M.leave(key_of)
  former, former_worlds = {}, {}
  for _, world in next, worlds.all() do
    local state, key = worlds.state_of(world, "save"), key_of(world)
    if key then
      former_worlds[key] = world
    end
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

local function mod_of(id, where)
  local mod = loader.mods[id]
  if mod and mod.ambient[1] then
    return mod
  end
  -- Whoever made the world is not there: it draws from nobody's pools but those of the first that is.
  local ids = {}
  for one in next, loader.mods do
    ids[#ids + 1] = one
  end
  sort(ids)
  return loader.mods[ids[1]] or damaged(where, "belongs to the mod %s, and no mod is loaded", id)
end

local function make_entities(heads, world, taken, where)
  local found = {}
  for i, head in ipairs(heads) do
    local here = format("%s → entities[%d]", where, i)
    local uid, name = field(head, 1, "integer", here), field(head, 2, "string", here)
    if uid < 1 or taken[uid] then
      damaged(here, "has the uid %d, as another has", uid)
    end
    taken[uid] = true
    local made_class = identity.find_class(name)
    local entity
    if made_class and inherits(made_class, GameObject) then
      entity = former[uid]
      if entity and class.of(entity) == made_class then
        clear(entity)
      else
        entity = classes.bare(made_class)
      end
    else
      entity = missing_mods.token("n" .. uid)
      shells[entity] = world
    end
    objects.give_uid(entity, uid)
    made[uid], found[i] = entity, entity
  end
  return found
end

-- First pass: worlds, and a table for each entity.
function M.heads(read, taken)
  made, read_worlds, opened = {}, {}, {}
  for _, key in ipairs(read.keys "world") do
    local where = "world " .. key
    local heads, rest = read.get("world", key, where)
    local map = field(heads, "map", "table", where)
    local kind, uid = field(map, 1, "string", where .. " → map"), field(map, 2, "integer", where .. " → map")
    local number, width, height = read.number_of(kind, uid)
    if not number or worlds.all()[number] or key ~= (kind == "map" and "m" or "g") .. uid then
      damaged(where, "is of the %s %d, which is not there", kind, uid)
    end
    local mod = mod_of(field(heads, "mod", "string", where), where)
    local world, state = worlds.begin(host_functions(mod), mod, number, width, height, former_worlds[key])
    read_worlds[key] = world
    local list = each(field(heads, "entities", "table", where), "table", where .. " → entities")
    opened[#opened + 1] = {
      world = world, state = state, heads = list, rest = rest, name = where,
      entities = make_entities(list, world, taken, where),
    }
  end
end

-- Checks what an entity says of where it stands: the squares of the map are counted from 0.
local function check_place(one, world, where)
  local layer, square = field(one, "layer", "string", where, true), field(one, "square", "integer", where, true)
  if layer and not LAYERS[layer] then
    damaged(where, "stands on the layer %s: there is no such layer", layer)
  elseif square and (not layer or square < 0 or square >= world.width * world.height) then
    damaged(where, "stands on the square %d, outside the map", square)
  end
  field(one, "above", "integer", where, true)
end

local function states_of(one, root)
  local states = each(field(root, "entities", "table", one.name), "table", one.name .. " → entities")
  if #states ~= #one.heads then
    damaged(one.name, "has %d entities with %d heads", #states, #one.heads)
  end
  for i, state in ipairs(states) do
    local where = format("%s → entities[%d]", one.name, i)
    if state.uid ~= one.heads[i][1] then
      damaged(where, "has another uid than its head")
    end
    field(state, "fields", "table", where)
    check_place(state, one.world, where)
  end
  return states
end

-- The entities of a list of uids, without those that wait.
local function entities_in(root, name, where)
  local found, seen = {}, {}
  for _, uid in ipairs(list_in(root, name, "integer", where)) do
    local entity = made[uid]
    if entity == nil or seen[uid] then
      damaged(where, "→ %s names the entity %d, which is not there or was named before", name, uid)
    end
    seen[uid] = true
    if not shells[entity] then
      found[#found + 1] = entity
    end
  end
  return found
end

local function open_world(one)
  local root, world, state, where = one.rest(), one.world, one.state, one.name
  local states = states_of(one, root)
  local lists = field(root, "lists", "table", where)
  for key, value in next, field(root, "fields", "table", where) do
    rawset(world, key, value)
  end
  local width, height = state.grid_state.width, state.grid_state.height
  world.width, world.height, world.grid = width, height, one.grid
  for _, name in ipairs { "phase", "turn" } do
    field(world, name, "integer", where)
  end
  field(world, "changes", "table", where)
  world.phase = layers.phases.Player
  local waits = { absent = {}, orders = {}, name = where }
  for _, name in ipairs(worlds.group_names) do
    state.lists[name] = entities_in(lists, name, where .. " → lists")
    waits.orders[name] = lists[name]
  end
  state.players = entities_in(lists, "players", where .. " → lists")
  state.grid_state.players, waits.orders.players = state.players, lists.players
  state.touched = entities_in(root, "touched", where)
  state.changes_count, state.someone_died = field(root, "changes", "integer", where), root.died == true
  ground_runs.read(list_in(root, "floors", "table", where), state.grid_state.floors, world, false, where .. " → floors")
  ground_runs.read(list_in(root, "walls", "table", where), state.grid_state.walls, world, true, where .. " → walls")
  local order = {}
  for i, entity in ipairs(one.entities) do
    if shells[entity] then
      waits.absent[#waits.absent + 1] = { head = one.heads[i], state = states[i], shell = entity }
    else
      order[#order + 1] = { entity, states[i], i }
    end
  end
  waiting[state] = waits
  one.order = order
  local piles = table.move(order, 1, #order, 1, {})
  sort(piles, function(a, b)
    local x, y = a[2].above or 1, b[2].above or 1
    if x ~= y then
      return x < y
    end
    return a[2].uid < b[2].uid
  end)
  for _, pair in ipairs(piles) do
    place(pair[1], state, pair[2])
  end
end

-- Second pass: what there is to know of them.
function M.fill()
  for _, one in ipairs(opened) do
    one.grid = one.world.grid
    open_world(one)
  end
  for _, one in ipairs(opened) do
    for _, pair in ipairs(one.order) do
      refilling.fill(pair[1], one.world, pair[2], format("%s → entities[%d]", one.name, pair[3]))
    end
  end
  made, read_worlds, opened, former, former_worlds = {}, {}, {}, {}, {}
end

function M.new_game()
  made, read_worlds, opened, former, former_worlds = {}, {}, {}, {}, {}
end

return M
