-- The codec of maps: what this dialect adds to the squares of a map. Squares of maps that only other dialects know
-- are separate chunks.

local import, py = ...
local areas = import "areas/area/instances"
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local archetypes = import "areas/map/archetype"
local maps = import "areas/map/instances"
local objects = import "areas/save/objects"
local session = import "areas/session"

local match = string.match
local ipairs, next, tointeger, tostring = ipairs, next, math.tointeger, tostring

local M = {}

local MAP = fields.record {
  { "fields", "table", set = function(state, values)
    state.fields, state.field_count = values, 0
    for _ in next, values do
      state.field_count = state.field_count + 1
    end
  end },
  { "temp", "table?", empty = true },
  { "mods", "table?", of = "mod_data", empty = true },
  { "previous", "list of integer?" },
  -- The squares that the player remembers.
  { "memory", "list of integer?", get = function(state)
    return state.memory and session.sorted_keys(state.memory)
  end, set = function(state, squares)
    state.memory = squares and {}
    for _, square in ipairs(squares or {}) do
      state.memory[square] = true
    end
  end },
  { "area", "integer?", set = false, get = function(state)
    local place = session.game.area_of[state.uid]
    return place and place.area.uid
  end },
  { "floor", "integer?", set = false, get = function(state)
    local place = session.game.area_of[state.uid]
    return place and place.floor
  end },
}

codecs.add_instances("m", maps.states, "a map that is gone", function(uid) return session.game.maps[uid] end)

function codecs.map_key(number)
  local game = session.game
  for uid, map in next, game.maps do
    if maps.states[map].number == number then
      return "m" .. uid
    end
  end
  if not game.buried[number] then
    game.ground[number] = game.ground[number] or session.next_uid "ground"
    return "g" .. game.ground[number]
  end
end

-- The number of the map that only other dialects know, by the uid in its key.
local function ground_number(uid)
  for number, ground_uid in next, session.game.ground do
    if ground_uid == uid then
      return number
    end
  end
end

function codecs.find_map(key)
  local kind, uid = match(key, "^([mg])(%d+)$")
  uid = tointeger(uid)
  local map = kind == "m" and session.game.maps[uid]
  local number = kind == "g" and ground_number(uid) or map and maps.states[map].number
  if number then
    return number, py.map_size(number)
  end
end

-- The keys of the uids in a table, in their order.
local function list_keys(by_uid)
  local keys = session.sorted_keys(by_uid)
  for i, uid in ipairs(keys) do
    keys[i] = tostring(uid)
  end
  return keys
end
M.list_keys = list_keys

-- Whether a text is a whole number above 0, as uids are.
local function is_uid(key)
  local uid = tointeger(key)
  return uid ~= nil and uid > 0 and tostring(uid) == key
end
M.is_uid = is_uid

-- While a save is read: key → head; and the maps of the former game.
local heads, former = {}, {}

codecs.add {
  kind = "map",
  order = 3,
  is_lasting = true,
  is_key = is_uid,
  title = function(key) return "map " .. key end,
  keys = function(everything)
    local game = session.game
    for _, map in next, game.maps do
      local state = maps.states[map]
      -- Other dialects change the squares of a shared map.
      if everything or state.store.shared or map == game.map then
        session.touch(state)
      end
    end
    return list_keys(game.dirty.map)
  end,
  dropped = function() return list_keys(session.game.dropped.map) end,
  write = function(key)
    local state = maps.states[session.game.maps[tointeger(key)]]
    local head, body = { objects = {}, uid = state.uid }, MAP:write(state)
    body.objects = {}
    for _, object in ipairs(state.store:all()) do
      objects.write(object, head, body)
    end
    objects.write_missing(state.missing, head, body)
    return head, body
  end,
  map_number = function(key) return maps.states[session.game.maps[tointeger(key)]].number end,
  explain = objects.explain,
  check = function(key, head, taken) objects.check(head, "map " .. key, taken) end,
  leave = function() former = session.game.maps end,
  make = function(key, head)
    local uid = tointeger(key)
    local number, width, height = py.map_restore("map", key)
    maps.wrap(number, width, height, uid, false, former[uid])
    objects.make(head)
    heads[key] = head
  end,
  fill = function(key, decode)
    local game, where = session.game, "map " .. key
    local state, body = maps.states[game.maps[tointeger(key)]], MAP:check(decode(), where)
    MAP:read(body, state, where)
    fields.check(state.fields._archetype, "string?", where, "_archetype")
    state.missing = objects.fill(heads[key], body, state.map, where)
    local area = body.area and areas.states[game.areas[body.area]]
    if area then
      local floor = fields.check(body.floor, "integer", where, "floor")
      if area.floors[floor] then
        fields.damaged(where, "is the floor %d of the area %d, as another map is", floor, area.uid)
      end
      area.floors[floor], game.area_of[state.uid] = state.uid, { area = area.area, floor = floor }
    end
    archetypes.bind(state)
  end,
  settle = function(is_dirty)
    heads, former = {}, {}
    M.settle("map", maps, session.game.maps, is_dirty)
  end,
}

-- After a save was written or read: instances differ from it only where others may change them unseen; or, with
-- `is_dirty`, all do.
function M.settle(chunk, instances, values, is_dirty)
  for _, value in next, values do
    local state = instances.states[value]
    if is_dirty then
      session.touch(state)
    elseif not (state.lent or state.shared) then
      state.touched, session.game.dirty[state.chunk][state.uid] = false, nil
    end
  end
  if not is_dirty then
    session.game.dropped[chunk] = {}
  end
end

codecs.add {
  kind = "ground",
  order = 4,
  is_key = is_uid,
  keys = function()
    local uids = {}
    for number, uid in next, session.game.ground do
      uids[uid] = not session.game.buried[number] or nil
    end
    return list_keys(uids)
  end,
  dropped = function()
    local uids = {}
    for number, uid in next, session.game.ground do
      uids[uid] = session.game.buried[number]
    end
    return list_keys(uids)
  end,
  map_number = function(key) return ground_number(tointeger(key)) end,
  make = function(key) session.game.ground[py.map_restore("ground", key)] = tointeger(key) end,
}

return M
