-- How a game is kept and comes back: maps, areas and what lives there, what mods keep under `save`, random streams.
--
-- A save is made of chunks, each two graphs (see host/graph): heads, from which everything is made that others may point
-- to, and the rest. Chunks of maps are written only when the map may have changed since.

local import, py = ...
local areas = import "areas/area"
local blame = import "host/blame"
local classes = import "areas/classes"
local data = import "areas/data"
local emitter = import "areas/emitter"
local graph = import "host/graph"
local handles = import "host/handles"
local layers = import "host/objects"
local loader = import "host/loader"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local protect = import "host/protect"
local random = import "host/random"
local state = import "areas/state"
local text = import "host/text"
local travel = import "areas/travel"
local values = import "host/values"
local views = import "host/views"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local error, format, match, sort = error, string.format, string.match, table.sort
local getmetatable = debug.getmetatable
local ipairs, next, rawequal, setmetatable, tostring, type = ipairs, next, rawequal, setmetatable, tostring, type
local tointeger = math.tointeger

local M = {}

-- What stands for things of mods that are not loaded: token -> cell.
local absent_cells = state.weak()
-- Tables that were instances of classes that are not there: table -> { mod, name }.
local absent_classes = state.weak()

local token_meta = {
  __metatable = false,
  __name = "absent",
  __tostring = function()
    return "what belongs to a mod that is not loaded"
  end,
  __index = function()
    raise "this belongs to a mod that is not loaded: nothing can be read of it"
  end,
  __newindex = function()
    raise "this belongs to a mod that is not loaded: nothing can be set of it"
  end,
}

local function token(cell)
  local made = setmetatable({}, token_meta)
  absent_cells[made] = cell
  return made
end

-- writing -----------------------------------------------------------------------------------------------------------

-- Objects that live nowhere and are only pointed to, of the save that is being written: uid -> object.
local loose

local function special(value)
  local own = objects.known[value]
  if own then
    if own.gone then
      return false, "a thing of a game that is over"
    end
    local around = own
    while around.inside do
      around = objects.known[around.inside]
    end
    if not around.map then
      loose[around.uid] = around.object
    end
    return "o" .. own.uid
  end
  local map = maps.known[value]
  if map then
    if map.gone then
      return false, "a map that is gone"
    end
    return "m" .. map.uid
  end
  local area = areas.known[value]
  if area then
    if area.gone or not state.game.areas[area.uid] then
      return false, "an area that is gone"
    end
    return "a" .. area.uid
  end
  local original = views.original(value) or value
  local record = data.entries[original]
  if record then
    return "e" .. record.type .. "\0" .. record.id
  elseif not rawequal(original, value) then
    return false, "a table of another mod"
  elseif absent_cells[value] then
    return absent_cells[value]
  end
  local mod, name = classes.identify(value)
  if mod then
    return nil, mod, name
  elseif absent_classes[value] then
    return nil, absent_classes[value][1], absent_classes[value][2]
  end
  local kind = handles.open(value)
  if kind then
    return false, "a handle of a " .. kind
  elseif values.is_callable(value) then
    return false, "function"
  end
  return false, "a table with a metatable"
end

-- Asked about, though they have no metatable.
local marked = setmetatable({}, {
  __index = function(_, value)
    return data.entries[value] or absent_classes[value]
  end,
})

-- `heads` are those of the objects in `root`, so that messages can name them.
local function encode(name, root, heads)
  local ok, result = protect.pcall(graph.encode, root, special, marked)
  if not ok then
    if type(result) == "table" and result.path then
      -- The fields of a map or an object are what a mod sets on it.
      result.path = result.path:gsub("^fields%.", ""):gsub("^objects%[(%d+)%]%.fields%.", function(i)
        local head = heads and heads[tointeger(i)]
        return head and format("%s %d → ", head[3], head[1])
      end)
    end
    error(graph.refusal(name, result), 0)
  end
  return result
end

local function head_of(own)
  return { own.uid, own.kind, own.record.id }
end

local function state_of(own)
  local carried = {}
  for i, object in ipairs(own.carried or {}) do
    carried[i] = objects.known[object].uid
  end
  return {
    uid = own.uid, x = own.x, y = own.y, fields = own.fields, temp = next(own.temp) and own.temp or nil,
    mods = next(own.mod_data) and own.mod_data or nil, carried = carried[1] and carried or nil,
  }
end

-- Adds an object and all that it carries to lists of heads and states.
local function add_object(own, heads, states, above)
  heads[#heads + 1] = head_of(own)
  local one = state_of(own)
  one.above = above
  states[#states + 1] = one
  for _, object in ipairs(own.carried or {}) do
    add_object(objects.known[object], heads, states)
  end
end

-- Those of mods that are not loaded go with the rest, as they are.
local function add_absent(absent, heads, states)
  for _, one in ipairs(absent or {}) do
    heads[#heads + 1], states[#states + 1] = one[1], one[2]
  end
end

local function map_chunk(own)
  local heads, states = {}, {}
  for _, object in ipairs(own.store:all()) do
    local one = objects.known[object]
    if one then
      local pile = own.store:at(maps.layers[one.kind], one.y * own.width + one.x)
      local above
      for i, other in ipairs(pile) do
        if i > 1 and rawequal(other, object) then
          above = i
        end
      end
      add_object(one, heads, states, above)
    end
  end
  add_absent(own.absent, heads, states)
  local memory
  if own.memory then
    memory = {}
    for square in next, own.memory do
      memory[#memory + 1] = square
    end
    sort(memory)
  end
  local place = state.game.area_of[own.uid]
  local name = "map " .. own.uid
  return {
    encode(name, { objects = heads, uid = own.uid }),
    encode(name, {
      fields = own.fields, objects = states, temp = next(own.temp) and own.temp or nil, previous = own.previous,
      memory = memory, mods = next(own.mod_data) and own.mod_data or nil, area = place and place.area.uid,
      floor = place and place.floor,
    }, heads),
  }
end

local function sorted_keys(t)
  local keys = {}
  for key in next, t do
    keys[#keys + 1] = key
  end
  sort(keys)
  return keys
end

-- Floors are named by their maps and children by themselves, so that a new one is no matter of all others.
local function area_chunk(own)
  local name = "area " .. own.uid
  local around = type(own.parent) == "number" and areas.known[state.game.areas[own.parent]]
  return {
    encode(name, {}),
    encode(name, {
      fields = own.fields, count = own.count, parent = own.parent, place = around and around.children[own.uid] or nil,
      registered = own.registered, unique = own.unique, archetype = own.archetype, made = own.made,
    }),
  }
end

local function game_chunk()
  local game = state.game
  local party = {}
  for i, object in ipairs(game.party) do
    party[i] = objects.known[object].uid
  end
  local root = {
    unique = game.unique, seconds = game.seconds, turns = game.turns, last = game.last,
    last_object = layers.last_uid(), party = party, map = game.map and maps.known[game.map].uid,
    player = game.player and objects.known[game.player].uid,
  }
  for _, object in ipairs { game.player, table.unpack(game.party) } do
    special(object)
  end
  -- What is loose may point to more that is.
  local heads, states, count, rest
  repeat
    local uids = sorted_keys(loose)
    count, heads, states = #uids, {}, {}
    for _, uid in ipairs(uids) do
      add_object(objects.known[loose[uid]], heads, states)
    end
    add_absent(game.absent, heads, states)
    root.objects = states
    rest = encode("the game", root, heads)
  until #sorted_keys(loose) == count
  return { encode("the game", { objects = heads }), rest }
end

local function mod_chunks(list)
  local saved = state.game.saved
  for _, id in ipairs(sorted_keys(saved)) do
    if next(saved[id]) == nil then
      state.game.dropped["mod\0" .. id] = true
    else
      state.game.dropped["mod\0" .. id] = nil
      list[#list + 1] = { "mod", id, encode("save." .. id, {}), encode("save." .. id, saved[id]), -1 }
    end
  end
end

local function touch_all()
  for _, map in next, state.game.maps do
    state.touch(maps.known[map])
  end
  for _, area in next, state.game.areas do
    state.touch(areas.known[area])
  end
end

-- What is written is as the file has it, but for what others may change unseen.
local function settle()
  for _, some in next, state.game.dirty do
    for uid, own in next, some do
      if not (own.lent or own.shared) then
        own.touched, some[uid] = false, nil
      end
    end
  end
  state.game.dropped = {}
end

-- All chunks that may have changed: a list of { kind, key, heads, rest, number of the map }. Raises what cannot be kept.
local function chunks(everything)
  local game = state.game
  loose = game.loose or {}
  for uid, object in next, loose do
    local own = objects.known[object]
    if not own or own.gone or own.map or own.inside then
      loose[uid] = nil
    end
  end
  local list = {}
  if everything then
    touch_all()
  elseif game.map then
    state.touch(maps.known[game.map])
  end
  for _, uid in ipairs(sorted_keys(game.dirty.area)) do
    local graphs = area_chunk(game.dirty.area[uid])
    list[#list + 1] = { "area", tostring(uid), graphs[1], graphs[2], -1 }
  end
  for _, uid in ipairs(sorted_keys(game.dirty.map)) do
    local own = game.dirty.map[uid]
    local graphs = map_chunk(own)
    list[#list + 1] = { "map", tostring(uid), graphs[1], graphs[2], own.number }
  end
  mod_chunks(list)
  local graphs = game_chunk()
  list[#list + 1] = { "game", "", graphs[1], graphs[2], -1 }
  game.loose = loose
  return list
end

-- Whether a file is there to save to.
local function is_attached()
  return finish(py.save_attached())
end

-- Writes a save: to the file, or with `in_memory` to where `restore` finds it.
local function write(in_memory)
  local list = chunks(in_memory)
  finish(py.save_begin())
  for _, one in ipairs(list) do
    finish(py.save_put(one[1], one[2], one[3], one[4], one[5]))
  end
  finish(py.save_commit(table.concat(sorted_keys(state.game.dropped), "\1"), random.left(), in_memory))
  if not in_memory then
    settle()
  end
end

-- Saves the game; raises, and leaves the earlier save as it is, when something cannot be saved.
function M.save(what)
  local ok, message = protect.pcall(write, false)
  if not ok then
    raise(format("%s: the game cannot be saved: %s", what, text.tostring(message)))
  end
end

-- The same for the end of a run: nothing when there is nothing to save to.
function M.save_at_end()
  if state.started and is_attached() then
    M.save("the end of the run")
  end
end

-- Whether one map can be saved; raises when not.
function M.check_map(map)
  loose = state.game.loose or {}
  local ok, message = protect.pcall(map_chunk, maps.known[map])
  if not ok then
    raise("Map.save: " .. text.tostring(message))
  end
end

travel.before_leaving = function(map)
  if not maps.known[map].fields.is_temporary and is_attached() then
    loose = state.game.loose or {}
    local ok, message = protect.pcall(function()
      map_chunk(maps.known[map])
      mod_chunks {}
    end)
    if not ok then
      raise("Map.travel_to: the game cannot be saved: " .. text.tostring(message))
    end
  end
end

travel.after_travel = function()
  if is_attached() then
    M.save("Map.travel_to")
  end
end

-- reading -----------------------------------------------------------------------------------------------------------

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
  return found or token(cell)
end

local function instance(mod, name)
  local class = classes.find(mod, name)
  if class then
    return classes.bare(class)
  end
  local plain = {}
  absent_classes[plain] = { mod, name }
  return plain
end

local function decode(graph_text)
  return graph.decode(graph_text, special_of, instance)
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

-- Fills objects from their states; those of mods that are not loaded are kept as they are: a list of them.
local function fill_objects(heads, states, map)
  local absent
  local lying = {}
  for i, one in ipairs(states) do
    local object = made[one.uid]
    if object then
      local own = objects.known[object]
      own.fields, own.temp, own.mod_data = one.fields, one.temp or {}, one.mods or {}
      if map and one.x then
        lying[#lying + 1] = { own, one }
      end
    else
      absent = absent or {}
      absent[#absent + 1] = { heads[i], one }
    end
  end
  sort(lying, function(a, b)
    local x, y = a[2].above or 1, b[2].above or 1
    if x ~= y then
      return x < y
    end
    return a[2].uid < b[2].uid
  end)
  for _, one in ipairs(lying) do
    objects.put(one[1], map, one[2].x, one[2].y)
  end
  for _, one in ipairs(states) do
    local carrier = made[one.uid]
    for _, uid in ipairs(carrier and one.carried or {}) do
      if made[uid] then
        objects.give(objects.known[made[uid]], carrier)
      end
    end
  end
  return absent
end

-- The chunks of the save: kind -> keys; those of maps and areas are uids, in order.
local function open(in_memory)
  local keys = { map = {}, area = {}, mod = {}, game = {} }
  for kind, key in finish(py.save_open(in_memory)):gmatch "(%a+)%z([^\1]*)\1" do
    local uid = key
    if kind == "map" or kind == "area" then
      uid = tointeger(key)
    end
    if not (keys[kind] and uid) then
      raise(format("the save has a chunk %s %s: there is no such thing", kind, shown(key)))
    end
    keys[kind][#keys[kind] + 1] = uid
  end
  sort(keys.map)
  sort(keys.area)
  return keys
end

local function read_game(migrations, in_memory)
  local before = state.game
  local keys = open(in_memory)
  local former = {}
  for object, own in next, objects.known do
    if not own.gone then
      former[own.uid] = object
    end
  end
  -- The maps of now are no more.
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
  state.reset()
  local game = state.game
  made = {}

  -- Everything that can be pointed to.
  local head_text, rest_text = finish(py.save_get("game", ""))
  local game_heads = decode(head_text)
  make_objects(game_heads.objects, former)
  local map_heads, restored = {}, {}
  for _, uid in ipairs(keys.map) do
    map_heads[uid] = decode((finish(py.save_get("map", tostring(uid)))))
    local number, width, height = finish(py.map_restore(tostring(uid)))
    restored[uid] = maps.known[maps.wrap(number, width, height, uid, false, before.maps[uid])]
    make_objects(map_heads[uid].objects, former)
  end
  for _, uid in ipairs(keys.area) do
    game.areas[uid] = areas.make(uid, before.areas[uid])
  end

  -- What there is to know of them.
  local root = decode(rest_text)
  game.unique, game.seconds, game.turns, game.last = root.unique, root.seconds, root.turns, root.last
  layers.last_uid(root.last_object)
  for _, uid in ipairs(keys.area) do
    local own = areas.known[game.areas[uid]]
    local _, area_rest = finish(py.save_get("area", tostring(uid)))
    local one = decode(area_rest)
    for _, name in ipairs { "fields", "count", "parent", "registered", "unique", "archetype", "made" } do
      own[name] = one[name]
    end
    local around = type(own.parent) == "number" and areas.known[game.areas[own.parent]]
    if around then
      around.children[uid] = one.place or false
    end
  end
  for _, uid in ipairs(keys.map) do
    local own = restored[uid]
    local _, map_rest = finish(py.save_get("map", tostring(uid)))
    local rest = decode(map_rest)
    own.fields, own.temp, own.previous = rest.fields, rest.temp or {}, rest.previous
    own.mod_data, own.field_count = rest.mods or {}, 0
    for _ in next, own.fields do
      own.field_count = own.field_count + 1
    end
    if rest.memory then
      own.memory = {}
      for _, square in ipairs(rest.memory) do
        own.memory[square] = true
      end
    end
    own.absent = fill_objects(map_heads[uid].objects, rest.objects, own.map)
    local area = rest.area and areas.known[game.areas[rest.area]]
    if area then
      area.floors[rest.floor], game.area_of[uid] = uid, { area = area.area, floor = rest.floor }
    end
    maps.bind(own)
  end
  game.absent = fill_objects(game_heads.objects, root.objects, nil)
  for _, id in ipairs(keys.mod) do
    local mod = loader.mods[id]
    if mod or id == "base" then
      local _, saved = finish(py.save_get("mod", id))
      local kept = decode(saved)
      local version = finish(py.save_version(id))
      if migrations[mod] and version then
        kept = migrations[mod](kept, version)
      end
      game.saved[id] = kept
    end
  end
  game.player = root.player and made[root.player]
  for _, uid in ipairs(root.party) do
    game.party[#game.party + 1] = made[uid]
  end
  random.refresh()
  settle()
  if in_memory then
    -- The file has none of it.
    game.dropped = before.dropped
    touch_all()
  end
  return root.map and game.maps[root.map]
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

-- Lets the game be the one that was saved: in the file, or `in_memory`.
function M.restore(in_memory)
  local map = read_game(migrating(), in_memory or false)
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
  emitter.emit(nil, nil, "base.on_game_initialize", {})
end

-- Saves and loads in place.
function M.cycle()
  state.need_game "TestUtil.save_cycle"
  local ok, message = protect.pcall(write, true)
  if not ok then
    raise("TestUtil.save_cycle: the game cannot be saved: " .. text.tostring(message))
  end
  M.restore(true)
end

-- The module Save of a mod.
function M.api(mod)
  return {
    on_migrate = function(fn)
      if not values.is_callable(fn) then
        raise(format("Save.on_migrate: its argument is %s: must be a function(from_version, data)", shown(fn)))
      elseif migrations[mod] then
        raise("Save.on_migrate: this mod has a function for that already")
      end
      migrations[mod] = fn
    end,
    save = function()
      state.need_game "Save.save"
      if not is_attached() then
        raise("Save.save: there is no file to save to: --save FILE names one")
      end
      M.save("Save.save")
    end,
    is_attached = is_attached,
  }
end

function M.forget(mod)
  migrations[mod] = nil
end

return M
