-- What this dialect keeps of the running game: maps, areas, who plays, the clock; and what its modules share.

local import, py = ...
local errors = import "core/errors"
local events = import "core/game/events"
local loader = import "core/loader"
local objects = import "core/game/objects"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format, sort = string.format, table.sort
local math_type, next, tointeger, type = math.type, next, math.tointeger, type
local setmetatable = setmetatable

local M = {}

-- What the game is now; begun anew by `reset`.
-- maps: uid -> map; areas: uid -> area; area_of: uid of a map -> { area, floor }; unique: id -> { area_uid,
-- entrance_was_generated }; map, player: current ones; party: list of charas that go with the player; seconds: game time;
-- turns; saved: tables of mods under `save`; last: the last uids given, by kind; scope: what random streams are named after;
-- dirty: kind -> uid -> what is known of a map or an area that may have changed since the last save; dropped: the chunks of
-- a save that stand for nothing any more; ground: number of a map that another dialect made -> the uid it is saved under;
-- buried: numbers of maps that were of this dialect and are gone.
M.game = nil

-- Game time begins on 517-8-12 at 01:10; years of 12 months of 30 days.
local BEGIN = ((517 * 12 + 8) * 30 + 12) * 86400 + 3600 + 600

function M.reset()
  M.game = {
    maps = {}, areas = {}, area_of = {}, unique = {}, map = nil, player = nil, party = {}, seconds = BEGIN, turns = 0, saved = {},
    last = { map = 0, area = 0, ground = 0 }, scope = "", absent = nil, dirty = { map = {}, area = {} }, dropped = {},
    ground = {}, buried = {},
  }
end
M.reset()

-- Whether there is a game: before, there is no map to make.
function M.need_game(what)
  if not M.started then
    raise(what .. ": the game hasn't started: it may be called at the start of a game or during play")
  end
end

function M.next_uid(kind)
  local last = M.game.last
  last[kind] = last[kind] + 1
  return last[kind]
end

-- Lets the next save write a map or an area anew: what is known of it says in `chunk` which of them it is.
function M.touch(own)
  if not (own.touched or own.gone or own.dropped) then
    own.touched = true
    M.game.dirty[own.chunk][own.uid] = own
  end
end

-- The same whenever there is a save: tables of it are in the hands of mods, who may change them at any time.
function M.lend(own)
  own.lent = true
  M.touch(own)
end

-- Lets the next save be without a map or an area; `take_back` lets it have it again.
function M.drop(own)
  own.touched, own.dropped = false, true
  M.game.dirty[own.chunk][own.uid] = nil
  M.game.dropped[own.chunk .. "\0" .. own.uid] = true
  if own.chunk == "map" then
    M.game.dropped["squares\0m" .. own.uid] = true
  end
end

function M.take_back(own)
  own.dropped = nil
  M.game.dropped[own.chunk .. "\0" .. own.uid] = nil
  M.game.dropped["squares\0m" .. own.uid] = nil
  M.touch(own)
end

M.running_mod = loader.running_mod

-- Who calls, or the host itself.
function M.caller(host)
  return loader.running_mod() or host
end

-- The handlers that are registered for all.
M.everybody = events.new_holder()

-- A whole number, or an error that says what was expected.
function M.whole(value, what)
  local number = math_type(value) == "float" and tointeger(value // 1) or tointeger(value)
  if not number then
    raise(format("%s is %s: must be a whole number", what, shown(value)))
  end
  return number
end

-- Position of an object of the host: { x, y } out of what mods give for one.
function M.is_number(value)
  return type(value) == "number" and value - value == 0
end

function M.sorted_keys(t)
  local keys = {}
  for key in next, t do
    keys[#keys + 1] = key
  end
  sort(keys)
  return keys
end

-- A table whose keys do not hold on to what they stand for.
function M.weak()
  return setmetatable({}, { __mode = "k" })
end

M.objects = objects
M.py = py

return M
