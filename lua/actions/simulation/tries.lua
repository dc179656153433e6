-- Entities that play a few turns beside a player, for `dungeon-host check`.

local import = ...
local constants = import "actions/constants"
local content = import "core/game/content"
local loader = import "core/loader"
local population = import "actions/simulation/population"
local vec = import "actions/vec"
local worlds = import "actions/world/worlds"

local Layers = constants.Layers

local M = {}

-- Creates an entity of a class that a mod registered, by its id, on a square of the map of the game (x, y from 0), and
-- a player on the square to the left; plays turns. The first error ends them.
function M.play(mod_id, id, x, y, turns)
  local mod, entity_class = loader.mods[mod_id], content.entities[content.entity_numbers[id]]
  local world = worlds.from_map(mod)
  world.zone, world.floor, world.rarity, world.strict = "z1", "f1", "common", true
  local is_player = entity_class.layer == Layers.player
  local player_class = not is_player and population.player_class(mod_id)
  local player = player_class and world:create(player_class, vec.new(x, y + 1))
  local entity = world:create(entity_class, vec.new(x + 1, y + 1))
  player = is_player and entity or player
  for _ = 1, turns do
    -- A class of players without a way to set actions has its own.
    if player and not player.dead and (player.generateAction or player.decorators.PlayerControl) then
      world:setPlayerActions(vec.new(0, 0), 1)
    end
    world:gameLoop()
  end
end

return M
