-- movs.basic, adjacent, diagonal and straight: the directions in which an entity tries to act, the best first. All but
-- straight lead to the nearest player.

local import = ...
local need_table = import "actions/need_table"
local vec = import "actions/vec"
local vectors = import "core/game/vectors"

local type = type
local new, sign = vec.new, vectors.sign

local M = {}

M.utils = {}

-- The nearest player, or nil.
function M.utils.getClosestPlayer(actor)
  need_table(type(actor) == "table" and actor.pos, "movs.utils.getClosestPlayer", actor)
  return actor.world.grid:getClosestPlayer(actor.pos)
end

-- Whether a player is to the right of an entity, below, to the left, above.
function M.utils.calculateRelativeness(actor, player)
  need_table(type(actor) == "table" and actor.pos, "movs.utils.calculateRelativeness", actor, player)
  need_table(type(player) == "table" and player.pos, "movs.utils.calculateRelativeness", actor, player)
  local from, to = actor.pos, player.pos
  return to.x > from.x, to.y > from.y, to.x < from.x, to.y < from.y
end

-- Makes a function of an entity. choose(x, y, orientation) gets the signs of the way to the nearest player; without a
-- player there are no directions.
local function towards_player(title, choose)
  return function(actor)
    need_table(type(actor) == "table" and actor.pos, title, actor)
    local pos = actor.pos
    local player = actor.world.grid:getClosestPlayer(pos)
    return player and choose(sign(player.pos.x - pos.x), sign(player.pos.y - pos.y), actor.orientation) or {}
  end
end

-- Along the axes that lead closer, first the axis along which the entity already looks.
M.basic = towards_player("movs.basic", function(x, y, orientation)
  if x == 0 and y == 0 then
    return {}
  elseif y == 0 then
    return { new(x, 0) }
  elseif x == 0 then
    return { new(0, y) }
  end
  local is_vertical_first
  if orientation.x ~= 0 then
    is_vertical_first = sign(orientation.x) ~= x
  else
    is_vertical_first = orientation.y ~= 0 and sign(orientation.y) == y
  end
  if is_vertical_first then
    return { new(0, y), new(x, 0) }
  end
  return { new(x, 0), new(0, y) }
end)

-- The diagonal towards the player, then along the axes.
M.adjacent = towards_player("movs.adjacent", function(x, y)
  if x == 0 then
    return { new(0, y > 0 and 1 or -1) }
  elseif y == 0 then
    return { new(x, 0) }
  end
  return { new(x, y), new(0, y), new(x, 0) }
end)

-- Only along diagonals.
M.diagonal = towards_player("movs.diagonal", function(x, y, orientation)
  if x ~= 0 and y ~= 0 then
    return { new(x, y) }
  elseif x ~= 0 then
    local first = orientation.y > 0 and 1 or -1
    return { new(x, first), new(x, -first) }
  end
  local first = orientation.x > 0 and -1 or 1
  y = y > 0 and 1 or -1
  return { new(first, y), new(-first, y) }
end)

-- In the direction in which the entity looks.
function M.straight(actor)
  need_table(type(actor) == "table" and actor.orientation, "movs.straight", actor)
  return { new(actor.orientation.x, actor.orientation.y) }
end

return M
