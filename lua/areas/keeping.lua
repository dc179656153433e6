-- How a game is kept and comes back: maps, areas and what lives there, what mods keep under `save`, random streams.
--
-- A save is made of chunks, each two graphs (see core/save/graph): heads, from which everything is made that others may point
-- to, and the rest. Chunks of maps are written only when the map may have changed since.

local import, py = ...
local missing_mods = import "core/save/missing_mods"
local areas = import "areas/area/instances"
local errors = import "core/errors"
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local graph = import "core/save/graph"
local handles = import "core/border/handles"
local codecs = import "core/save/codecs"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local protect = import "core/sandbox/protect"
local random = import "core/game/random"
local restoring = import "areas/restoring"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local error, format, sort = error, string.format, table.sort
local sorted_keys = state.sorted_keys
local ipairs, next, rawequal, setmetatable, tostring, type = ipairs, next, rawequal, setmetatable, tostring, type
local tointeger = math.tointeger

local M = {}

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
  local kept, kept_mod, kept_name = codecs.special(value)
  if kept ~= nil or kept_mod then
    return kept, kept_mod, kept_name
  end
  local original = proxies.original(value) or value
  local record = data.entries[original]
  if record then
    return "e" .. record.type .. "\0" .. record.id
  elseif not rawequal(original, value) then
    return false, "a table of another mod"
  elseif missing_mods.cells[value] then
    return missing_mods.cells[value]
  end
  local mod, name = classes.identify(value)
  if mod then
    return nil, mod, name
  elseif missing_mods.classes[value] then
    return nil, missing_mods.classes[value][1], missing_mods.classes[value][2]
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
    return data.entries[value] or missing_mods.classes[value]
  end,
})

-- `heads` are those of the objects in `root`, so that messages can name them; or a function that says it of a path.
local function encode(name, root, heads)
  local ok, result = protect.pcall(graph.encode, root, special, marked)
  if not ok then
    if type(result) == "table" and result.path and type(heads) == "function" then
      result.path = heads(result.path)
    elseif type(result) == "table" and result.path then
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
local function add_absent(left, heads, states)
  for _, one in ipairs(left or {}) do
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

-- Floors are named by their maps and children by themselves, so that a new one is no matter of all others.
local function area_chunk(own)
  local name = "area " .. own.uid
  local around = type(own.parent) == "number" and areas.known[state.game.areas[own.parent]]
  return {
    encode(name, {}),
    encode(name, {
      fields = own.fields, count = own.field_count, parent = own.parent, place = around and around.children[own.uid] or nil,
      registered = own.registered, unique = own.unique, archetype = own.archetype, made = own.made,
    }),
  }
end

-- Where a map of another dialect is kept, by its number, or one of this: "ground" or "map", and its uid; nothing for one
-- that is gone.
local function place_of(number)
  local game = state.game
  for uid, map in next, game.maps do
    if maps.known[map].number == number then
      return "map", uid
    end
  end
  if game.buried[number] then
    return nil
  elseif not game.ground[number] then
    game.ground[number] = state.next_uid "ground"
  end
  return "ground", game.ground[number]
end

codecs.place_of = place_of

-- What is drawn and exported: where it is kept, or nothing when there is no map.
local function shown_map()
  local number, width = py.game_map()
  if width > 0 then
    local kind, uid = place_of(number)
    return kind and { kind, uid }
  end
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
    player = objects.known[game.player] and layers.uid(game.player), shown = shown_map(),
    -- A player of another dialect is what its keeper makes of it.
    being = not objects.known[game.player] and (game.player or game.absent_player) or nil,
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

-- The chunks of keepers.
local function add_kept(list)
  local dropped = state.game.dropped
  for _, keeper in codecs.all() do
    for _, chunk in ipairs(keeper.chunks(encode)) do
      list[#list + 1] = { chunk[1], chunk[2], chunk[3], chunk[4], -1 }
      dropped[chunk[1] .. "\0" .. chunk[2]] = nil
    end
    for _, chunk in ipairs(keeper.gone()) do
      dropped[chunk[1] .. "\0" .. chunk[2]] = true
    end
  end
end

-- Maps of other dialects: their squares. Whoever changes those tells nobody, so they are written each time.
local function add_grounds(list)
  local game = state.game
  for _, number in ipairs(sorted_keys(game.ground)) do
    local key = tostring(game.ground[number])
    if place_of(number) == "ground" then
      list[#list + 1] = { "ground", key, nil, nil, number }
      game.dropped["squares\0g" .. key] = nil
    else
      game.ground[number] = nil
      game.dropped["squares\0g" .. key] = true
    end
  end
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
    restoring.touch_all()
  elseif game.map then
    state.touch(maps.known[game.map])
  end
  for _, map in next, game.maps do
    -- Others than this dialect change its squares.
    if maps.known[map].store.shared then
      state.touch(maps.known[map])
    end
  end
  for _, keeper in codecs.all() do
    keeper.begin()
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
  add_kept(list)
  -- What keepers keep may point to more that lives nowhere.
  graphs = game_chunk()
  list[#list + 1] = { "game", "", graphs[1], graphs[2], -1 }
  add_grounds(list)
  game.loose = loose
  return list
end

-- Whether a file is there to save to.
local function is_attached()
  return py.save_attached()
end
M.is_attached = is_attached

-- Raises when there is no save to read.
function M.need_save()
  py.save_needed()
end

-- Calls fn, which tries what can be saved.
local function check(fn)
  loose = state.game.loose or {}
  for _, keeper in codecs.all() do
    keeper.begin()
  end
  return protect.pcall(fn)
end

-- Writes a save: to the file, or with `in_memory` to where `restore` finds it.
local function write(in_memory)
  local list = chunks(in_memory)
  py.save_begin()
  for _, one in ipairs(list) do
    if one[3] then
      py.save_put(one[1], one[2], one[3] .. one[4])
    end
    if one[5] >= 0 then
      py.save_squares(one[1]:sub(1, 1) .. one[2], one[5])
    end
  end
  py.save_commit(table.concat(sorted_keys(state.game.dropped), "\1"), random.left(), in_memory)
  if not in_memory then
    restoring.settle()
  end
end

-- Saves the game; raises, and leaves the earlier save as it is, when something cannot be saved. While a turn is played
-- it is saved when that is over.
function M.save(what)
  if codecs.is_busy() then
    codecs.defer(function()
      M.save(what)
    end)
    return
  end
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
  local ok, message = check(function()
    map_chunk(maps.known[map])
  end)
  if not ok then
    raise("Map.save: " .. text.tostring(message))
  end
end

travel.before_leaving = function(map)
  if not maps.known[map].fields.is_temporary and is_attached() then
    local ok, message = check(function()
      map_chunk(maps.known[map])
      mod_chunks {}
      if not codecs.is_busy() then
        add_kept {}
      end
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

M.restore = restoring.restore

-- Saves and loads in place.
function M.cycle()
  state.need_game "TestUtil.save_cycle"
  travel.need_rest "TestUtil.save_cycle"
  if codecs.is_busy() then
    raise "TestUtil.save_cycle: a turn of a world is being played: must wait until it is over"
  end
  local ok, message = protect.pcall(write, true)
  if not ok then
    raise("TestUtil.save_cycle: the game cannot be saved: " .. text.tostring(message))
  end
  restoring.restore(true)
end

-- The module Save of a mod.
function M.api(mod)
  return {
    on_migrate = function(fn)
      if restoring.migrations[mod] then
        raise("Save.on_migrate: this mod has a function for that already")
      end
      restoring.migrations[mod] = fn
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
  restoring.migrations[mod] = nil
end

return M
