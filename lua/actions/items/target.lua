-- What an action is aimed at: pieces of patterns, patterns, targets.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local vec = import "actions/vec"

local raise = errors.raise
local ipairs, setmetatable = ipairs, setmetatable
local new_vec = vec.new

local MOST_PIECES = 1000

local Piece = class.define "Piece"

-- pos: relative to the actor, or absolute in a target; dir: where the blow goes there; reach: true when no piece before
-- it may be blocked, a list of the pieces that may not be, or false.
function Piece:__construct(pos, dir, reach)
  self.pos, self.dir, self.reach = pos, dir, reach or false
end

local piece_meta = class.close(Piece)

local function new_piece(pos, dir, reach)
  return setmetatable({ pos = pos, dir = dir, reach = reach }, piece_meta)
end

local Pattern = class.define "Pattern"

function Pattern:__construct()
  self.pieces = {}
end

function Pattern:add(pos, dir, reach)
  if #self.pieces >= MOST_PIECES then
    raise("Pattern:add: the pattern has " .. MOST_PIECES .. " pieces: that is the most it may have")
  end
  local piece = Piece(pos, dir, reach)
  self.pieces[#self.pieces + 1] = piece
  return piece
end

-- The pieces as they lie for somebody at `pos` who looks in a direction: patterns are written for looking to the right.
function Pattern:turned(pos, direction)
  local dx, dy = direction.x, direction.y
  local found = {}
  for i, piece in ipairs(self.pieces) do
    local x, y = piece.pos.x, piece.pos.y
    found[i] = new_piece(
      new_vec(pos.x + x * dx - y * dy, pos.y + x * dy + y * dx),
      new_vec(piece.dir.x * dx - piece.dir.y * dy, piece.dir.x * dy + piece.dir.y * dx),
      piece.reach
    )
  end
  return found
end

class.close(Pattern)

local Target = class.define "Target"

function Target:__construct(entity, piece, index, attackableness)
  self.entity, self.piece, self.index, self.attackableness = entity, piece, index, attackableness
end

local target_meta = class.close(Target)

local function new_target(entity, piece, index, attackableness)
  return setmetatable({ entity = entity, piece = piece, index = index, attackableness = attackableness }, target_meta)
end

return { Piece = Piece, Pattern = Pattern, Target = Target, new_piece = new_piece, new_target = new_target }
