-- The names of the rooms dialect. Each mod has classes of its own, because mods add methods to them where they stand.

local import = ...
local class = import "core/class"
local deferred_table = import "rooms/deferred_table"
local functions = import "core/border/functions"
local make_asset = import "rooms/asset"
local codea_class = import "rooms/class"
local make_tween = import "rooms/tween"
local places = import "rooms/places"
local signatures = import "core/border/signatures"
local things = import "rooms/things"
local vec2 = import "rooms/vec2"

local next, rawget = next, rawget

local M = {}

local declared = functions.declared("rooms")

local makers = {
  Tile = import "rooms/tile",
  Room = import "rooms/room",
  Dungeon = import "rooms/dungeon",
  GameRunner = import "rooms/runner",
  Player = things.Player,
  WayDown = things.WayDown,
  Spikes = things.Spikes,
  CombatRound = things.CombatRound,
  DeferredTable = deferred_table.make,
  vec2 = vec2.make,
}

-- name -> the kind of the classes of that name, one for each mod.
local kinds = {}
for name in next, makers do
  kinds[name] = {}
  signatures.kind("rooms", name, class.metatables(kinds[name]), "a " .. name)
end

-- The names of the dialect, for `mod`.
function M.of(mod)
  if mod.rooms then
    return mod.rooms
  end
  local public = { class = codea_class.make, asset = make_asset(), tween = make_tween(mod) }
  local names = {}
  -- What the mod means by a name now: it may have put a class of its own in place of the host's.
  function names.find(name)
    local own = mod.env and rawget(mod.env, name)
    return own == nil and public[name] or own
  end
  local function call(name)
    return functions.bind(declared[name], mod)
  end
  for name, make in next, makers do
    local made = signatures.apply("rooms", name, make(names, call, mod))
    public[name] = codea_class.equip(made)
    class.count_among(kinds[name], made)
  end
  mod.rooms = public
  return public
end

function M.ambient(mod)
  local names = {}
  for name, value in next, M.of(mod) do
    names[name] = value
  end
  return names
end

function M.new_game()
  places.new_game()
end

return M
