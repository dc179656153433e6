-- How worlds are kept: which entities there are, where, in what order they act, and what each has that its class does not
-- give it. A chunk for each world, of kind "world", beside that of its map.

local import = ...
local class = import "actions/class"
local grids = import "actions/world/grid"
local ground_runs = import "actions/ground_runs"
local identity = import "actions/identity"
local codecs = import "core/save/codecs"
local keeping_entity = import "actions/keeping_entity"
local naming = import "actions/naming"
local objects = import "core/game/objects"
local pools = import "pools/world"
local restoring = import "actions/restoring"
local worlds = import "actions/world/worlds"

local key_of, refuse, state_of = naming.key_of, keeping_entity.refuse, keeping_entity.state_of
local format, sort = string.format, table.sort
local error, ipairs, next = error, ipairs, next

local M = {}

-- Keys of the chunks that the save has.
local written = {}

local LAYERS = {}
for _, name in next, grids.keys do
  LAYERS[name] = true
end

-- The entities of a world, in the order of their uids; those that stand nowhere and are pointed to among them.
local function entities_of(world, state)
  local found, seen = {}, {}
  local function add(entity)
    if not seen[entity] then
      seen[entity] = true
      found[#found + 1] = entity
    end
  end
  for _, entity in ipairs(state.store:all()) do
    local _, layer = objects.place(entity)
    if LAYERS[layer] then
      add(entity)
    end
  end
  for _, name in ipairs(worlds.group_names) do
    for _, entity in ipairs(state.lists[name]) do
      add(entity)
    end
  end
  for _, list in ipairs { state.players, state.touched } do
    for _, entity in ipairs(list) do
      add(entity)
    end
  end
  for entity in next, naming.loose_of(world) do
    add(entity)
  end
  sort(found, function(a, b)
    return objects.uid(a) < objects.uid(b)
  end)
  return found
end

local function uids(list)
  local found = {}
  for i, entity in ipairs(list) do
    found[i] = objects.uid(entity)
  end
  return found
end

local OF_WORLD = { grid = true, width = true, height = true }

local function chunk(world, key, encode)
  local state = worlds.state_of(world, "save")
  local name = "the world of " .. (key:sub(1, 1) == "m" and "map " .. key:sub(2) or "a map")
  local pool = pools.own_pool(world)
  if pool then
    error(format('%s has a pool of its own for "%s", by usePool: that cannot be saved', name, pool), 0)
  end
  for _, list in ipairs { "onto", "from" } do
    local square = next(state.grid_state[list])
    if square then
      error(format("%s → grid: a watcher of (%d, %d) is a function", name, square % world.width + 1,
        square // world.width + 1), 0)
    end
  end
  local heads, states, lists = {}, {}, {}
  for i, entity in ipairs(entities_of(world, state)) do
    local class_name = identity.of_class(class.of(entity))
    if not class_name then
      refuse(entity, "class", "it is not the only one of that name: register it")
    end
    heads[i], states[i] = { objects.uid(entity), class_name }, state_of(entity)
  end
  for _, group in ipairs(worlds.group_names) do
    lists[group] = restoring.with_absent(state, group, uids(state.lists[group]))
  end
  lists.players = restoring.with_absent(state, "players", uids(state.players))
  for _, one in ipairs(restoring.absent_of(state)) do
    heads[#heads + 1], states[#states + 1] = one.head, one.state
  end
  local fields = {}
  for field, value in next, world do
    if not OF_WORLD[field] then
      fields[field] = value
    end
  end
  local kind, uid = codecs.place_of(state.number)
  local ok_heads = encode(name, { entities = heads, map = { kind, uid }, mod = state.mod.id })
  return ok_heads, encode(name, {
    entities = states, fields = fields, lists = lists, touched = uids(state.touched), changes = state.changes_count,
    died = state.someone_died or nil, floors = ground_runs.write(state.grid_state.floors), walls = ground_runs.write(state.grid_state.walls),
  }, function(path)
    return (path:gsub("^entities%[(%d+)%]%.fields%.", function(i)
      local head = heads[math.tointeger(i)]
      return format("%s %d → ", head[2]:gsub("^.", ""):gsub("%z", "."), head[1])
    end):gsub("^entities%[(%d+)%]%.", function(i)
      local head = heads[math.tointeger(i)]
      return format("%s %d → ", head[2]:gsub("^.", ""):gsub("%z", "."), head[1])
    end):gsub("^fields%.", ""))
  end)
end

local function keys()
  local list, world_of = {}, {}
  for _, world in next, worlds.all() do
    local key = key_of(world)
    if key then
      list[#list + 1], world_of[key] = key, world
    end
  end
  sort(list)
  return list, world_of
end

function M.chunks(encode)
  naming.settle()
  local list, world_of = keys()
  local found, before
  repeat
    before, found = naming.count_loose(), {}
    for i, key in ipairs(list) do
      local heads, rest = chunk(world_of[key], key, encode)
      found[i] = { "world", key, heads, rest }
    end
  until naming.count_loose() == before
  return found
end

-- Chunks of the save that stand for nothing any more.
function M.gone()
  local list, world_of = keys()
  local found = {}
  for key in next, written do
    if not world_of[key] then
      found[#found + 1] = { "world", key }
    end
  end
  written = {}
  for _, key in ipairs(list) do
    written[key] = true
  end
  return found
end

function M.busy()
  for _, world in next, worlds.all() do
    if worlds.state_of(world, "save").running then
      return true
    end
  end
end

function M.leave()
  naming.new_game()
  restoring.leave(key_of)
end

function M.heads(read, taken)
  written = {}
  for _, key in ipairs(read.keys "world") do
    written[key] = true
  end
  restoring.heads(read, taken)
end

function M.new_game()
  written = {}
  naming.new_game()
  restoring.new_game()
end

codecs.add {
  special = naming.special, special_of = restoring.special_of, instance = restoring.instance, busy = M.busy, begin = naming.begin,
  chunks = M.chunks, gone = M.gone, leave = M.leave, heads = M.heads, fill = restoring.fill,
}

return M
