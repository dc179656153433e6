-- A party on its way: where each comes to stand, and what is put back when a travel fails.

local import, py = ...
local areas = import "areas/area/instances"
local being = import "areas/travel/player"
local charas = import "areas/object/chara"
local floor_maps = import "areas/area/floors"
local free_squares = import "areas/map/free_squares"
local kinship = import "areas/area/hierarchy"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local state = import "areas/session"
local text = import "core/sandbox/text"

local format = string.format
local ipairs, next, rawequal = ipairs, next, rawequal

local M = {}

-- Where player and party come to stand: { object, x, y } each; nothing, and who finds no room.
local function places(map, x, y)
  local own = maps.known[map]
  local list, taken = {}, {}
  local game = state.game
  local function find(object, who)
    local px, py_ = free_squares.free_position(map, x, y, nil, nil, taken)
    if not px then
      return format("there is no free square for %s on the map %d", who, own.uid)
    end
    taken[py_ * own.width + px] = true
    list[#list + 1] = { object, px, py_ }
  end
  if game.player then
    local wrong = find(game.player, "the player")
    for _, ally in ipairs(game.party) do
      if not wrong and charas.is_alive(ally) and (rawequal(objects.known[ally].map, game.map) or not objects.known[ally].map) then
        wrong = find(ally, "the ally " .. text.tostring(objects.known[ally].fields.name))
      end
    end
    if wrong then
      return nil, wrong
    end
  end
  return list
end

-- What a travel changes, so that one that fails leaves no trace in it.
local function snapshot(list, to)
  local game = state.game
  local before = { map = game.map, moved = {}, number = py.game_map(), last_area = game.last.area, fields = {} }
  for i, one in ipairs(list) do
    local own = objects.known[one[1]]
    local from, x, y = being.place(one[1])
    before.moved[i] = { one[1], from, x, y, own and own.inside }
  end
  for _, map in ipairs { game.map or false, to } do
    if map then
      local copy = {}
      for key, value in next, maps.known[map].fields do
        copy[key] = value
      end
      before.fields[#before.fields + 1] = { maps.known[map], copy }
    end
  end
  return before
end

local function restore(before, made_area, to)
  for i = #before.moved, 1, -1 do
    local who, map, x, y, inside = table.unpack(before.moved[i], 1, 5)
    local own = objects.known[who]
    if map and not maps.known[map].gone then
      being.put(who, map, x, y)
    elseif own then
      placing.detach(own)
      if inside then
        placing.give(own, inside)
      end
    end
  end
  for _, one in ipairs(before.fields) do
    one[1].fields = one[2]
  end
  if made_area then
    floor_maps.drop_floor(areas.known[made_area], select(2, kinship.of_map(to)))
    kinship.forget(areas.known[made_area])
  end
  state.game.map = before.map
  py.map_select(before.number)
end

M.places, M.restore, M.snapshot = places, restore, snapshot

return M
