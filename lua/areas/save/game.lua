-- The codec of the game itself: the clock, unique areas, the player and the party, and loose objects. Also how a save
-- names entries of data and classes of this dialect.

local import, py = ...
local players = import "areas/travel/player"
local classes = import "areas/language/class"
local codecs = import "core/save/codecs"
local data = import "areas/data/registry"
local fields = import "core/save/fields"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local missing_mods = import "core/save/missing_mods"
local objects = import "areas/object/instances"
local object_codec = import "areas/save/objects"
local placing = import "areas/object/placement"
local proxies = import "core/sandbox/proxies"
local session = import "areas/session"

local match = string.match
local ipairs, next = ipairs, next

local M = {}

codecs.add_reference {
  letter = "e",
  match = function(value) return data.entries[proxies.original(value) or value] end,
  name = function(_, entry) return entry.type .. "\0" .. entry.id end,
  find = function(name)
    local entry = data.find(match(name, "^(.-)%z(.*)$"))
    return entry and proxies.read_only(entry.entry, entry.mod)
  end,
}

function codecs.is_marked(value)
  return data.entries[value] ~= nil
end

codecs.add_class_names {
  name = classes.identify,
  adopt = function(mod, name, object)
    local class = classes.find(mod, name)
    return class and classes.bare(class, object)
  end,
}

local GAME = fields.record {
  { "unique", "table of table" },
  { "seconds", "integer" },
  { "turns", "integer" },
  -- The last uids of each kind.
  { "last", fields.record { { "map", "integer" }, { "area", "integer" }, { "ground", "integer?" } },
    set = function(game, last) game.last, last.ground = last, last.ground or 0 end },
  { "last_object", "integer", get = function()
    return layers.last_uid()
  end, set = function(_, uid) layers.last_uid(uid) end },
  { "map", "integer?", set = false, get = function(game) return game.map and maps.states[game.map].uid end },
  -- Which map is drawn and exported: "map" or "ground", and its uid.
  { "shown", "table?", set = false, get = function()
    local number, width = py.game_map()
    local key = width > 0 and codecs.map_key(number)
    return key and { key:sub(1, 1) == "m" and "map" or "ground", math.tointeger(key:sub(2)) } or nil
  end },
  -- The player: the uid of a chara, or an object of another dialect.
  { "player", "integer?", set = false, get = function(game)
    local state = objects.states[game.player]
    return state and state.uid
  end },
  { "being", "any", set = false, get = function(game)
    if not objects.states[game.player] then
      return game.player or game.missing_player
    end
  end },
  { "party", "list of integer", set = false, get = function(game)
    local uids = {}
    for i, object in ipairs(game.party) do
      uids[i] = layers.uid(object)
    end
    return uids
  end },
}

-- While a save is read.
local head, body

local function is_outermost(state)
  return not (state.gone or state.map or state.inside)
end

-- The former game ends: nothing of it lies on a map, and its maps are dropped.
local function leave()
  for _, map in next, session.game.maps do
    local state = maps.states[map]
    for _, object in ipairs(state.store:all()) do
      if objects.states[object] then
        placing.detach(objects.states[object])
      end
    end
    state.gone = true
    if not state.shared then
      py.map_drop(state.number)
    end
  end
  object_codec.leave()
end

local function write()
  local game = session.game
  local saved_head, saved = { objects = {} }, GAME:write(game)
  saved.objects = {}
  codecs.refer(game.player)
  for _, object in ipairs(game.party) do
    codecs.refer(object)
  end
  local uids, by_uid = {}, {}
  for object in next, codecs.loose_of "game" do
    if is_outermost(objects.states[object]) then
      uids[#uids + 1], by_uid[layers.uid(object)] = layers.uid(object), object
    end
  end
  table.sort(uids)
  for _, uid in ipairs(uids) do
    object_codec.write(by_uid[uid], saved_head, saved)
  end
  object_codec.write_missing(game.missing, saved_head, saved)
  return saved_head, saved
end

local function fill(_, decode)
  local game, where = session.game, "the game"
  body = GAME:check(decode(), where)
  GAME:read(body, game, where)
  for id, unique in next, game.unique do
    local uid = fields.check(unique.area_uid, "integer", where .. " → unique → " .. fields.shown(id), "area_uid")
    if not game.areas[uid] then
      fields.damaged(where, "→ unique → %s is the area %d, which does not exist", fields.shown(id), uid)
    end
  end
  game.missing = object_codec.fill(head, body, nil, where)
end

local function read_player()
  local game, other = session.game, body.being
  if missing_mods.is_placeholder(other) then
    game.missing_player = other
  elseif other ~= nil and not players.is(other) then
    fields.damaged("the game", "→ being is %s: must be an object that can be the player", fields.shown(other))
  else
    game.player = other
  end
  if body.player then
    game.player = object_codec.find_chara(body.player, "the game → player")
  end
  for _, uid in ipairs(body.party) do
    game.party[#game.party + 1] = object_codec.find_chara(uid, "the game → party")
  end
end

-- After a game was read: its current map, if there is one, and the number of the map to show.
function M.current()
  return session.game.maps[body.map], M.shown
end

codecs.add {
  kind = "game",
  order = 1,
  is_key = function(key) return key == "" end,
  title = function() return "the game" end,
  keys = function() return { "" } end,
  is_live = function() return true end,
  write = write,
  explain = object_codec.explain,
  check = function(_, saved_head, taken) object_codec.check(saved_head, "the game", taken) end,
  leave = leave,
  make = function(_, saved_head)
    -- A save in memory leaves the file as it is.
    local dropped = session.game.dropped
    session.reset()
    session.game.dropped = dropped
    head = saved_head
    object_codec.make(head)
  end,
  fill = fill,
  finish = function()
    read_player()
    M.shown = nil
    if body.shown then
      local kind, uid = body.shown[1], body.shown[2]
      M.shown = codecs.find_map((kind == "map" and "m" or "g") .. fields.shown(uid))
      if not M.shown then
        fields.damaged("the game", "→ shown is %s %s, which does not exist", fields.shown(kind), fields.shown(uid))
      end
    end
  end,
}


return M
