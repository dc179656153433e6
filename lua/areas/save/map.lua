-- The codec of maps: what this dialect adds to the squares of a map. Squares of maps that only other dialects know
-- are separate chunks.

local import, py = ...
local areas = import "areas/area/area_states"
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local archetypes = import "areas/map/archetype"
local maps = import "areas/map/map_states"
local objects = import "areas/save/objects"
local references = import "core/save/references"
local session = import "areas/session"

local ipairs, next, tointeger, tostring = ipairs, next, math.tointeger, tostring
local members = objects.members

-- The area and the floor of a map, or an empty table.
local function place_of(state)
  local place = session.game.area_of[state.uid]
  return place and { area = place.area.uid, floor = place.floor } or {}
end

local function set_area(state, uid, saved)
  local area = uid and areas.states[session.game.areas[uid]]
  if area then
    fields.check(saved.floor, "integer", "floor")
    if area.floors[saved.floor] then
      fields.damaged("is the floor %d of the area %d, as another map is", saved.floor, uid)
    end
    area.floors[saved.floor] = state.uid
    session.game.area_of[state.uid] = { area = area.area, floor = saved.floor }
  end
end

local MAP = fields.record {
  { "fields", fields.record { { "_archetype", "string?" } }, set = function(state, values)
    state.fields, state.field_count = values, 0
    for _ in next, values do
      state.field_count = state.field_count + 1
    end
  end },
  { "temp", "table?", empty = true },
  { "mods", "table?", of = "mod_data", empty = true },
  { "previous", fields.optional "table of integer" },
  -- The squares that the player remembers.
  { "memory", fields.optional "table of integer", get = function(state)
    return state.memory and session.sorted_keys(state.memory)
  end, set = function(state, squares)
    state.memory = squares and {}
    for _, square in ipairs(squares or {}) do
      state.memory[square] = true
    end
  end },
  { "area", "integer?", get = function(state) return place_of(state).area end, set = set_area },
  { "floor", "integer?", get = function(state) return place_of(state).floor end, set = false },
  { "objects", members.kind, get = function(state)
    return objects.write(state.store:all(), state)
  end, set = false },
}

references.add_instances("m", maps.states, "a map that is gone", function() return session.game.maps end)

codecs.add {
  kind = "map",
  order = 3,
  id_of = codecs.uid_of,
  is_lasting = true,
  record = MAP,
  live = function() return session.game.maps end,
  changed = function(everything)
    local game = session.game
    for _, map in next, game.maps do
      local state = maps.states[map]
      -- Other dialects change the squares of a shared map.
      if everything or state.store.shared or map == game.map then
        session.touch(state)
      end
    end
    return game.dirty.map
  end,
  map_number = function(state) return state.number end,
  make = function(uid, saved)
    local number, width, height = py.map_restore("map", tostring(uid))
    local state = maps.states[maps.wrap(number, width, height, uid, false, references.make("m", uid))]
    members:make(saved.objects, state)
    return state
  end,
  fill = function(state)
    members:each("put", state)
    members:each("fill", state)
    archetypes.bind(state)
  end,
}

-- uid → number of the maps that only other dialects know.
local function live_ground()
  local numbers, game = {}, session.game
  for number, uid in next, game.ground do
    numbers[uid] = not game.buried[number] and number or nil
  end
  return numbers
end

codecs.add {
  kind = "ground",
  order = 4,
  id_of = codecs.uid_of,
  live = live_ground,
  map_number = function(number) return number end,
  make = function(uid) session.game.ground[py.map_restore("ground", tostring(uid))] = uid end,
}

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

function codecs.find_map(key)
  local kind, uid = key:match "^([mg])(%d+)$"
  uid = tointeger(uid)
  local number = live_ground()[uid]
  if kind == "m" then
    number = session.game.maps[uid] and maps.states[session.game.maps[uid]].number
  end
  if number then
    return number, py.map_size(number)
  end
end
