-- Reading a save: the game, areas, maps, what mods keep, and the party.

local import, py = ...
local missing_mods = import "core/save/missing_mods"
local areas = import "areas/area/instances"
local being = import "areas/travel/player"
local errors = import "core/errors"
local layers = import "core/game/objects"
local loader = import "core/loader"
local map_methods = import "areas/map/archetype"
local objects = import "areas/object/instances"
local restoring_objects = import "areas/restoring_objects"
local restoring_values = import "areas/restoring_values"
local checks = import "core/save/checks"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local each, field = checks.each, checks.field
local ipairs, next, tostring = ipairs, next, tostring
local open_chunk, now, uid_of = restoring_values.open, restoring_values.now, restoring_values.uid_of
local fill_objects, states_of = restoring_objects.fill_objects, restoring_objects.states_of

local M = {}

local function fill_game(root)
  local game = state.game
  game.unique, game.seconds = field(root, "unique", "table", "the game"), field(root, "seconds", "integer", "the game")
  game.turns, game.last = field(root, "turns", "integer", "the game"), field(root, "last", "table", "the game")
  for id in next, game.unique do
    local one = field(game.unique, id, "table", "the game → unique")
    if not game.areas[uid_of({ uid = one.area_uid }, "the game → unique → " .. shown(id))] then
      raise(format("the save is damaged: the game → unique → %s is the area %d, which is not there", shown(id), one.area_uid))
    end
  end
  for _, kind in ipairs { "map", "area" } do
    field(game.last, kind, "integer", "the game → last")
  end
  game.last.ground = field(game.last, "ground", "integer", "the game → last", true) or 0
  layers.last_uid(field(root, "last_object", "integer", "the game"))
end

local function fill_area(uid)
  local game, where = state.game, "area " .. uid
  local own = areas.known[game.areas[uid]]
  local _, body = open_chunk("area", tostring(uid), where)
  local one = body()
  own.fields, own.field_count = field(one, "fields", "table", where), field(one, "count", "integer", where)
  for _, name in ipairs { "types", "metadata" } do
    field(own.fields, name, "table", where .. " → fields", name == "types")
  end
  own.registered, own.made = field(one, "registered", "boolean", where, true), field(one, "made", "integer", where)
  own.unique, own.archetype = field(one, "unique", "string", where, true), field(one, "archetype", "string", where, true)
  own.parent = one.parent
  if own.parent ~= nil and own.parent ~= "root" then
    local around = areas.known[game.areas[field(one, "parent", "integer", where)]]
    if around then
      local place = field(one, "place", "table", where, true)
      for _, name in ipairs(place and { "x", "y", "floor" } or {}) do
        field(place, name, "integer", where .. " → place")
      end
      around.children[uid] = place or false
    end
  end
end

-- No area lies in itself.
local function check_parents(uids)
  local game = state.game
  for _, uid in ipairs(uids) do
    local steps, above = 0, uid
    while above and game.areas[above] do
      above, steps = areas.known[game.areas[above]].parent, steps + 1
      if steps > #uids then
        raise(format("the save is damaged: the area %d lies in itself", uid))
      end
    end
  end
end

local function fill_map(own, heads)
  local game, where = state.game, "map " .. own.uid
  local _, body = open_chunk("map", tostring(own.uid), where)
  local rest = body()
  own.fields, own.temp = field(rest, "fields", "table", where), field(rest, "temp", "table", where, true) or {}
  own.mod_data, own.previous = field(rest, "mods", "table", where, true) or {}, field(rest, "previous", "table", where, true)
  each(own.previous or {}, "integer", where .. " → previous")
  field(own.fields, "_archetype", "string", where, true)
  own.field_count = 0
  for _ in next, own.fields do
    own.field_count = own.field_count + 1
  end
  if rest.memory ~= nil then
    own.memory = {}
    for _, square in ipairs(each(field(rest, "memory", "table", where), "integer", where .. " → memory")) do
      own.memory[square] = true
    end
  end
  own.absent = fill_objects(heads, states_of(rest, heads, where), own.map, where)
  local area = rest.area and areas.known[game.areas[field(rest, "area", "integer", where)]]
  if area then
    local floor = field(rest, "floor", "integer", where)
    if area.floors[floor] then
      raise(format("the save is damaged: %s is the floor %d of the area %d, as another map is", where, floor, area.uid))
    end
    area.floors[floor], game.area_of[own.uid] = own.uid, { area = area.area, floor = floor }
  end
  map_methods.bind(own)
end

local function fill_mod(id, migrations)
  local mod = loader.mods[id]
  if mod or id == "base" then
    local _, body = open_chunk("mod", id, "save." .. id)
    local kept = body()
    local version = py.save_version(id)
    if migrations[mod] and version then
      kept = migrations[mod](kept, version)
    end
    state.game.saved[id] = kept
  end
end

local function fill_party(root)
  local game = state.game
  local function chara(uid, where)
    local object = now.made[uid]
    if object and objects.known[object].kind ~= "base.chara" then
      raise(format("the save is damaged: %s is %s: must be the uid of a chara", where, shown(uid)))
    end
    return object
  end
  local other = root.being
  if other ~= nil and missing_mods.is_token(other) then
    game.absent_player = other
  elseif other ~= nil and not being.is(other) then
    raise(format("the save is damaged: the game → being is %s: must be what can play", shown(other)))
  end
  game.player = root.player and chara(root.player, "the game → player") or not game.absent_player and other or nil
  for _, uid in ipairs(field(root, "party", "table", "the game")) do
    game.party[#game.party + 1] = chara(uid, "the game → party")
  end
end

M.check_parents, M.fill_area, M.fill_game, M.fill_map, M.fill_mod, M.fill_party =
  check_parents, fill_area, fill_game, fill_map, fill_mod, fill_party

return M
