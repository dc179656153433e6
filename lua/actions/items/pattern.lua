-- Pattern and Piece: which squares around an entity an attack can reach.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local vec = import "actions/vec"

local new_vec = vec.new

local MOST_PIECES = 1000

local Piece = class.define "Piece"

-- pos: relative to the entity, or absolute in a target. dir: the direction in which the attack hits there. reach: true
-- when all pieces before this one must be free of walls, a list of the indices of those that must be, or false.
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
    errors.raise("Pattern:add: the pattern has " .. MOST_PIECES .. " pieces: a pattern may not have more")
  end
  local piece = Piece(pos, dir, reach)
  self.pieces[#self.pieces + 1] = piece
  return piece
end

-- The pieces around `pos`, turned to a direction. A pattern describes an entity that looks to the right.
function Pattern:turned(pos, direction)
  local dx, dy = direction.x, direction.y
  local turned = {}
  for i, piece in ipairs(self.pieces) do
    local x, y = piece.pos.x, piece.pos.y
    turned[i] = new_piece(
      new_vec(pos.x + x * dx - y * dy, pos.y + x * dy + y * dx),
      new_vec(piece.dir.x * dx - piece.dir.y * dy, piece.dir.x * dy + piece.dir.y * dx),
      piece.reach
    )
  end
  return turned
end

class.close(Pattern)

return { Piece = Piece, Pattern = Pattern, new_piece = new_piece }
