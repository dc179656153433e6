-- The codec of worlds: the entities on a map, the order in which they act, and the fields of the world. The id of a
-- world is the key of its map.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local codecs = import "core/save/codecs"
local entities = import "actions/save/entity"
local fields = import "core/save/fields"
local GameObject = import "actions/entity/game_object"
local ground = import "actions/world/ground"
local ground_runs = import "actions/save/ground_runs"
local layers = import "actions/constants"
local loader = import "core/loader"
local loose_items = import "actions/world/loose_items"
local members = import "core/save/members"
local names = import "actions/save/names"
local objects = import "core/game/objects"
local draws = import "pools/draws"
local references = import "core/save/references"
local stable_order = import "core/sandbox/stable_order"
local world_state = import "actions/world/state"
local references_of_worlds = import "actions/save/references"
local worlds = import "actions/world/worlds"

local damaged, inherits = fields.damaged, class.inherits

-- Lists: entities in the order in which they act ----------------------------------------------------------------------

local LISTS = table.move(worlds.group_names, 1, #worlds.group_names, 2, { "players" })

local function list_of(state, name)
  return name == "players" and state.players or state.lists[name]
end

local function set_list(state, name, list)
  if name == "players" then
    state.players, state.grid_state.players = list, list
  else
    state.lists[name] = list
  end
end

local function uids_of(list)
  local uids = {}
  for i, entity in ipairs(list) do
    uids[i] = objects.uid(entity)
  end
  return uids
end

-- The entities of a list of uids, without entities of missing mods.
local function find_entities(uids)
  local list, seen = {}, {}
  for _, uid in ipairs(uids) do
    if seen[uid] then
      damaged("→ lists name the entity %d twice", uid)
    end
    seen[uid] = true
    list[#list + 1] = references.find_made("n", uid)
  end
  return list
end

-- Adds to a list entities that the save had in it, each before the first entity that follows it in the save.
-- `entries` are as in core/save/members.
local function merge(list, entries, order)
  local ranks, others, waiting, merged, at = {}, {}, {}, {}, 1
  for _, entry in ipairs(entries) do
    others[entry[1].uid] = entry[2]
  end
  for rank, uid in ipairs(order) do
    ranks[uid] = rank
    waiting[#waiting + 1] = others[uid]
  end
  for _, entity in ipairs(list) do
    local rank = ranks[objects.uid(entity)]
    while rank and waiting[at] and ranks[objects.uid(waiting[at])] < rank do
      merged[#merged + 1], at = waiting[at], at + 1
    end
    merged[#merged + 1] = entity
  end
  return table.move(waiting, at, #waiting, #merged + 1, merged)
end

-- The uids of each list, without loose items of kts, which the map has.
local function write_lists(state)
  local saved = {}
  for _, name in ipairs(LISTS) do
    local list = loose_items.without(list_of(state, name))
    saved[name] = uids_of(state.orders and merge(list, state.missing, state.orders[name] or {}) or list)
  end
  return saved
end

-- Entities ------------------------------------------------------------------------------------------------------------

-- The entities of a world by their uids, the loose ones among them.
local function entities_of(state)
  local by_uid = {}
  local function add(more)
    for _, entity in ipairs(more) do
      -- The map has the loose items of kts.
      by_uid[objects.uid(entity)] = not loose_items.is_stand_in(entity) and entity or nil
    end
  end
  add(references_of_worlds.entities_on(state))
  for _, name in ipairs(LISTS) do
    add(list_of(state, name))
  end
  add(state.touched)
  add(codecs.list_loose(state.world, objects.uid))
  return stable_order.sorted_values(by_uid)
end

local ENTITIES = members.declare {
  letter = "n",
  record = entities.ENTITY,
  find = function(saved)
    local entity_class = names.find_class(saved.class)
    return entity_class and inherits(entity_class, GameObject) and entity_class
  end,
  make_object = function(entity_class, entity)
    if class.of(entity) ~= entity_class then
      classes.bare(entity_class, debug.setmetatable(entity, nil))
    end
    for name in next, entity do
      rawset(entity, name, nil)
    end
  end,
  put = function(entity, saved, state)
    local world, layer, square = state.world, saved.layer, saved.square
    if square and not (layer and square >= 0 and square < world.width * world.height) then
      damaged("→ the entity %d stands on the square %d, outside the map", saved.uid, square)
    elseif layer then
      state.store:add(entity, layer)
      if square then
        state.store:put(entity, square)
      end
    else
      codecs.add_loose(world, entity)
      codecs.mark_loose_lasting()
    end
  end,
  fill = entities.read,
}

-- The record ----------------------------------------------------------------------------------------------------------

-- Raises an error for what mods gave a world that cannot be saved.
local function refuse_functions(state)
  local pool = draws.own_pool(state.world)
  if pool then
    error(('its own pool for "%s", by usePool: that cannot be saved'):format(pool), 0)
  end
  for _, list in ipairs { "onto", "from" } do
    local square = next(state.grid_state[list])
    if square then
      local x, y = square % state.world.width + 1, square // state.world.width + 1
      error(("grid: a watcher of (%d, %d) is a function"):format(x, y), 0)
    end
  end
end

-- Fields of a world that its map gives it.
local OF_MAP = { grid = true, width = true, height = true }

local function last_square(state)
  return state.world.width * state.world.height - 1
end

local WORLD = fields.record {
  { "mod", "string", get = function(state) return state.mod.id end, set = false },
  { "fields", fields.record { { "phase", "integer" }, { "turn", "integer" }, { "changes", "table" } },
    get = function(state)
      refuse_functions(state)
      local saved = {}
      for name, value in next, state.world do
        if not OF_MAP[name] then
          saved[name] = value
        end
      end
      return saved
    end,
    set = function(state, saved)
      for name, value in next, saved do
        if not OF_MAP[name] then
          rawset(state.world, name, value)
        end
      end
      state.world.phase = layers.phases.Player
    end },
  { "entities", ENTITIES.kind, set = false, get = function(state)
    local sources = {}
    for i, entity in ipairs(entities_of(state)) do
      sources[i] = entities.open(entity)
    end
    return ENTITIES:write(sources, state)
  end },
  { "lists", "table of table of member", get = write_lists, set = function(state, saved)
    state.orders = saved
    for _, name in ipairs(LISTS) do
      set_list(state, name, find_entities(saved[name] or {}))
    end
  end },
  -- Floors and walls in no list to which something happened this turn.
  { "touched", "table of member", get = function(state)
    return uids_of(state.touched)
  end, set = function(state, uids) state.touched = find_entities(uids) end },
  { "changes", "integer", of = "changes_count" },
  { "died", "boolean?", of = "someone_died" },
  { "floors", ground_runs.kind, get = function(state)
    return ground_runs.write(state.grid_state.floors, last_square(state))
  end, set = function(state, runs)
    ground_runs.read(runs, state.grid_state.floors, last_square(state), ground.Floor)
  end },
  { "walls", ground_runs.kind, get = function(state)
    return ground_runs.write(state.grid_state.walls, last_square(state))
  end, set = function(state, runs)
    ground_runs.read(runs, state.grid_state.walls, last_square(state), ground.Wall)
  end },
}

-- The codec -----------------------------------------------------------------------------------------------------------

-- The mod that made a world: it draws from the pools of that mod. When it is missing, the first one that is loaded.
local function mod_of(id)
  local mod = loader.mods[id]
  return mod and mod.ambient[1] and mod or stable_order.sorted_values(loader.mods)[1]
    or damaged("belongs to the mod %s, and no mod is loaded", id)
end

local function title_of(key)
  return "the world of " .. (key:sub(1, 1) == "m" and "map " .. key:sub(2) or "a map")
end

local function live_worlds()
  local states = {}
  for key, world in next, references_of_worlds.worlds_by_key() do
    states[key] = worlds.state_of(world, "save")
  end
  return states
end

-- Makes the missing entities of a world whose classes exist now: a script defines its classes after the save was
-- read.
worlds.on_request(function(world)
  local state = worlds.state_of(world, "fromMap")
  if state.orders then
    fields.enter(title_of "")
    references.adopt_missing()
    ground_runs.adopt_missing(state.grid_state.floors)
    ground_runs.adopt_missing(state.grid_state.walls)
    ENTITIES:adopt(state.missing, state)
    ENTITIES:each("put", state)
    ENTITIES:each("fill", state)
    for _, name in ipairs(state.made[1] and LISTS or {}) do
      set_list(state, name, merge(list_of(state, name), state.made, state.orders[name] or {}))
    end
  end
end)

codecs.add {
  kind = "world",
  order = 6,
  title = title_of,
  record = WORLD,
  live = live_worlds,
  begin = function()
    references_of_worlds.reset()
    -- A map gets its key here, before the chunks of maps are written.
    references_of_worlds.worlds_by_key()
  end,
  leave = function()
    for _, world in next, worlds.all() do
      local state = worlds.state_of(world, "save")
      for _, entity in ipairs(references_of_worlds.entities_on(state)) do
        state.store:remove(entity)
      end
    end
    worlds.new_game()
  end,
  make = function(key, saved)
    local number, width, height = codecs.find_map(key)
    if not number or worlds.all()[number] then
      damaged "is of a map that does not exist"
    end
    local mod = mod_of(saved.mod)
    local world, state = worlds.begin(mod, number, width, height, references.make("w", key))
    worlds.define_classes(world)
    ENTITIES:make(saved.entities, state)
    return state
  end,
  fill = function(state) ENTITIES:each("put", state) end,
  finish = function(state)
    ENTITIES:each("fill", state)
    worlds.match_map(state.world)
  end,
  settle = references_of_worlds.reset,
  is_busy = function()
    for _, world in next, worlds.all() do
      if world_state.is_turn_running(worlds.state_of(world, "save")) then
        return true
      end
    end
    return false
  end,
}
