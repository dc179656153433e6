-- Game time: the clock, what passes with it, and the creatures that come while it does.

local import = ...
local being = import "areas/travel/player"
local errors = import "core/errors"
local charagen = import "areas/modules/charagen"
local clock = import "core/game/clock"
local emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local items = import "areas/object/item"
local map_methods = import "areas/map/archetype"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local passages = import "areas/travel/passages"
local placing = import "areas/object/placement"
local random = import "areas/modules/rand"
local renewal = import "areas/map/renewal"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, type = ipairs, type
local everybody = state.everybody

local M = {}

local UNITS = {
  { "second", 1, "base.on_second_passed" }, { "minute", 60, "base.on_minute_passed" }, { "hour", 3600, "base.on_hour_passed" },
  { "day", 86400, "base.on_day_passed" }, { "month", 30 * 86400, "base.on_month_passed" }, { "year", 360 * 86400, "base.on_year_passed" },
}
-- What may pass in one call: a year.
local MOST_SECONDS = 360 * 86400
-- Creatures come in a turn of so many.
local SPAWN_TURNS = 20
-- A turn takes so many seconds on a map with the usual turn_cost.
local TURN_COST, TURN_SECONDS = 10000, 5

local function spawn_one(map)
  local record = map_methods.archetype(map)
  local entry = record and record.entry or {}
  local function on_behalf(name, fn)
    return events.call("base.on_minute_passed", format("%s of %s", name, record.id), record.mod, fn, map)
  end
  if entry.on_spawn then
    on_behalf("on_spawn", entry.on_spawn)
  elseif entry.chara_filter then
    on_behalf("chara_filter", function()
      charagen.create(nil, nil, entry.chara_filter(map), map)
    end)
  else
    local player = state.game.player
    charagen.create(nil, nil, { level = player and being.level(player) or map:calc "level" }, map)
  end
end

-- Three independent draws, the fewer creatures there are, the likelier.
local function spawn(map)
  local most = map:calc "max_crowd_density"
  if not state.is_number(most) or most <= 0 then
    return
  end
  local stream = random.host "spawning"
  -- As it is now: after a load it would be counted, too.
  renewal.count_crowd(map)
  local crowd = map:calc "crowd_density"
  crowd = state.is_number(crowd) and crowd or 0
  emitter.emit(map, maps.known[map].holder, "elona.before_spawn_mobs", {})
  for _, one in ipairs { { most / 4, 2 }, { most / 2, 4 }, { most, 8 } } do
    local wins = random.below(stream, one[2]) == 0
    if crowd < one[1] and wins then
      spawn_one(map)
      crowd = renewal.count_crowd(map)
    end
  end
end

-- Minutes and turns seldom end together: what counts is whether such a turn has come since creatures could come last.
emitter.on("base.on_minute_passed", "host: creatures come", function()
  local game = state.game
  local after = game.turns % SPAWN_TURNS
  local latest = game.turns - after
  if game.map and (after == 0 or latest ~= (game.last.spawning or 0)) then
    game.last.spawning = latest
    spawn(game.map)
  end
end)

local function unit_number(name)
  if name == nil then
    return 1
  end
  for i, unit in ipairs(UNITS) do
    if unit[1] == name then
      return i
    end
  end
end

function M.pass_time(seconds, smallest)
  state.need_game "World.pass_time_in_seconds"
  local count = seconds == seconds and math.tointeger(seconds // 1)
  if not count or count < 0 or count > MOST_SECONDS then
    raise(format("World.pass_time_in_seconds: seconds is %s: must be between 0 and %d", shown(seconds), MOST_SECONDS))
  end
  local first = unit_number(smallest)
  local game = state.game
  local last = game.seconds + count
  -- From one moment at which something passes to the next.
  local heard = {}
  for i = first, #UNITS do
    if everybody.lists[UNITS[i][3]] then
      heard[#heard + 1] = UNITS[i]
    end
  end
  local finest = heard[1] and heard[1][2]
  while finest and game.seconds < last do
    local moment = (game.seconds // finest + 1) * finest
    if moment > last then
      break
    end
    clock.pass((moment - game.seconds) * 1000)
    if state.game ~= game then
      return
    end
    game.seconds = moment
    for _, unit in ipairs(heard) do
      if moment % unit[2] == 0 then
        emitter.emit(nil, nil, unit[3], { date = moment // unit[2] })
        if state.game ~= game then
          return
        end
      end
    end
  end
  if last > game.seconds then
    clock.pass((last - game.seconds) * 1000)
    game.seconds = last
  end
end

-- A turn of the player passes.
function M.pass_turn()
  state.need_game "World.pass_turn"
  local game = state.game
  game.turns = game.turns + 1
  local map = game.map
  local cost = map and map:calc "turn_cost"
  cost = state.is_number(cost) and cost > 0 and cost <= 1e9 and cost or TURN_COST
  if map then
    emitter.emit(map, maps.known[map].holder, "base.on_map_pass_turn", {})
  end
  emitter.emit(nil, nil, "base.on_turn_passed", { turn = game.turns })
  M.pass_time(cost * TURN_SECONDS // TURN_COST)
end

-- Lets turns go by for so many seconds, or until the player is elsewhere; where turns take no time, time passes without.
-- `before` is called before each turn, and ends it all when it answers false.
function M.rest(seconds, before)
  local game = state.game
  local map, player, last = game.map, game.player, game.seconds + seconds
  for _ = 1, seconds // TURN_SECONDS do
    if game.seconds >= last or before and not before() then
      return
    end
    M.pass_turn()
    if state.game ~= game or game.map ~= map or game.player ~= player then
      return
    end
  end
  if game.seconds < last then
    M.pass_time(last - game.seconds)
  end
end

function M.date()
  local seconds = state.game.seconds
  local days = seconds // 86400
  return {
    year = days // 360, month = days // 30 % 12, day = days % 30, hour = seconds // 3600 % 24, minute = seconds // 60 % 60,
    second = seconds % 60,
  }
end

M.api = {
  date_hours = function()
    return state.game.seconds // 3600
  end,
  date = M.date,
  seconds = function()
    return state.game.seconds
  end,
  pass_time_in_seconds = M.pass_time,
  pass_turn = M.pass_turn,
  turns = function()
    return state.game.turns
  end,
}

-- Action ------------------------------------------------------------------------------------------------------------

local Action = {}
M.Action = Action

-- A step, or false when something stands in the way; what lies there may notice.
function Action.move(chara, x, y)
  local own = objects.of(chara, "Action.move")
  x, y = state.whole(x, "Action.move: x"), state.whole(y, "Action.move: y")
  local map = own.map
  if not map then
    return false
  elseif not map:is_in_bounds(x, y) then
    if chara:is_player() then
      return (travel.leave_by_edge())
    end
    return false
  end
  if not map:can_access(x, y) then
    for _, feat in ipairs(items.Feat.at(x, y, map):to_list()) do
      objects.callback(feat, "on_bumped_into", { chara = chara })
    end
    return false
  end
  placing.put(own, map, x, y)
  objects.emit(chara, "base.on_chara_moved", { x = x, y = y })
  for _, feat in ipairs(items.Feat.at(x, y, map):to_list()) do
    objects.callback(feat, "on_stepped_on", { chara = chara })
  end
  return true
end

function Action.get(chara, item)
  local own, thing = objects.of(chara, "Action.get"), objects.of(item, "Action.get")
  if not thing.map or thing.map ~= own.map or thing.x ~= own.x or thing.y ~= own.y then
    return false
  end
  placing.give(thing, chara)
  return true
end

function Action.drop(chara, item)
  local own, thing = objects.of(chara, "Action.drop"), objects.of(item, "Action.drop")
  if thing.inside ~= chara or not own.map then
    return false
  end
  placing.put(thing, own.map, own.x, own.y)
  return true
end

-- Eats one of a stack; handlers of base.on_item_eaten say what comes of it.
function Action.eat(chara, item)
  objects.of(chara, "Action.eat")
  objects.of(item, "Action.eat")
  objects.emit(item, "base.on_item_eaten", { chara = chara })
  item:remove(1)
  return true
end

local function wear(name, worn)
  Action[name] = function(chara, item)
    objects.of(chara, "Action." .. name)
    local thing = objects.of(item, "Action." .. name)
    if thing.inside ~= chara or (thing.fields.is_equipped == true) == worn then
      return false
    end
    item.is_equipped = worn or nil
    return true
  end
end
wear("equip", true)
wear("unequip", false)

-- Uses a feat: stairs and entrances lead somewhere, others do what their on_activate does.
function Action.activate(chara, feat)
  objects.of(chara, "Action.activate")
  return M.activate(feat, chara)
end

function M.activate(feat, chara)
  objects.of(feat, "activate")
  objects.emit(feat, "base.on_feat_activated", { chara = chara })
  local handled, result = objects.callback(feat, "on_activate", { chara = chara })
  if handled then
    return result ~= false
  end
  return passages.use(feat)
end

objects.METHODS["base.feat"].activate = function(self, chara)
  return M.activate(self, chara == nil and state.game.player or chara)
end

return M
