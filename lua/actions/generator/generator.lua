-- Generator(width, height, options): rooms on a graph of ten by ten nodes, joined by hallways. All rooms but the secret
-- ones can be reached from each other. Python places them (host/generate/plans/hallways.py).

local import, py = ...
local class = import "actions/class"
local loader = import "core/loader"

-- Types of squares: empty, and out of bounds.
local EMPTY, RESTRICTED = ".", "r"
local is_type = { w = true, t = true, h = true, e = true }

-- generator -> { caller (number of the mod that created it), nodes (list of { parent, dx, dy, width, height }) }.
local states = setmetatable({}, { __mode = "k" })

local Generator = class.define "Generator"

-- Sets the rooms and the columns of cells. `types` has a letter for the type of each square, `nodes` a byte for the
-- number of its node, column by column; without them all cells are empty.
local function set_rooms(self, types, nodes, rooms)
  local grid, at = {}, 0
  for x = 1, self.width do
    local column = {}
    for y = 1, self.height do
      at = at + 1
      local kind = types and string.sub(types, at, at) or EMPTY
      column[y] = kind ~= EMPTY and { type = kind, node = string.byte(nodes, at) } or {}
    end
    grid[x] = column
  end
  self.rooms, self.grid = rooms or {}, grid
end

function Generator:__construct(width, height, options)
  local caller = loader.calling_mod("Generator").number
  self.options = py.actions_new_generator(caller, width, height, options)
  self.width, self.height = width, height
  set_rooms(self)
  states[self] = { caller = caller, nodes = {} }
end

-- Adds the first room and gives its number, 1. Removes all rooms of an earlier start.
function Generator:start(width, height)
  local state = states[self]
  state.nodes = { py.actions_first_node(state.caller, width, height) }
  set_rooms(self)
  return 1
end

-- Adds a room beside another one, in a direction or a random one. Returns its number, or nil when no side is free.
function Generator:addNode(parent, direction, width, height)
  local state = states[self]
  local nodes = state.nodes
  local dx, dy = direction and direction.x, direction and direction.y
  local node = py.actions_add_node(state.caller, nodes, parent, dx, dy, width, height)
  if node then
    nodes[#nodes + 1] = node
  end
  return node and #nodes
end

-- Lays out all rooms around the first one, which is in the middle. Returns whether all of them found a place.
function Generator:generate()
  local state = states[self]
  local drawing = py.actions_draw_hallways(state.caller, self.width, self.height, self.options, state.nodes)
  if drawing then
    set_rooms(self, drawing[1], drawing[2], drawing[3])
  else
    set_rooms(self)
  end
  return drawing ~= nil
end

-- The types of all squares, column by column.
local function types_of(self)
  local types = {}
  for x = 1, self.width do
    for y = 1, self.height do
      local kind = self.grid[x][y].type
      types[#types + 1] = is_type[kind] and kind or EMPTY
    end
  end
  return table.concat(types)
end

-- Adds a room without a way in, beside as many rooms as possible. Returns whether there was a place for it.
function Generator:secret(width, height)
  local placed = py.actions_place_secret(states[self].caller, self.height, self.options, types_of(self), self.rooms,
    width, height)
  if not placed then
    return false
  end
  local room, at = placed[1], 0
  for x = room.x, room.x + room.width - 1 do
    for y = room.y, room.y + room.height - 1 do
      at = at + 1
      local cell = self.grid[x][y]
      cell.type, cell.node = string.sub(placed[2], at, at), room.index
    end
  end
  self.rooms[#self.rooms + 1] = room
  return true
end

-- Removes the empty columns and rows at the edges.
function Generator:prune()
  local left, top, right, bottom = self.width, self.height, 1, 1
  for x = 1, self.width do
    for y = 1, self.height do
      if self.grid[x][y].type then
        left, top, right, bottom = math.min(left, x), math.min(top, y), math.max(right, x), math.max(bottom, y)
      end
    end
  end
  if right < left then
    return
  end
  local grid = {}
  for x = left, right do
    grid[x - left + 1] = table.move(self.grid[x], top, bottom, 1, {})
  end
  for _, room in ipairs(self.rooms) do
    room.x, room.y = room.x - left + 1, room.y - top + 1
  end
  self.grid, self.width, self.height = grid, right - left + 1, bottom - top + 1
end

-- The type of a cell; "r" out of bounds.
function Generator:typeAt(x, y)
  local column = self.grid[x]
  local cell = column and column[y]
  if not cell then
    return RESTRICTED
  end
  return cell.type
end

class.close(Generator)

-- Records the rooms of a generator on the map of a world with that width. Returns the squares of floors, of walls and
-- of enemies, and for each enemy a random number from 1 to `kinds`.
local function read_cells(generator, map, width, kinds)
  return table.unpack(py.actions_read_cells(states[generator].caller, map, kinds, width, generator.height,
    types_of(generator), generator.rooms))
end

return { class = Generator, read_cells = read_cells }
