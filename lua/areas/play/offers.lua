-- What a player of a world can do, in words, with the reason where a key can do nothing.

local import = ...
local events = import "core/game/events"
local layers = import "core/game/objects"
local objects = import "areas/object/object_states"
local offers = import "core/game/offers"
local party = import "areas/object/party"
local player = import "areas/travel/player"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local stairs = import "areas/area/stairs"
local steps = import "core/game/steps"
local text = import "core/sandbox/text"

local M = {}

-- The name of an object; for a stack of items also how many there are.
function M.name_of(object)
  local name = text.tostring(object.name or objects.states[object].record.id)
  return objects.is(object, "base.item") and object.amount > 1 and name .. " × " .. object.amount or name
end

M.TALK, M.STRIKE = { "base.on_talk" }, { "base.on_act_hostile_towards" }

-- The living chara on a square beside the player that a step meets, or nil.
function M.chara_at(object, step)
  local map, x, y = player.position(object)
  local charas = map and queries.at("base.chara", x + step[1], y + step[2], map, party.is_alive) or {}
  return charas[#charas]
end

-- Whoever beside the player can be talked to, or nil.
function M.listener(object)
  for _, word in ipairs(stable_order.sorted_keys(steps)) do
    local chara = M.chara_at(object, steps[word])
    if chara and not party.is_enemy(chara) then
      return chara
    end
  end
end

-- The stairs up, or with `is_up` false the stairs down or the entrance, on the square of the player.
function M.stairs_below(object, is_up)
  local _, x, y = player.position(object)
  for _, feat in ipairs(x and queries.at("base.feat", x, y, session.game.map) or {}) do
    if (stairs.direction(feat) == "up") == is_up then
      return feat
    end
  end
end

-- Whether the player of the game is an entity of the actions dialect.
function M.is_entity()
  local object = session.game.player
  return object ~= nil and not objects.is(object) and layers.can(object, "act")
end

-- The words for keys: id, text.
local WORDS = {
  { "up", "go up the stairs" }, { "down", "go down the stairs, or in at an entrance" },
  { "get", "take what lies here" }, { "rest", "rest an hour" }, { "day", "let a day pass" },
}

-- Why a key can do nothing now; nil where it can, or where only a try tells.
local REASONS = {
  up = function(object)
    return not M.stairs_below(object, true) and "there are no stairs up here" or nil
  end,
  down = function(object)
    return not M.stairs_below(object, false) and "there are no stairs down and no entrance here" or nil
  end,
  get = function(object)
    return not objects.is(object) and "you take what lies on your way as you walk over it" or nil
  end,
}

-- What a step means: to walk, or to meet who is there.
local function words_of_step(object, word)
  local chara = objects.is(object) and M.chara_at(object, steps[word])
  if not chara then
    return "walk " .. word
  end
  local is_enemy = party.is_enemy(chara)
  local verb = events.is_any_heard(is_enemy and M.STRIKE or M.TALK) and (is_enemy and "attack the " or "talk with the ")
  return verb and verb .. M.name_of(chara) or "walk " .. word
end

offers.add {
  list = function()
    local rows, object = {}, session.game.player
    if object then
      rows = M.is_entity() and player.is_alive(object) and layers.ask(object, "steps") or rows
      for _, word in ipairs(rows[1] and {} or stable_order.sorted_keys(steps)) do
        rows[#rows + 1] = { id = word, text = words_of_step(object, word) }
      end
      for _, row in ipairs(WORDS) do
        local reason = REASONS[row[1]]
        rows[#rows + 1] = { id = row[1], text = row[2], reason = reason and reason(object) }
      end
      local map, _, x, y = session.game.map, player.position(object)
      if x and map:calc "can_exit_from_edge" then
        local is_at_edge = x == 0 or y == 0 or x == map:width() - 1 or y == map:height() - 1
        rows[#rows + 1] = {
          id = "leave", text = "leave over the edge of the map",
          reason = not is_at_edge and "you are not at the edge" or nil,
        }
      end
      rows[#rows + 1] = {
        id = "script", text = "let the player act by itself for a turn",
        reason = not M.is_entity() and "the player does nothing by itself here" or nil,
      }
      if objects.is(object) and events.is_any_heard(M.TALK) then
        local chara = M.listener(object)
        rows[#rows + 1] = { id = "talk", text = "talk with " .. (chara and "the " .. M.name_of(chara) or "who is here"),
          reason = not chara and "nobody to talk with is beside you" or nil }
      end
    end
    return rows
  end,
}

return M
