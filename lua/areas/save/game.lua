-- The codec of the game itself: the clock, unique areas, the player and the party, and loose objects. Also how a save
-- names entries of data and classes of this dialect.

local import, py = ...
local players = import "areas/travel/player"
local classes = import "areas/language/class"
local codecs = import "core/save/codecs"
local data = import "areas/data/registry"
local fields = import "core/save/fields"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local object_codec = import "areas/save/objects"
local placing = import "areas/object/placement"
local proxies = import "core/sandbox/proxies"
local references = import "core/save/references"
local session = import "areas/session"

local damaged, record = fields.damaged, fields.record
local ipairs, next = ipairs, next

local M = {}

references.add {
  letter = "e",
  match = function(value) return data.entries[proxies.original(value) or value] end,
  name = function(_, entry) return entry.type .. "\0" .. entry.id end,
  find = function(name)
    local entry = data.find(name:match "^(.-)%z(.*)$")
    return entry and proxies.read_only(entry.entry, entry.mod)
  end,
}

function references.is_marked(value)
  return data.entries[value] ~= nil
end

references.add_class_names {
  name = classes.identify,
  adopt = function(mod, name, object)
    local class = classes.find(mod, name)
    return class and classes.bare(class, object)
  end,
  before = function(value) return classes.call_method(value, "serialize") end,
  after = function(value, is_changed)
    -- Saves of earlier versions have instances whose class has `serialize`, and which it did not change.
    if is_changed or not classes.has_method(value, "serialize") then
      classes.call_method(value, "deserialize")
    end
  end,
}

local GAME = record {
  { "unique", fields.table_of(record { { "area_uid", "integer" } }), set = function(game, unique)
    game.unique = unique
    for id, entry in next, unique do
      if not game.areas[entry.area_uid] then
        damaged("→ unique → %s is the area %d, which does not exist", fields.shown(id), entry.area_uid)
      end
    end
  end },
  { "seconds", "integer" },
  { "turns", "integer" },
  -- The last uids of each kind.
  { "last", record { { "map", "integer" }, { "area", "integer" }, { "ground", "integer?" } },
    set = function(game, last) game.last, last.ground = last, last.ground or 0 end },
  { "last_object", "integer", get = function()
    return layers.last_uid()
  end, set = function(_, uid) layers.last_uid(uid) end },
  { "map", "integer?", set = false, get = function(game) return game.map and maps.states[game.map].uid end },
  -- Which map is drawn and exported.
  { "shown", "string?", set = false, get = function()
    local number, width = py.game_map()
    return width > 0 and codecs.map_key(number) or nil
  end },
  { "player", "any", set = false, get = function(game) return game.player or game.missing_player end },
  { "party", "table", set = false },
  { "parties", fields.optional(fields.table_of "table of integer"), empty = true },
  { "staying", "any" },
  { "objects", object_codec.members.kind, set = false, get = function(game)
    return object_codec.write(codecs.list_loose("game", function(object)
      local state = objects.states[object]
      return not (state.gone or state.map or state.inside) and state.uid
    end), game)
  end },
}

-- The former game ends: nothing of it lies on a map, and its maps are dropped.
local function leave()
  for _, map in next, session.game.maps do
    local state = maps.states[map]
    placing.clear(state)
    if not state.shared then
      py.map_drop(state.number)
    end
  end
  maps.new_game()
  objects.new_game()
end

-- The current map of the game that was read, or nil; and the number of the map to show.
local current, shown

function M.current()
  return current, shown
end

-- A reference to an object that is accepted, or its placeholder.
local function check_object(object, accepts, title)
  if not (object == nil or references.is_placeholder(object) or accepts(object)) then
    damaged("→ %s is %s: must be a chara, or an object that can be the player", title, fields.shown(object))
  end
end

local function finish(game, saved)
  check_object(saved.player, players.is, "player")
  local is_missing = references.is_placeholder(saved.player)
  game[is_missing and "missing_player" or "player"] = saved.player
  if not (saved.staying == nil or objects.is(saved.staying, "base.staying_charas")) then
    damaged("→ staying is %s: must be a location of staying charas", fields.shown(saved.staying))
  end
  for _, member in ipairs(saved.party) do
    check_object(member, function(value) return objects.is(value, "base.chara") end, "party")
    if not references.is_placeholder(member) then
      game.party[#game.party + 1] = member
    end
  end
  current, shown = game.maps[saved.map], saved.shown and codecs.find_map(saved.shown)
  if saved.shown and not shown then
    damaged("→ shown is %s, which does not exist", fields.shown(saved.shown))
  end
end

codecs.add {
  kind = "game",
  order = 1,
  id_of = codecs.only_id,
  title = function() return "the game" end,
  record = GAME,
  live = function() return { [""] = session.game } end,
  leave = leave,
  make = function(_, saved)
    session.reset()
    object_codec.members:make(saved.objects, session.game)
    return session.game
  end,
  fill = function(game) object_codec.members:each("fill", game) end,
  finish = finish,
  -- Instances differ from the file only where others may change them unseen; in memory they may differ anywhere.
  settle = function(in_memory)
    for _, states in next, in_memory and {} or session.game.dirty do
      for uid, state in next, states do
        if not (state.lent or state.shared) then
          state.touched, states[uid] = false, nil
        end
      end
    end
  end,
}

return M
