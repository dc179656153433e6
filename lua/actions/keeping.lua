-- How worlds are kept: which entities there are, where, in what order they act, and what each has that its class does not
-- give it. A chunk for each world, of kind "world", beside that of its map.

local import = ...
local chains = import "actions/chains"
local class = import "actions/class"
local GameObject = import "actions/game_object"
local graph = import "host/graph"
local grids = import "actions/grid"
local ground = import "actions/ground"
local identity = import "actions/identity"
local items = import "actions/items"
local keepers = import "host/keepers"
local notes = import "actions/notes"
local objects = import "host/objects"
local pools = import "pools/world"
local registry = import "actions/registry"
local restoring = import "actions/restoring"
local sequences = import "actions/sequences"
local stat_types = import "actions/stat_types"
local stats = import "actions/stats"
local statuses = import "actions/statuses"
local tinkers = import "actions/tinkers"
local worlds = import "actions/world"

local concat, format, pack, sort = table.concat, string.format, string.pack, table.sort
local error, ipairs, next, rawequal, type = error, ipairs, next, rawequal, type

local M = {}

local is, inherits = class.is, class.inherits

-- Of the save that is being written: entities that stand nowhere and are only pointed to, by world; and those of them to
-- which chunks point that are not written each time.
local loose, lasting = {}, {}
-- Keys of the chunks that the save has.
local written = {}

-- Whose instances hold what a save cannot see.
local HIDDEN = {}
for _, one in ipairs {
  chains.sorted, chains.plain, chains.sorted_template, chains.plain_template, grids.class, grids.Cell,
  sequences.Sequence, sequences.Step, import("actions/generator").class,
} do
  HIDDEN[#HIDDEN + 1] = one
end

-- The key of its chunk: "m5" on the map 5, "g2" on one of another dialect; nothing when its map is gone.
local function key_of(world)
  local state = worlds.state_of(world, "save")
  local kind, uid = keepers.place_of(state.number)
  return kind and (kind == "map" and "m" or "g") .. uid
end

local function of_entity(entity)
  local world = restoring.shells[entity] or entity.world
  if not is(world, worlds.class) then
    return false, "an entity that stands in no world"
  elseif not key_of(world) then
    return false, "an entity of a map that is gone"
  end
  local _, _, uid, store = objects.place(entity)
  if not store and not restoring.shells[entity] then
    loose[world] = loose[world] or {}
    loose[world][entity] = true
  end
  return "n" .. uid
end

local function of_instance(value, made)
  if inherits(made, GameObject) then
    return of_entity(value)
  elseif made == worlds.class then
    local key = key_of(value)
    if not key then
      return false, "a world whose map is gone"
    end
    return "w" .. key
  elseif inherits(made, items.Item) then
    local name = registry.item_name(value)
    if not name then
      return false, "an item that is not registered"
    end
    return "i" .. name
  elseif inherits(made, tinkers.Tinker) then
    local name = identity.of_tinker(value)
    if not name then
      return false, "a tinker that was made during play"
    end
    return "t" .. name
  elseif inherits(made, statuses.Status) then
    local name = identity.of_status(value)
    if not name then
      return false, "a status that is not registered"
    end
    return "s" .. name
  end
  for _, one in ipairs(HIDDEN) do
    if inherits(made, one) then
      return false, "a " .. class.name(made)
    end
  end
  local name = identity.of_class(made)
  if name then
    return nil, restoring.OWNER, name
  end
  return false, "an instance of " .. class.name(made) .. ", which is not the only class of that name"
end

function M.special(value)
  if restoring.shells[value] then
    return of_entity(value)
  end
  local made = class.of(value)
  if made then
    if class.owner(made) or class.named(nil, class.name(made)) == made then
      return of_instance(value, made)
    end
    return nil
  end
  made = class.class_of_mod(value)
  if made and (class.owner(made) or class.named(nil, class.name(made)) == made) then
    local name = identity.of_class(made)
    if not name then
      return false, "the class " .. class.name(made) .. ", which is not the only one of that name"
    end
    return "k" .. name
  end
end

-- What each entity has -----------------------------------------------------------------------------------------------

-- What comes from its class, or is written in another form.
local OMITTED = {
  chains = true, decorators = true, world = true, tinkerData = true, sequence = true, id = true,
}

local function refuse(entity, path, what)
  error(graph.refusal(format("%s %s", registry.name_of(class.of(entity)), entity.id), { path = path, what = what }), 0)
end

-- The tinkers of an entity: names in the order in which it was tinked, and what is stored for them; and which functions
-- they have added: chain or number of a stat -> function -> how often.
local function tinks_of(entity)
  local list, stores, added = {}, nil, {}
  for id, data in next, entity.tinkerData or {} do
    if data.tinks[1] or data.store ~= nil then
      local tinker = tinkers.with_id(id)
      local name = tinker and identity.of_tinker(tinker)
      if not name then
        refuse(entity, format("tinkerData[%s]", id), "a tinker that was made during play")
      end
      if data.store ~= nil then
        stores = stores or {}
        stores[name] = data.store
      end
      for _, tink in ipairs(data.tinks) do
        list[#list + 1] = { name = name, order = tink.order }
        for _, one in ipairs(tink) do
          local counts = added[one[1]] or {}
          added[one[1]] = counts
          counts[one[2]] = (counts[one[2]] or 0) + 1
        end
      end
    end
  end
  sort(list, function(a, b)
    return a.order < b.order
  end)
  for i, one in ipairs(list) do
    list[i] = one.name
  end
  return list[1] and list, stores, added
end

-- The positions of handlers that a chain has lost; raises when it has some that nobody would add again.
local function removed_from(entity, chain, counts, path)
  local added, removed = chains.differences(chain)
  for _, fn in ipairs(added) do
    local left = counts and counts[fn] or 0
    if left == 0 then
      refuse(entity, path, "a handler that was added to this entity alone")
    end
    counts[fn] = left - 1
  end
  return removed[1] and removed
end

local function removed_of(entity, added)
  local removed
  for name, chain in next, entity.chains or {} do
    local positions = removed_from(entity, chain, added[name], "chains." .. name)
    if positions then
      removed = removed or {}
      removed[name] = positions
    end
  end
  return removed
end

local function same(a, b)
  for name, value in next, a do
    if b[name] ~= value then
      return false
    end
  end
  return true
end

-- Stats that are not those of the class any more: name -> values.
local function stats_of(entity, added)
  local dynamic = entity.decorators.DynamicStats
  if not dynamic then
    return nil
  end
  local modifiers, changed = class.raw(entity.baseModifiers), nil
  for index, own in next, dynamic.statsList do
    local found = stat_types.definitions[index]
    local given = modifiers[found.key]
    if given == nil and found.fallback then
      given = modifiers[found.fallback]
    end
    local base = stats.from_table(given).stats
    if not same(base, own.stats) or not same(own.stats, base) then
      changed = changed or {}
      changed[found.name] = own.stats
    end
  end
  for index, chain in next, dynamic.statsChains do
    removed_from(entity, chain, added[index], "getStat(" .. stat_types.definitions[index].name .. ")")
  end
  return changed
end

local OF_STATS = { statsList = true, statsChains = true }

-- What decorators of an entity keep; functions come from their classes again.
local function decorators_of(entity)
  local kept
  for name, decorator in next, entity.decorators do
    local values
    for key, value in next, type(decorator) == "table" and decorator or {} do
      local comes_again = type(value) == "function" or type(value) == "table" and M.special(value) == false
        or name == "DynamicStats" and OF_STATS[key]
      if not comes_again then
        values = values or {}
        values[key] = value
      end
    end
    if values then
      kept = kept or {}
      kept[name] = values
    end
  end
  return kept
end

local function fields_of(entity)
  local fields = {}
  for key, value in next, entity do
    if not OMITTED[key] then
      fields[key] = value
    end
  end
  if class.of(entity) == worlds.DroppedItem then
    local names = {}
    for i, number in ipairs(type(fields.state) == "table" and fields.state or {}) do
      names[i] = type(number) == "string" and number or registry.item_name(number) or number
    end
    fields.state = names
  end
  return fields
end

local function sequence_of(entity)
  local sequence = entity.sequence
  if sequence == nil then
    return nil
  end
  local position = entity.decorators.Sequential and sequences.position(sequence)
  if not position then
    refuse(entity, "sequence", "a " .. class.type_name(sequence))
  end
  return position
end

local function state_of(entity)
  local square, layer, uid, store = objects.place(entity)
  local above
  if square then
    for i, other in ipairs(store:at(layer, square)) do
      if i > 1 and rawequal(other, entity) then
        above = i
      end
    end
  end
  local tinks, stores, added = tinks_of(entity)
  local kept = restoring.left_of(entity)
  return {
    uid = uid, square = square, above = above, layer = store and layer or nil, backed = ground.is_backed(entity) or nil,
    fields = fields_of(entity), decorators = decorators_of(entity), removed = removed_of(entity, added),
    stats = stats_of(entity, added), tinks = tinks, stores = stores, sequence = sequence_of(entity),
    notes = notes.known(entity), left = kept,
  }
end

-- What a world has ---------------------------------------------------------------------------------------------------

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
  for entity in next, loose[world] or {} do
    add(entity)
  end
  sort(found, function(a, b)
    return objects.uid(a) < objects.uid(b)
  end)
  return found
end

-- Which class of floors or walls lies where: a list of { name, runs of squares }.
local function runs_of(squares)
  local numbers, by_class, order = {}, {}, {}
  for square in next, squares do
    numbers[#numbers + 1] = square
  end
  sort(numbers)
  for _, square in ipairs(numbers) do
    local made = squares[square]
    local one = by_class[made]
    if not one then
      local name = restoring.absent_ground[made] or identity.of_class(made)
      if not name then
        error("the class " .. class.name(made) .. " of floors or walls is not the only one of that name", 0)
      end
      one = { name = name, runs = {} }
      by_class[made], order[#order + 1] = one, one
    end
    local last = one.runs[#one.runs]
    if last and last[1] + last[2] == square then
      last[2] = last[2] + 1
    else
      one.runs[#one.runs + 1] = { square, 1 }
    end
  end
  for i, one in ipairs(order) do
    local packed = {}
    for k, run in ipairs(one.runs) do
      packed[k] = pack("<I4I4", run[1], run[2])
    end
    order[i] = { one.name, concat(packed) }
  end
  return order
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
  local kind, uid = keepers.place_of(state.number)
  local ok_heads = encode(name, { entities = heads, map = { kind, uid }, mod = state.mod.id })
  return ok_heads, encode(name, {
    entities = states, fields = fields, lists = lists, touched = uids(state.touched), changes = state.changes_count,
    died = state.someone_died or nil, floors = runs_of(state.grid_state.floors), walls = runs_of(state.grid_state.walls),
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

local function count_loose()
  local n = 0
  for _, some in next, loose do
    for _ in next, some do
      n = n + 1
    end
  end
  return n
end

local function copied(sets)
  local copy = {}
  for world, some in next, sets do
    copy[world] = {}
    for entity in next, some do
      copy[world][entity] = true
    end
  end
  return copy
end

function M.begin()
  loose = copied(lasting)
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
  lasting = copied(loose)
  local list, world_of = keys()
  local found, before
  repeat
    before, found = count_loose(), {}
    for i, key in ipairs(list) do
      local heads, rest = chunk(world_of[key], key, encode)
      found[i] = { "world", key, heads, rest }
    end
  until count_loose() == before
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
  loose, lasting = {}, {}
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
  loose, lasting, written = {}, {}, {}
  restoring.new_game()
end

keepers.add {
  special = M.special, special_of = restoring.special_of, instance = restoring.instance, busy = M.busy, begin = M.begin,
  chunks = M.chunks, gone = M.gone, leave = M.leave, heads = M.heads, fill = restoring.fill,
}

return M
