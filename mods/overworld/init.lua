-- A small world to walk in: read in this order.
require ".tiles"
require ".creatures"
require ".items"
require ".world"
require ".town"
require ".dungeons"
require ".folk"
local Quest = require ".quest"

-- What a new game begins with; whoever plays calls it once.
local Game = {}

function Game.begin()
  local world = Area.get_or_create_map "overworld.world"
  local player = Chara.create("overworld.wanderer", 6, 9, {}, world)
  Chara.set_player(player)
  Map.set_map(world)
  Item.create("overworld.bread", nil, nil, { amount = 3 }, player)
  return player
end

-- What the player is asked to do.
Game.goal = Quest.goal

return Game
