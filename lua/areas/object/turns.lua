-- The turns of charas: the events of each on the current map when a turn passes. The host moves no chara itself.

local import = ...
local activities = import "areas/object/activities"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local queries = import "areas/object/queries"
local session = import "areas/session"

local M = {}

local EVENTS = {
  "base.before_chara_turn_start", "base.on_chara_pass_turn", "base.on_chara_turn_end", "base.on_turn_begin",
  "base.on_player_turn", "base.on_regenerate", event_emitter.BEFORE,
}

local function pass_turn_of(chara, map)
  local state = objects.states[chara]
  local is_first = not rawequal(state.last_turn_map, map)
  state.last_turn_map = map
  local result = objects.emit(chara, EVENTS[1], { is_first_turn = is_first }, { blocked = false })
  if not event_emitter.is_set(result, "blocked") then
    activities.pass_turn(chara)
    objects.emit(chara, EVENTS[2], {}, { blocked = false })
    result = objects.emit(chara, EVENTS[3], {}, { regeneration = true })
    if event_emitter.is_set(result, "regeneration") then
      objects.emit(chara, "base.on_regenerate")
    end
  end
end

-- Passes a turn of each living chara of a map, the player first.
function M.pass_turns(map)
  if not events.is_any_heard(EVENTS) and not activities.are_declared() then
    return
  end
  local game = session.game
  if objects.is(game.player) then
    objects.emit(game.player, "base.on_turn_begin")
    objects.emit(game.player, "base.on_player_turn")
  end
  local charas = queries.list_of(map, "base.chara", function(chara)
    return not rawequal(chara, game.player)
  end)
  table.insert(charas, 1, objects.is(game.player) and game.player or nil)
  for _, chara in ipairs(charas) do
    if session.game == game and not maps.states[map].gone and party.is_alive(chara)
      and rawequal(objects.states[chara].map, map) then
      pass_turn_of(chara, map)
    end
  end
end

return M
