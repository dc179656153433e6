-- How worlds come back from a save. An entity is made of its class, as a new one is, but without its `init`; then it gets
-- what it had. What the save says is not believed.
--
-- Entities whose classes are not there wait: those of a script come when it asks for the world, others stay in the save.

local import = ...
local absent = import "host/absent"
local blame = import "host/blame"
local chains = import "actions/chains"
local class = import "actions/class"
local classes = import "host/class"
local decorate = import "actions/decorate"
local GameObject = import "actions/game_object"
local grids = import "actions/grid"
local ground = import "actions/ground"
local history = import "actions/history"
local identity = import "actions/identity"
local layers = import "actions/layers"
local loader = import "host/loader"
local notes = import "actions/notes"
local objects = import "host/objects"
local registry = import "actions/registry"
local saved = import "host/saved"
local sequences = import "actions/sequences"
local stat_types = import "actions/stat_types"
local stats = import "actions/stats"
local worlds = import "actions/world"

local damaged, each, field, list_in = saved.damaged, saved.each, saved.field, saved.list
local format, match, sub, unpack = string.format, string.match, string.sub, string.unpack
local ipairs, math_type, next, rawset, setmetatable, type = ipairs, math.type, next, rawset, setmetatable, type
local sort, tointeger, tostring = table.sort, math.tointeger, tostring
local getmetatable, set_any_metatable = debug.getmetatable, debug.setmetatable
local inherits = class.inherits

local M = {}

-- Whose classes instances in a save are of: no mod can be called so.
M.OWNER = "@actions"

-- What stands for an entity whose class is not there -> its world.
local shells = setmetatable({}, { __mode = "k" })
M.shells = shells
-- What waits in a world: state -> { absent (list of { head, state, shell }), orders (list -> uids as the save has them) }.
local waiting = setmetatable({}, { __mode = "k" })
-- Stand-ins for classes of floors and walls that are not there: class -> its name in the save, and back.
local absent_ground, stand_ins = setmetatable({}, { __mode = "k" }), {}
M.absent_ground = absent_ground
-- entity -> what of its state could not be given back, to be saved as it was.
local left = setmetatable({}, { __mode = "k" })
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

function M.instance(owner, name)
  if owner ~= M.OWNER then
    return nil
  end
  local found = identity.find_class(name)
  if found and is_plain(found) then
    return classes.bare(found)
  end
  local plain = {}
  unknown[plain], absent.classes[plain] = name, { owner, name }
  return plain
end

-- Entities ------------------------------------------------------------------------------------------------------------

local function clear(entity)
  for key in next, entity do
    rawset(entity, key, nil)
  end
end

local KEPT = { chains = true, decorators = true, world = true, id = true, tinkerData = true, sequence = true }

local function set_fields(entity, fields)
  for key in next, entity do
    if not KEPT[key] and fields[key] == nil then
      rawset(entity, key, nil)
    end
  end
  for key, value in next, fields do
    if not KEPT[key] then
      rawset(entity, key, value)
    end
  end
end

local function keep(entity, name, value)
  left[entity] = left[entity] or {}
  left[entity][name] = value
end

-- Items whose mods are not there are set aside.
local function check_inventory(entity, before)
  local inventory = entity.inventory
  local aside = type(before) == "table" and before.items or {}
  if class.type_name(inventory) == "InventoryOfEntity" and type(inventory.containers) == "table" then
    for slot, buffer in next, inventory.containers do
      local kept = {}
      for _, item in ipairs(type(buffer) == "table" and type(buffer.items) == "table" and buffer.items or {}) do
        if absent.is_token(item) then
          aside[#aside + 1] = { slot, item }
        else
          kept[#kept + 1] = item
        end
      end
      buffer.items = kept
    end
    local still = {}
    for _, one in ipairs(aside) do
      local buffer = type(one) == "table" and inventory.containers[one[1]]
      if buffer and not absent.is_token(one[2]) then
        buffer.items[#buffer.items + 1] = one[2]
      else
        still[#still + 1] = one
      end
    end
    aside = still
  end
  if aside[1] then
    keep(entity, "items", aside)
  end
end

local function tink(entity, one, where)
  local tinked, lost = {}, nil
  for name, store in next, field(one, "stores", "table", where, true) or {} do
    local tinker = type(name) == "string" and identity.find_tinker(name)
    if tinker then
      entity.tinkerData[tinker.id] = { tinks = {}, store = store }
    else
      keep(entity, "stores", left[entity] and left[entity].stores or {})
      left[entity].stores[name] = store
    end
  end
  for _, name in ipairs(list_in(one, "tinks", "string", where)) do
    local tinker = identity.find_tinker(name)
    if tinker then
      tinker:tink(entity)
    else
      tinked[#tinked + 1], lost = name, true
    end
  end
  if lost then
    keep(entity, "tinks", tinked)
  end
end

local function set_stats(entity, one, where)
  local dynamic = entity.decorators.DynamicStats
  for name, values in next, field(one, "stats", "table", where, true) or {} do
    local index = stat_types.types[name]
    field({ [name] = values }, name, "table", where .. " → stats")
    if dynamic and index then
      dynamic:getStatRaw(index)
      for key, value in next, values do
        if type(key) ~= "string" or type(value) ~= "number" and type(value) ~= "string" then
          damaged(where, "→ stats.%s holds what is no stat", name)
        end
      end
      dynamic.statsList[index] = stats.new(values)
    end
  end
end

local function set_decorators(entity, one, where)
  for name, values in next, field(one, "decorators", "table", where, true) or {} do
    local decorator = entity.decorators[name]
    field({ [name] = values }, name, "table", where .. " → decorators")
    if decorator then
      for key, value in next, values do
        if not (name == "DynamicStats" and (key == "statsList" or key == "statsChains")) then
          rawset(decorator, key, value)
        end
      end
    end
  end
end

local function remove_handlers(entity, one, where)
  for name in next, field(one, "removed", "table", where, true) or {} do
    local chain = entity.chains and entity.chains[name]
    local _, _, born = {}, {}, {}
    if chain then
      _, _, born = chains.differences(chain)
    end
    for _, position in ipairs(list_in(one.removed, name, "integer", where .. " → removed")) do
      if born[position] then
        chain:removeHandler(born[position])
      end
    end
  end
end

-- Numbers of dropped items for their names.
local function numbered(names, where)
  for i, name in ipairs(type(names) == "table" and getmetatable(names) == nil and names or damaged(where, "→ state is no list")) do
    local _, number = registry.find_item(name)
    names[i] = number or name
  end
end

local function is_vec(value)
  return type(value) == "table" and math_type(value.x) ~= nil and math_type(value.y) ~= nil
end

-- Lets the table that stands for an entity be one, of its class.
local function fill(entity, world, one, where)
  local fields = field(one, "fields", "table", where)
  entity.id, entity.world = tostring(one.uid), world
  set_fields(entity, fields)
  if not is_vec(entity.pos) or not is_vec(entity.orientation) then
    damaged(where, "has no position or orientation")
  end
  entity.history, entity.tinkerData = history.new(), {}
  decorate.assemble(entity)
  set_fields(entity, fields)
  if class.type_name(entity.history) ~= "History" then
    entity.history = history.new()
  end
  if class.of(entity) == worlds.DroppedItem then
    numbered(entity.state, where)
  end
  set_decorators(entity, one, where)
  set_stats(entity, one, where)
  local position = field(one, "sequence", "table", where, true)
  if position and entity.decorators.Sequential then
    sequences.go_on(entity.sequence, field(position, "step", "integer", where), field(position, "repeated", "integer", where))
  end
  check_inventory(entity, one.left)
  tink(entity, one, where)
  if type(one.left) == "table" then
    tink(entity, one.left, where .. " → left")
  end
  remove_handlers(entity, one, where)
  notes.set(entity, field(one, "notes", "table", where, true))
  if one.backed then
    ground.set_backed(entity)
  end
end

local LAYERS = {}
for _, name in next, grids.keys do
  LAYERS[name] = true
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

-- Worlds --------------------------------------------------------------------------------------------------------------

-- Inserts an entity into a list, as near as can be to where a list of uids has it.
local function insert(list, entity, uids)
  local rank = {}
  for i, uid in ipairs(uids) do
    rank[uid] = i
  end
  local own = rank[objects.uid(entity)]
  if not own then
    return
  end
  local at = #list + 1
  for i = #list, 1, -1 do
    local other = rank[objects.uid(list[i])]
    if other and other < own then
      break
    elseif other then
      at = i
    end
  end
  table.insert(list, at, entity)
end

-- The uids of a list with those that wait, each where the save had it.
function M.with_absent(state, name, uids)
  local known = waiting[state]
  local order = known and known.orders[name]
  if not (order and known.absent[1]) then
    return uids
  end
  local absent_uids, rank = {}, {}
  for _, one in ipairs(known.absent) do
    absent_uids[one.state.uid] = true
  end
  for i, uid in ipairs(order) do
    rank[uid] = i
  end
  local list = table.move(uids, 1, #uids, 1, {})
  for i, uid in ipairs(order) do
    if absent_uids[uid] then
      local at = #list + 1
      for k = #list, 1, -1 do
        local other = rank[list[k]]
        if other and other < i then
          break
        elseif other then
          at = k
        end
      end
      table.insert(list, at, uid)
    end
  end
  return list
end

function M.absent_of(state)
  return waiting[state] and waiting[state].absent or {}
end

function M.left_of(entity)
  return left[entity]
end

-- The class of floors or walls of a name, or what stands for it.
local function ground_class(name, wall)
  local found = identity.find_class(name)
  if found and ground.is_ground(found) then
    return found
  end
  local key = name .. (wall and "\0wall" or "\0floor")
  if not stand_ins[key] then
    local stand_in = class.define("Absent", wall and ground.Wall or ground.Floor)
    classes.settle(stand_in)
    stand_ins[key], absent_ground[stand_in] = stand_in, name
  end
  return stand_ins[key]
end

local function read_runs(list, into, world, wall, where)
  for i, one in ipairs(list) do
    local made_class = ground_class(field(one, 1, "string", where), wall)
    local packed = field(one, 2, "string", where)
    if #packed % 8 ~= 0 then
      damaged(where, "→ %d has runs that are cut off", i)
    end
    for at = 1, #packed, 8 do
      local first, count = unpack("<I4I4", packed, at)
      if first + count > world.width * world.height then
        damaged(where, "→ %d lies outside the map", i)
      end
      for square = first, first + count - 1 do
        into[square] = made_class
      end
    end
  end
end

-- Floors and walls that stood for classes that are there now.
local function greet_ground(squares)
  local found = {}
  for _, made_class in next, squares do
    local name = absent_ground[made_class]
    if name and found[made_class] == nil then
      local real = identity.find_class(name)
      found[made_class] = real and ground.is_ground(real) and real or false
    end
  end
  for square, made_class in next, squares do
    squares[square] = found[made_class] or made_class
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
      unknown[plain], absent.classes[plain] = nil, nil
    end
  end
  greet_ground(state.grid_state.floors)
  greet_ground(state.grid_state.walls)
  local still, come = {}, {}
  for _, one in ipairs(known.absent) do
    local found = identity.find_class(one.head[2])
    if found and inherits(found, GameObject) then
      local entity = one.shell
      shells[entity], absent.cells[entity] = nil, nil
      set_any_metatable(entity, nil)
      classes.bare(found, entity)
      place(entity, state, one.state)
      come[#come + 1] = one
    else
      still[#still + 1] = one
    end
  end
  known.absent = still
  for _, one in ipairs(come) do
    fill(one.shell, world, one.state, known.name .. " → " .. one.head[2])
    for name, uids in next, known.orders do
      insert(name == "players" and state.players or state.lists[name], one.shell, uids)
    end
  end
end

worlds.greet = greet

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
      entity = absent.token("n" .. uid)
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
    local library = import "actions/library"
    local world, state = worlds.begin(library.api_of(mod), mod, number, width, height, former_worlds[key])
    read_worlds[key] = world
    local list = each(field(heads, "entities", "table", where), "table", where .. " → entities")
    opened[#opened + 1] = {
      world = world, state = state, heads = list, rest = rest, name = where,
      entities = make_entities(list, world, taken, where),
    }
  end
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
  read_runs(list_in(root, "floors", "table", where), state.grid_state.floors, world, false, where .. " → floors")
  read_runs(list_in(root, "walls", "table", where), state.grid_state.walls, world, true, where .. " → walls")
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
      fill(pair[1], one.world, pair[2], format("%s → entities[%d]", one.name, pair[3]))
    end
  end
  made, read_worlds, opened, former, former_worlds = {}, {}, {}, {}, {}
end

function M.new_game()
  made, read_worlds, opened, former, former_worlds = {}, {}, {}, {}, {}
end

return M
