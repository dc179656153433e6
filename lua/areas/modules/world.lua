-- The module World: the clock of the game, what passes with it, and the creatures that spawn.

local import = ...
local archetypes = import "areas/map/archetype"
local arguments = import "areas/arguments"
local charagen = import "areas/modules/charagen"
local clock = import "core/game/clock"
local event_emitter = import "areas/interface/event_emitter"
local maps = import "areas/map/map_states"
local mefs = import "areas/object/mef"
local player = import "areas/travel/player"
local random = import "core/game/random"
local renewal = import "areas/map/renewal"
local saving = import "areas/save/saving"
local session = import "areas/session"
local turns = import "areas/object/turns"

local is_finite = arguments.is_finite

local M = {}
local World = {}
M.World = World

-- Units of time: name, seconds, event.
local UNITS = {
  { "second", 1, "base.on_second_passed" }, { "minute", 60, "base.on_minute_passed" },
  { "hour", 3600, "base.on_hour_passed" }, { "day", 86400, "base.on_day_passed" },
  { "month", 30 * 86400, "base.on_month_passed" },
  { "year", 360 * 86400, "base.on_year_passed" },
}
-- Creatures may spawn after each of so many turns.
local SPAWN_TURNS = 20
-- A turn takes TURN_SECONDS on a map with the turn_cost TURN_COST, and longer in proportion.
local TURN_COST, TURN_SECONDS = 10000, 5

local function spawn_creature(map)
  local record = archetypes.archetype_of(maps.states[map])
  local entry = record and record.entry or {}
  if entry.on_spawn then
    renewal.call_archetype("base.on_minute_passed", map, "on_spawn", entry.on_spawn)
  elseif entry.chara_filter then
    renewal.call_archetype("base.on_minute_passed", map, "chara_filter", function()
      charagen.create(nil, nil, entry.chara_filter(map), map)
    end)
  else
    local object = session.game.player
    charagen.create(nil, nil, { level = object and player.level(object) or map:calc "level" }, map)
  end
end

-- Draws three times whether a creature spawns; the fewer there are, the more draws can succeed.
local function spawn_creatures(map)
  local limit = map:calc "max_crowd_density"
  if not is_finite(limit) or limit <= 0 then
    return
  end
  local stream = session.stream "spawning"
  -- Counted now, because a load counts, too, and must not change what spawns.
  renewal.count_crowd(map)
  local crowd = map:calc "crowd_density"
  crowd = is_finite(crowd) and crowd or 0
  maps.emit(map, "elona.before_spawn_mobs", {})
  for _, draw in ipairs { { limit / 4, 2 }, { limit / 2, 4 }, { limit, 8 } } do
    local succeeds = random.below(stream, draw[2]) == 0
    if crowd < draw[1] and succeeds then
      spawn_creature(map)
      crowd = renewal.count_crowd(map)
    end
  end
end

-- Turns and minutes seldom end together, so creatures spawn when a spawning turn has passed since they last could.
local function on_minute_passed()
  local game = session.game
  local turns_since = game.turns % SPAWN_TURNS
  local spawn_turn = game.turns - turns_since
  if game.map and (turns_since == 0 or spawn_turn ~= (game.last.spawning or 0)) then
    game.last.spawning = spawn_turn
    spawn_creatures(game.map)
  end
end

-- Registers the handler of the host; once.
function M.register_handlers()
  event_emitter.on("base.on_minute_passed", "host: spawn creatures", on_minute_passed)
end

-- The units that have handlers, from the smallest allowed one on.
local function units_with_handlers(smallest)
  local units, is_allowed = {}, smallest == nil
  for _, unit in ipairs(UNITS) do
    is_allowed = is_allowed or unit[1] == smallest
    if is_allowed and session.global_handlers.lists[unit[3]] then
      units[#units + 1] = unit
    end
  end
  return units
end

-- Lets time pass and emits the events of the units that end meanwhile.
function World.pass_time_in_seconds(seconds, smallest)
  local game = session.game
  local last_second = game.seconds + (seconds // 1 | 0)
  local units = units_with_handlers(smallest)
  local step = units[1] and units[1][2]
  -- A handler may load another game, which ends this one.
  local function pass_until(second)
    clock.pass((second - game.seconds) * 1000)
    if session.game == game then
      game.seconds = second
      return true
    end
  end
  while step and game.seconds < last_second do
    local second = (game.seconds // step + 1) * step
    if second > last_second then
      break
    elseif not pass_until(second) then
      return
    end
    for _, unit in ipairs(units) do
      if second % unit[2] == 0 then
        event_emitter.emit(nil, nil, unit[3], { date = second // unit[2] })
        if session.game ~= game then
          return
        end
      end
    end
  end
  if last_second > game.seconds then
    pass_until(last_second)
  end
end

-- Lets a turn of the player pass.
function World.pass_turn()
  local game = session.game
  game.turns = game.turns + 1
  local map = game.map
  local cost = map and map:calc "turn_cost"
  cost = is_finite(cost) and cost > 0 and cost <= 1e9 and cost or TURN_COST
  if map then
    turns.pass_turns(map)
    maps.emit(map, "base.on_map_pass_turn", {})
    mefs.pass_turn(map)
  end
  event_emitter.emit(nil, nil, "base.on_turn_passed", { turn = game.turns })
  World.pass_time_in_seconds(cost * TURN_SECONDS // TURN_COST)
  saving.autosave()
end

-- Lets turns pass for so many seconds, or until the player changes the map. `before_turn()` runs before each turn and
-- ends the rest when it returns false. Where turns take no time, the remaining time passes without turns.
function M.rest(seconds, before_turn)
  local game = session.game
  local map, object, last_second = game.map, game.player, game.seconds + seconds
  for _ = 1, seconds // TURN_SECONDS do
    if game.seconds >= last_second or not before_turn() then
      return
    end
    World.pass_turn()
    if session.game ~= game or game.map ~= map or game.player ~= object then
      return
    end
  end
  if game.seconds < last_second then
    World.pass_time_in_seconds(last_second - game.seconds)
  end
end

function World.date()
  local seconds = session.game.seconds
  local days = seconds // 86400
  return {
    year = days // 360, month = days // 30 % 12, day = days % 30, hour = seconds // 3600 % 24,
    minute = seconds // 60 % 60,
    second = seconds % 60,
  }
end

function World.date_hours()
  return session.game.seconds // 3600
end

function World.seconds()
  return session.game.seconds
end

function World.turns()
  return session.game.turns
end

return M
