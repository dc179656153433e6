-- The running game of this dialect: its maps, areas, player and clock, and what the next save has to write.

local import = ...
local arguments = import "areas/arguments"
local events = import "core/game/events"
local random = import "core/game/random"
local signatures = import "core/border/signatures"

local M = {}

-- Game time at the start: 517-8-12 at 01:10, in years of 12 months of 30 days.
local FIRST_SECOND = ((517 * 12 + 8) * 30 + 12) * 86400 + 3600 + 600

-- Whether a game runs: before that, no map can be made.
M.started = false

-- The handlers that Event.register adds; they hear events of every source.
M.global_handlers = events.new_holder()

-- Starts with an empty game:
--   maps: uid -> map                         areas: uid -> area
--   area_of: uid of a map -> { area, floor }
--   unique: id -> { area_uid, entrance_was_generated }
--   map, player: the current ones            party: list of charas that follow the player
--   parties: of areas/object/parties         staying: of areas/object/staying_charas, or nil
--   autosave: whether the game is saved after the turn
--   is_in_memory: whether a save in memory can be read
--   seconds, turns: game time                last: kind -> last uid that was assigned
--   saved: mod id -> its table under `save`
-- and, for saves:
--   dirty: "map" | "area" -> uid -> state of an instance that may differ from the save
--   ground: number of a map of another dialect -> the uid it is saved under
--   buried: set of the numbers of maps of this dialect that were deleted
function M.reset()
  M.game = {
    maps = {}, areas = {}, area_of = {}, unique = {}, map = nil, player = nil, party = {}, parties = {},
    seconds = FIRST_SECOND, turns = 0, saved = {}, last = { map = 0, area = 0, ground = 0 },
    dirty = { map = {}, area = {} }, ground = {}, buried = {},
  }
end
M.reset()

signatures.on_game(function()
  return M.started
end)

-- For functions whose declarations are not checked before they are called.
M.need_game = signatures.need_game

-- The next uid of a map, of an area or of what lies on a map (see host/model/objects.py for the uids of a game).
function M.next_uid(kind)
  local last = M.game.last
  last[kind] = last[kind] + 1
  return last[kind]
end

-- The random stream of the host for one purpose, in the current scope.
function M.stream(purpose)
  return random.stream("host", purpose .. random.scope)
end

-- Marks a map or an area, given by its private state, for the next save.
function M.touch(state)
  if not (state.touched or state.gone or state.dropped) then
    state.touched = true
    M.game.dirty[state.chunk][state.uid] = state
  end
end

-- Marks a map or an area for every save from now on: a mod holds one of its tables and may change it at any time.
function M.before_access(state)
  state.lent = true
  M.touch(state)
end

-- Takes a map or an area out of the next save.
function M.drop(state)
  state.touched, state.dropped = false, true
  M.game.dirty[state.chunk][state.uid] = nil
end

-- Reverts `drop`.
function M.take_back(state)
  state.dropped = nil
  M.touch(state)
end

-- For the codecs in areas/save.
M.sorted_keys, M.whole = arguments.sorted_keys, arguments.read_integer

-- A table with weak keys, for the private states of instances.
function M.weak()
  return setmetatable({}, { __mode = "k" })
end

return M
