-- world.generation: directions, types of cells, cells and nodes, for mods that lay out rooms by themselves.

local import = ...
local class = import "actions/class"

local M = { types = { WALL = "w", TILE = "t", HALLWAY = "h", RESTRICTED = "r", ENEMY = "e" } }

function M.dir(x, y)
  return { x = x, y = y }
end

-- The four directions, in the order in which nodes list them.
M.dirsmap = { M.dir(-1, 0), M.dir(0, -1), M.dir(1, 0), M.dir(0, 1) }

function M.cell(cell_type, room)
  return { type = cell_type, room = room }
end

-- A room on the graph of a generator.
local Node = class.define "GeneratorNode"

function Node:__construct(x, y, width, height)
  self.x, self.y, self.w, self.h = x, y, width, height
  -- "x y" of a direction -> node.
  self.neighbors = {}
end

local function key_of(direction)
  return direction.x .. " " .. direction.y
end

function Node:setNeighbor(direction, node)
  self.neighbors[key_of(direction)] = node
end

function Node:getNeighbor(direction)
  return self.neighbors[key_of(direction)]
end

function Node:clearNeighbor(direction)
  self.neighbors[key_of(direction)] = nil
end

-- The directions in which the node has a neighbour.
function Node:getOccupiedDirections()
  local occupied = {}
  for _, direction in ipairs(M.dirsmap) do
    if self:getNeighbor(direction) then
      occupied[#occupied + 1] = M.dir(direction.x, direction.y)
    end
  end
  return occupied
end

class.close(Node)

function M.node(x, y, width, height)
  return Node(x, y, width, height)
end

return M
