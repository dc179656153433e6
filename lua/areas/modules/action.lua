-- The module Action: what charas do.

local import = ...
local arguments = import "areas/arguments"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local feats = import "areas/object/feat"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local placement = import "areas/object/placement"
local queries = import "areas/object/queries"
local travel = import "areas/travel/travel"

local of = objects.of

local Action = {}

-- Layers of objects with callbacks for those who step on them.
local CALLED, NONE = { maps.layers["base.feat"], maps.layers["base.mef"] }, {}
local BEFORE_MOVED = "base.before_chara_moved"
local MOVE_EVENTS = { BEFORE_MOVED, event_emitter.BEFORE }

-- Calls a callback of the feats and mefs on a square for a chara.
local function notify_square(chara, x, y, map, callback)
  local map_state = maps.states[map]
  for _, layer in ipairs(CALLED) do
    local tops, square = map_state.store.tops[layer], y * map_state.width + x
    for _, object in ipairs(tops and tops[square] and map_state.store:at(layer, square) or NONE) do
      objects.call_back(object, callback, { chara = chara })
    end
  end
end

-- Whether a handler of base.before_chara_moved blocks the move of a chara, or takes the chara elsewhere.
local function is_stopped(chara, state, map, x, y)
  local result = objects.emit(chara, BEFORE_MOVED, { prev_x = state.x, prev_y = state.y, x = x, y = y },
    { blocked = false })
  return event_emitter.is_set(result, "blocked") or not rawequal(state.map, map) or not map:can_access(x, y)
end

function Action.move(chara, x, y)
  local state = of(chara, "Action.move")
  x, y = arguments.read_position(x, y, "Action.move")
  local map = state.map
  if not map then
    return false
  elseif not map:is_in_bounds(x, y) then
    return chara:is_player() and (travel.leave_by_edge())
  elseif not map:can_access(x, y) then
    notify_square(chara, x, y, map, "on_bumped_into")
    return false
  end
  if events.is_any_heard(MOVE_EVENTS) and is_stopped(chara, state, map, x, y) then
    return false
  end
  placement.put(state, map, x, y)
  objects.emit(chara, "base.on_chara_moved", { x = x, y = y })
  notify_square(chara, x, y, map, "on_stepped_on")
  return true
end

function Action.find_target(chara)
  local state = of(chara, "Action.find_target")
  if not state.map then
    return nil
  end
  -- The distance to a living chara that can be seen, or nil.
  local function distance_to(other)
    local there = objects.states[other]
    if rawequal(there.map, state.map) and party.is_alive(other)
      and state.map:has_los(state.x, state.y, there.x, there.y) then
      return math.max(math.abs(there.x - state.x), math.abs(there.y - state.y))
    end
  end
  local target = state.fields.target
  if objects.is(target, "base.chara") and distance_to(target) then
    return target
  end
  local is_enemy, nearest, least = party.is_enemy(chara), nil, nil
  for _, other in ipairs(queries.list_of(state.map, "base.chara")) do
    -- An enemy of the player is one of the party.
    local is_hostile = is_enemy and party.contains(other) or not is_enemy and party.is_enemy(other)
    local distance = is_hostile and not rawequal(other, chara) and distance_to(other)
    if distance and (not least or distance < least) then
      nearest, least = other, distance
    end
  end
  if nearest then
    chara.target = nearest
  end
  return nearest
end

function Action.get(chara, item)
  local state, item_state = of(chara, "Action.get"), of(item, "Action.get")
  if not item_state.map or item_state.map ~= state.map or item_state.x ~= state.x or item_state.y ~= state.y then
    return false
  end
  local amount, source = item_state.fields.amount, item_state.map
  if not placement.give(item_state, chara) then
    return false
  end
  objects.emit(item, "base.on_get_item", { chara = chara, amount = amount, source = source }, false)
  return true
end

function Action.drop(chara, item)
  local state, item_state = of(chara, "Action.drop"), of(item, "Action.drop")
  if item_state.inside ~= chara or not state.map then
    return false
  end
  local amount = item_state.fields.amount
  local dropped = placement.put(item_state, state.map, state.x, state.y)
  if not dropped then
    return false
  end
  objects.emit(dropped, "base.on_drop_item", { chara = chara, amount = amount, is_multi_drop = false })
  return true
end

function Action.eat(chara, item)
  of(chara, "Action.eat")
  of(item, "Action.eat")
  objects.emit(item, "base.on_item_eaten", { chara = chara })
  item:remove(1)
  return true
end

for name, is_equipped in next, { equip = true, unequip = false } do
  Action[name] = function(chara, item)
    of(chara, "Action." .. name)
    local item_state = of(item, "Action." .. name)
    if item_state.inside ~= chara or (item_state.fields.is_equipped == true) == is_equipped then
      return false
    end
    item.is_equipped = is_equipped or nil
    return true
  end
end

function Action.activate(chara, feat)
  of(chara, "Action.activate")
  return feats.activate(feat, chara)
end

return Action
