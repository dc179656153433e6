-- The class StayingCharas: charas that stay on a floor of an area and come and go with the player. While the player is
-- on another floor, they are in this container. `StayingCharas.unregister_global` works on the container of the game.

local import = ...
local areas = import "areas/area/area_states"
local carrier = import "areas/object/carrier"
local classes = import "areas/language/class"
local free_squares = import "areas/map/free_squares"
local hierarchy = import "areas/area/hierarchy"
local instance_classes = import "areas/instance_classes"
local maps = import "areas/map/map_states"
local object = import "areas/object/object"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local placement = import "areas/object/placement"
local session = import "areas/session"
local signatures = import "core/border/signatures"

local M = {}

local KIND = "base.staying_charas"

local of, states = objects.of, objects.states

local methods = {}

-- The list of { chara, area_uid, area_name, area_floor, x, y } of a location; chara may be of a missing mod.
local function stays_of(self, method)
  local state = of(self, method)
  state.stays = state.stays or {}
  return state.stays
end

local function find_stay(self, method, chara)
  local stays = stays_of(self, method)
  for i, stay in ipairs(stays) do
    if rawequal(stay.chara, chara) then
      return stay, i, stays
    end
  end
end

-- The area and the floor of a map, as stays name them.
local function floor_of(map)
  local area, floor = hierarchy.of_map(map)
  return area and areas.states[area].uid, floor
end

local function is_at(stay, area_uid, floor)
  return stay.area_uid == area_uid and (floor == nil or stay.area_floor == floor)
end

function methods.register(self, chara, area, floor)
  methods.unregister(self, chara)
  local state, area_state = of(chara, "register: chara"), areas.states[area]
  local stay = { chara = chara, area_uid = area_state.uid, area_name = area_state.fields.name, area_floor = floor }
  stay.area_name = type(stay.area_name) == "string" and stay.area_name or nil
  if state.map and is_at(stay, floor_of(state.map)) then
    stay.x, stay.y = state.x, state.y
  end
  table.insert(stays_of(self, "register"), stay)
end

function methods.unregister(self, chara, area, floor)
  local stay, i, stays = find_stay(self, "unregister", chara)
  if stay and (area == nil or is_at(stay, areas.states[area].uid, floor)) then
    table.remove(stays, i)
  end
end
methods.unregister_for_area = methods.unregister

function methods.unregister_all_for_area(self, area)
  local stays, area_uid = stays_of(self, "unregister_all_for_area"), areas.states[area].uid
  for i = #stays, 1, -1 do
    if is_at(stays[i], area_uid) then
      table.remove(stays, i)
    end
  end
end

function methods.get_staying_area_for(self, chara)
  local stay = find_stay(self, "get_staying_area_for", chara)
  return stay and { area_uid = stay.area_uid, area_name = stay.area_name, area_floor = stay.area_floor }
end

function methods.is_staying_in_area(self, chara, area, floor)
  local stay = find_stay(self, "is_staying_in_area", chara)
  return stay ~= nil and is_at(stay, areas.states[area].uid, floor)
end

function methods.is_staying_in_map(self, chara, map)
  local stay = find_stay(self, "is_staying_in_map", chara)
  local area_uid, floor = floor_of(map)
  return stay ~= nil and area_uid ~= nil and is_at(stay, area_uid, floor)
end

-- Puts a chara, given by its state, on its square of a map, or near it.
local function bring_back(state, stay, map)
  local map_state = maps.states[map]
  local x, y = maps.square(map_state, stay.x, stay.y)
  x, y = free_squares.find(map, x or map_state.width // 2, y or map_state.height // 2)
  if x then
    placement.put(state, map, x, y)
  end
end

function methods.do_transfer(self, previous, map)
  local area_uid, floor = floor_of(map)
  for _, stay in ipairs(stays_of(self, "do_transfer")) do
    local state = states[stay.chara]
    if state and not state.gone and party.is_alive(stay.chara) and not rawequal(session.game.player, stay.chara) then
      local is_on_map, is_on_previous = rawequal(state.map, map), previous ~= nil and rawequal(state.map, previous)
      if not is_at(stay, area_uid, floor) then
        if is_on_map or is_on_previous then
          placement.give(state, self)
        end
      elseif is_on_previous and not is_on_map or rawequal(state.inside, self) then
        bring_back(state, stay, map)
      end
    end
  end
end

local function new()
  return (objects.make(objects.containers[KIND]))
end

-- The location of the game, created on first use.
function M.of_game()
  session.game.staying = session.game.staying or new()
  return session.game.staying
end

-- The charas that are registered in the location of the game.
function M.charas()
  local charas = {}
  for _, stay in ipairs(session.game.staying and states[session.game.staying].stays or {}) do
    charas[#charas + 1] = states[stay.chara] and stay.chara
  end
  return charas
end

-- Lets a chara that died, or all charas of an area that was deleted, stay nowhere in the game.
function M.forget(chara, area)
  local staying = session.game.staying
  if staying and chara then
    methods.unregister(staying, chara)
  elseif staying then
    methods.unregister_all_for_area(staying, area)
  end
end

-- Lets the charas of the game come and go when the player changes the map.
function M.transfer(previous, map)
  if session.game.staying then
    methods.do_transfer(session.game.staying, previous, map)
  end
end

local StayingCharas = { new = new }
for name in next, methods do
  StayingCharas[name .. "_global"] = function(...)
    local staying = M.of_game()
    return staying[name](staying, ...)
  end
end

instance_classes.add_methods(objects.methods[KIND], { "ILocation", "ICarrier", "StayingCharas" }, methods,
  object.methods, carrier.methods)
signatures.apply("areas", "StayingCharas", StayingCharas)

M.front = classes.front("StayingCharas", "class", function(value)
  return objects.is(value, KIND)
end, StayingCharas)
objects.interfaces[KIND] = M.front

return M
