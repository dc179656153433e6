-- Walking through a game by keys, for whoever shows it: each key is a turn, and what there is to say is printed.

local import, py = ...
local areas = import "areas/area"
local blame = import "host/blame"
local keeping = import "areas/keeping"
local loader = import "host/loader"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local state = import "areas/state"
local text = import "host/text"
local values = import "host/values"
local world = import "areas/world"

local finish = blame.finish
local format = string.format
local ipairs, type = ipairs, type
local pcall = import("host/protect").pcall

local M = {}

local STEPS = {
  west = { -1, 0 }, east = { 1, 0 }, north = { 0, -1 }, south = { 0, 1 },
  northwest = { -1, -1 }, northeast = { 1, -1 }, southwest = { -1, 1 }, southeast = { 1, 1 },
}

local function say(line)
  finish(py.print(line))
end

local function name_of(object)
  return text.tostring(object.name or objects.known[object].record.id)
end

local function step(player, dx, dy)
  local x, y = player.x + dx, player.y + dy
  local map = state.game.map
  local there = map:is_in_bounds(x, y) and objects.Chara.at(x, y, map)
  if there then
    say(name_of(there) .. " is in the way.")
  elseif not world.Action.move(player, x, y) then
    return false
  elseif state.game.map == map then
    for _, kind in ipairs { objects.Feat, objects.Item } do
      for _, object in kind.at(player.x, player.y, map) do
        say("Here is: " .. name_of(object) .. (objects.is(object, "base.item") and object.amount > 1 and " × " .. object.amount or "") .. ".")
      end
    end
  end
  return true
end

local keys = {}

function keys.stairs(player)
  for _, feat in objects.Feat.at(player.x, player.y, state.game.map) do
    local done, why = world.Action.activate(player, feat)
    if not done then
      say(text.tostring(why or "It leads nowhere."))
    end
    return done
  end
  say "There are no stairs and no entrance here."
  return false
end

function keys.wait()
  return true
end

function keys.rest()
  world.pass_time(3600)
  return true
end

function keys.day()
  world.pass_time(86400)
  return true
end

function keys.get(player)
  for _, item in objects.Item.at(player.x, player.y, state.game.map) do
    if world.Action.get(player, item) then
      say("You take: " .. name_of(item) .. ".")
      return true
    end
  end
  say "There is nothing to take."
  return false
end

function keys.inventory(player)
  local names = {}
  for _, item in player:iter_inventory() do
    names[#names + 1] = name_of(item) .. (item.amount > 1 and " × " .. item.amount or "")
  end
  say(names[1] and "You carry: " .. table.concat(names, ", ") .. "." or "You carry nothing.")
  return false
end

function keys.save()
  keeping.save "save"
  say "Saved."
  return false
end

function keys.load()
  keeping.restore()
  say "Loaded."
  return false
end

-- What a game of a mod begins with: the function `begin` of what its entry gives, if there is one.
function M.begin(id)
  local mod = loader.mods[id]
  local entry = mod and mod.result
  local begin = type(entry) == "table" and order.type(entry) == "table" and entry.begin
  if values.is_callable(begin) then
    begin()
  end
end

-- One key; what goes wrong in it is said, and the game goes on.
function M.press(key)
  local player = state.game.player
  local ok, passes
  if key == "save" or key == "load" then
    ok, passes = pcall(keys[key])
  elseif not player then
    ok, passes = true, false
    say "Nobody is here to do anything: the mod has set no player."
  elseif STEPS[key] then
    ok, passes = pcall(step, player, STEPS[key][1], STEPS[key][2])
  else
    ok, passes = pcall(keys[key], player)
  end
  if ok and passes then
    ok, passes = pcall(world.pass_turn)
  end
  if not ok then
    say("error: " .. text.tostring(passes))
  end
end

-- What there is to see beside the map: name of the map, area and floor, date, the state of the player.
function M.status()
  local map = state.game.map
  if not map then
    return "", ""
  end
  local area, floor = areas.of_map(map)
  local title = text.tostring(map.name)
  local date = world.date()
  local player = state.game.player
  return title, format("%sfloor %s · day %d of month %d, %02d:%02d%s", area and area.name and area.name ~= title and
    text.tostring(area.name) .. ", " or "", text.tostring(floor), date.day + 1, date.month + 1, date.hour, date.minute,
    player and format(" · health %s", text.tostring(player.hp)) or "")
end

return M
