-- Movs: in which directions an entity tries to act, the best first, as seen from the player that is nearest.

local import = ...
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local type = type
local new = vec.new

local M = {}

-- How far the nearest player is to the right and below, or nothing when there is none.
local function to_player(actor, title)
  if type(actor) ~= "table" or not actor.pos then
    signatures.refuse("actions", title, actor)
  end
  local pos = actor.pos
  local player = actor.world.grid:getClosestPlayer(pos)
  if player then
    local at = player.pos
    return at.x - pos.x, at.y - pos.y
  end
end

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- Along the axes, where it leads closer: first where the entity looks.
function M.basic(actor)
  local dx, dy = to_player(actor, "movs.basic")
  if not dx then
    return {}
  end
  local x, y = sign(dx), sign(dy)
  local looks = actor.orientation
  if x == 0 and y == 0 then
    return {}
  elseif y == 0 then
    return { new(x, 0) }
  elseif x == 0 then
    return { new(0, y) }
  elseif looks.x ~= 0 then
    if sign(looks.x) == x then
      return { new(x, 0), new(0, y) }
    end
    return { new(0, y), new(x, 0) }
  elseif looks.y ~= 0 and sign(looks.y) ~= y then
    return { new(x, 0), new(0, y) }
  elseif looks.y ~= 0 then
    return { new(0, y), new(x, 0) }
  end
  return { new(x, 0), new(0, y) }
end

-- In all eight directions: the diagonal towards the player, then along the axes.
function M.adjacent(actor)
  local dx, dy = to_player(actor, "movs.adjacent")
  if not dx then
    return {}
  end
  local x, y = sign(dx), sign(dy)
  if x == 0 then
    return { new(0, y > 0 and 1 or -1) }
  elseif y == 0 then
    return { new(x, 0) }
  end
  return { new(x, y), new(0, y), new(x, 0) }
end

-- Diagonals only.
function M.diagonal(actor)
  local dx, dy = to_player(actor, "movs.diagonal")
  if not dx then
    return {}
  end
  local x, y = sign(dx), sign(dy)
  local looks = actor.orientation
  if x ~= 0 and y ~= 0 then
    return { new(x, y) }
  elseif x ~= 0 then
    local first = looks.y > 0 and 1 or -1
    return { new(x, first), new(x, -first) }
  end
  local first = looks.x > 0 and -1 or 1
  y = y > 0 and 1 or -1
  return { new(first, y), new(-first, y) }
end

-- Where the entity looks.
function M.straight(actor)
  if type(actor) ~= "table" or not actor.orientation then
    signatures.refuse("actions", "movs.straight", actor)
  end
  return { new(actor.orientation.x, actor.orientation.y) }
end

return M
