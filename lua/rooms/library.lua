-- The names of the rooms dialect. Each mod has its own classes, because mods add methods to the classes of the host.

local import = ...
local class = import "core/class"
local deferred_table = import "rooms/deferred_table"
local make_asset = import "rooms/asset"
local codea_class = import "rooms/class"
local make_tween = import "rooms/tween"
local levels = import "rooms/levels"
local signatures = import "core/border/signatures"
local vec2 = import "rooms/vec2"

local M = {}

-- The size of a screen in points, which programs for Codea compute with; the host has none.
local WIDTH, HEIGHT = 1366, 1024

local makers = {
  Tile = import "rooms/tile",
  Room = import "rooms/room",
  Dungeon = import "rooms/dungeon",
  GameRunner = import "rooms/game_runner",
  Player = import "rooms/player",
  WayDown = import "rooms/way_down",
  Spikes = import "rooms/spikes",
  CombatRound = import "rooms/combat_round",
  DeferredTable = deferred_table.make,
  vec2 = vec2.make,
}

-- Class name -> the classes of that name, one per mod.
local kinds = {}
for name in next, makers do
  kinds[name] = {}
  signatures.kind("rooms", name, class.metatables(kinds[name]), "a " .. name)
end

-- The names of the dialect for one mod.
function M.of(mod)
  if mod.rooms then
    return mod.rooms
  end
  local public = {
    class = codea_class.make, asset = make_asset(), tween = make_tween(mod), WIDTH = WIDTH, HEIGHT = HEIGHT,
  }
  local names = {}
  -- The current value of a name: a mod may have replaced a class of the host by its own.
  function names.find(name)
    local replacement = mod.env and rawget(mod.env, name)
    return replacement == nil and public[name] or replacement
  end
  for name, make in next, makers do
    local new_class = signatures.apply("rooms", name, make(names, mod))
    public[name] = codea_class.equip(new_class)
    class.add_kind(kinds[name], new_class)
  end
  mod.rooms = public
  return public
end

M.new_game = levels.new_game

return M
