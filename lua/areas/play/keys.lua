-- Walking through a game by keys, for whoever shows it: each key is a turn, and what there is to say is printed.

local import, py = ...
local areas = import "areas/area/instances"
local being = import "areas/travel/player"
local errors = import "core/errors"
local charas = import "areas/object/chara"
local floor_maps = import "areas/area/floors"
local items = import "areas/object/item"
local keeping = import "areas/keeping"
local kinship = import "areas/area/hierarchy"
local layers = import "core/game/objects"
local loader = import "core/loader"
local making = import "areas/area/floor_generation"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local world = import "areas/modules/world"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, next, type = ipairs, next, type
local pcall = import("core/sandbox/protect").pcall

local M = {}

local STEPS = {
  west = { -1, 0 }, east = { 1, 0 }, north = { 0, -1 }, south = { 0, 1 },
  northwest = { -1, -1 }, northeast = { 1, -1 }, southwest = { -1, 1 }, southeast = { 1, 1 },
}

local function say(line)
  py.print(line)
end

local function name_of(object)
  return text.tostring(object.name or objects.known[object].record.id)
end

local function step(player, dx, dy)
  local map = state.game.map
  if not objects.known[player] then
    -- The others of its dialect act, too.
    layers.ask(player, "act", dx, dy)
    return true
  end
  local x, y = player.x + dx, player.y + dy
  local there = map:is_in_bounds(x, y) and charas.Chara.at(x, y, map)
  if there then
    say(name_of(there) .. " is in the way.")
  elseif not world.Action.move(player, x, y) then
    return false
  elseif state.game.map == map then
    for _, kind in ipairs { items.Feat, items.Item } do
      for _, object in kind.at(player.x, player.y, map) do
        say("Here is: " .. name_of(object) .. (objects.is(object, "base.item") and object.amount > 1 and " × " .. object.amount or "") .. ".")
      end
    end
  end
  return true
end

local keys = {}

-- Uses what stands here, if it leads that way; an entrance is used as stairs down are.
local function climb(player, leads_up)
  local _, x, y = being.place(player)
  for _, feat in items.Feat.at(x, y, state.game.map) do
    if (stairways.direction(feat) == "up") == leads_up then
      local done, why = world.activate(feat, player)
      if not done then
        say(text.tostring(why or "It leads nowhere."))
      end
      return done
    end
  end
  say(leads_up and "There are no stairs up here." or "There are no stairs down and no entrance here.")
  return false
end

function keys.up(player)
  return climb(player, true)
end

function keys.down(player)
  return climb(player, false)
end

function keys.wait(player)
  if not objects.known[player] then
    layers.ask(player, "act", 0, 0)
  end
  return true
end

function keys.rest(player)
  world.rest(3600, function()
    keys.wait(player)
    return being.is_alive(player)
  end)
  return false
end

function keys.day(player)
  world.rest(86400, function()
    keys.wait(player)
    return being.is_alive(player)
  end)
  return false
end

function keys.get(player)
  if not objects.known[player] then
    say "You take what lies where you go by yourself."
    return false
  end
  for _, item in items.Item.at(player.x, player.y, state.game.map) do
    if world.Action.get(player, item) then
      say("You take: " .. name_of(item) .. ".")
      return true
    end
  end
  say "There is nothing to take."
  return false
end

function keys.inventory(player)
  local names = layers.ask(player, "carried") or {}
  for _, item in objects.known[player] and player:iter_inventory() or next, {} do
    names[#names + 1] = name_of(item) .. (item.amount > 1 and " × " .. item.amount or "")
  end
  say(names[1] and "You carry: " .. table.concat(names, ", ") .. "." or "You carry nothing.")
  return false
end

function keys.save()
  if not keeping.is_attached() then
    raise "there is no file to save to: --save FILE names one"
  end
  keeping.save "save"
  say "Saved."
  return false
end

function keys.load()
  keeping.need_save()
  return false
end

-- The function `begin` of what the entry of a mod gives, or what stands in its place; what it gives; and whether that is a
-- table.
local function begin_of(id)
  local entry = loader.mods[id].result
  local is_table = type(entry) == "table" and stable_order.type(entry) == "table"
  local begin
  if is_table then
    begin = entry.begin
  end
  return begin, entry, is_table
end

-- Whether a mod says how a game begins.
function M.begins(id)
  return values.is_callable((begin_of(id)))
end

-- Begins a game of a mod. Answers what is wrong, or nothing.
function M.begin(id)
  local begin, entry, is_table = begin_of(id)
  if not values.is_callable(begin) then
    local given = entry == nil and "nothing" or not is_table and shown(entry) or begin == nil and "a table without begin" or "a table in which begin is " .. shown(begin)
    return format("it returns %s: travel needs a table with a function begin, which begins a game", given)
  end
  begin()
  if not state.game.map then
    return "begin has set no map: must call Map.set_map"
  elseif not state.game.player then
    return "begin has set no player: must call Chara.set_player"
  end
end

-- Lets the first floor of a unique area be the map of the game. Answers what is wrong, or nothing.
function M.visit(id)
  local own = areas.known[kinship.get_unique(id, nil, id)]
  local first = floor_maps.first_floor(own)
  local ok, map = making.load_or_generate(own, first, nil, id)
  if not ok then
    return format("%s has no floor %s, and nothing that makes it: no generator and no archetype", floor_maps.called(own),
      text.tostring(first))
  end
  py.map_select(maps.known[map].number)
end

local function perform(key)
  local player = state.game.player
  local passes
  if key == "save" or key == "load" then
    passes = keys[key]()
  elseif not player then
    say "Nobody is here to do anything: the mod has set no player."
  elseif not being.is_alive(player) then
    say(being.name(player) .. " is dead.")
  elseif STEPS[key] then
    passes = step(player, STEPS[key][1], STEPS[key][2])
  else
    passes = keys[key](player)
  end
  if passes then
    world.pass_turn()
  end
end

-- One key; what goes wrong in it is said, and the game goes on, or with `strict` it is raised.
function M.press(key, strict)
  local ok, message = true, nil
  if strict then
    perform(key)
  else
    ok, message = pcall(perform, key)
  end
  if not ok then
    say("error: " .. text.tostring(message))
  elseif key == "load" then
    -- From here on there is no game to go back to.
    keeping.restore()
    say "Loaded."
  end
end

-- What there is to see beside the map: name of the map, area and floor, date, the state of the player.
function M.status()
  local map = state.game.map
  if not map then
    return "", ""
  end
  local area, floor = kinship.of_map(map)
  local title = text.tostring(map.name)
  if title == "" and area then
    title = text.tostring(area.name or "")
  end
  local date = world.date()
  local player = state.game.player
  return title, format("%sfloor %s · day %d of month %d, %02d:%02d%s", area and area.name and area.name ~= title and
    text.tostring(area.name) .. ", " or "", text.tostring(floor), date.day + 1, date.month + 1, date.hour, date.minute,
    player and format(" · health %s", text.tostring(being.health(player))) or "")
end

return M
