-- Places rooms and hallways on the cells of a generator.

local import = ...
local random = import "core/game/random"
local reach = import "actions/world/reach"

local ipairs = ipairs
local max, min = math.max, math.min

local M = {}

-- Types of cells; a cell without a type is empty.
local WALL, FLOOR, HALLWAY, ENEMY = "w", "t", "h", "e"
M.WALL, M.ENEMY, M.RESTRICTED = WALL, ENEMY, "r"

local is_walkable = { [FLOOR] = true, [HALLWAY] = true, [ENEMY] = true }

-- Columns of empty cells.
function M.empty_grid(width, height)
  local grid = {}
  for x = 1, width do
    grid[x] = {}
    for y = 1, height do
      grid[x][y] = {}
    end
  end
  return grid
end

-- Whether a room fits: its inside covers empty cells, its walls cover empty cells or walls of other rooms.
function M.fits(generator, x, y, width, height)
  local right, bottom = x + width - 1, y + height - 1
  if x < 1 or y < 1 or right > generator.width or bottom > generator.height then
    return false
  end
  for i = x, right do
    local column, is_edge = generator.grid[i], i == x or i == right
    for j = y, bottom do
      local kind = column[j].type
      if kind and (kind ~= WALL or not (is_edge or j == y or j == bottom)) then
        return false
      end
    end
  end
  return true
end

-- Draws the cells of a room and adds it to the list of rooms.
function M.draw(generator, stream, node, x, y)
  local right, bottom = x + node.width - 1, y + node.height - 1
  for i = x, right do
    for j = y, bottom do
      local cell = generator.grid[i][j]
      if i == x or i == right or j == y or j == bottom then
        cell.type = WALL
      elseif random.real(stream) < generator.options.enemy_density then
        cell.type = ENEMY
      else
        cell.type = FLOOR
      end
      cell.node = node.index
    end
  end
  local room = {
    x = x, y = y, width = node.width, height = node.height, index = node.index, secret = node.secret or false,
  }
  generator.rooms[#generator.rooms + 1] = room
  return room
end

-- Start and length of a rectangle along a direction, and across it.
local function spans(direction, x, y, width, height)
  if direction[1] ~= 0 then
    return x, width, y, height
  end
  return y, height, x, width
end

-- The cell by its coordinates along a direction and across it; nil out of bounds.
local function cell_at(generator, direction, along, across)
  local x, y = along, across
  if direction[1] == 0 then
    x, y = across, along
  end
  local column = generator.grid[x]
  return column and column[y]
end

-- Whether a hallway is possible: nothing lies between the two walls, and beside it there is space for walls.
local function can_dig(generator, direction, from, to, low, breadth)
  for along = min(from, to) + 1, max(from, to) - 1 do
    for across = low - 1, low + breadth do
      local cell = cell_at(generator, direction, along, across)
      if not cell or cell.type and cell.type ~= WALL then
        return false
      elseif cell.type and across >= low and across < low + breadth then
        return false
      end
    end
  end
  return true
end

-- Digs a hallway from one wall to the other, both included. It covers `breadth` rows from `low` on, with walls beside.
local function dig(generator, direction, from, to, low, breadth, index)
  for along = min(from, to), max(from, to) do
    for across = low - 1, low + breadth do
      local cell = cell_at(generator, direction, along, across)
      if across >= low and across < low + breadth then
        cell.type, cell.node = HALLWAY, index
      elseif cell and not cell.type then
        cell.type, cell.node = WALL, index
      end
    end
  end
end

-- Places the room of a node beside its parent and digs the hallway between them. Returns the room, or nil without a
-- place.
local function place(generator, stream, parent, node, direction)
  local options = generator.options
  local along, length, across, breadth = spans(direction, parent.x, parent.y, parent.width, parent.height)
  local _, own_length, _, own_breadth = spans(direction, 0, 0, node.width, node.height)
  local gap = random.between(stream, options.min_hallway_length, options.max_hallway_length)
  local is_forward = direction[1] + direction[2] > 0
  -- The wall of the parent and that of the child, between which the hallway lies.
  local parent_wall = is_forward and along + length - 1 or along
  local child_wall = is_forward and parent_wall + gap or parent_wall - gap
  local start = is_forward and child_wall or child_wall - own_length + 1
  -- The insides of both rooms must share a row.
  local offsets = {}
  for offset = across - own_breadth + 3, across + breadth - 3 do
    offsets[#offsets + 1] = offset
  end
  for _, offset in ipairs(random.shuffle(stream, offsets)) do
    local x, y = start, offset
    if direction[1] == 0 then
      x, y = offset, start
    end
    if M.fits(generator, x, y, node.width, node.height) then
      local first, last = max(across, offset) + 1, min(across + breadth, offset + own_breadth) - 2
      local hallway_breadth =
        min(random.between(stream, options.min_hallway_width, options.max_hallway_width), last - first + 1)
      local low = random.between(stream, first, last - hallway_breadth + 1)
      if can_dig(generator, direction, parent_wall, child_wall, low, hallway_breadth) then
        local room = M.draw(generator, stream, node, x, y)
        dig(generator, direction, parent_wall, child_wall, low, hallway_breadth, node.index)
        return room
      end
    end
  end
end

-- Places the children of a node and their children. Returns whether all of them found a place.
function M.place_children(generator, stream, node, room)
  for _, child in ipairs(node.children) do
    local child_room = place(generator, stream, room, child.node, child.direction)
    if not child_room or not M.place_children(generator, stream, child.node, child_room) then
      return false
    end
  end
  return true
end

-- Whether all rooms but the secret ones can be reached from the first one.
function M.is_connected(generator)
  local width = generator.width
  local function square_of(room)
    return room.y * width + room.x
  end
  local _, before = reach(generator, square_of(generator.rooms[1]), function(square)
    return is_walkable[generator.grid[square % width + 1][square // width + 1].type]
  end)
  for _, room in ipairs(generator.rooms) do
    if not room.secret and not before[square_of(room)] then
      return false
    end
  end
  return true
end

local function touches(room, x, y, width, height)
  local right, bottom = room.x + room.width - 1, room.y + room.height - 1
  local is_beside = (x + width - 1 == room.x or x == right) and y < bottom - 1 and y + height - 1 > room.y + 1
  local is_above = (y + height - 1 == room.y or y == bottom) and x < right - 1 and x + width - 1 > room.x + 1
  return is_beside or is_above
end

-- The positions { x, y } at which a further room touches the most rooms.
function M.secret_positions(generator, width, height)
  local most, positions = 0, {}
  for x = 1, generator.width - width + 1 do
    for y = 1, generator.height - height + 1 do
      local count = 0
      for _, room in ipairs(generator.rooms) do
        if not room.secret and touches(room, x, y, width, height) then
          count = count + 1
        end
      end
      if count > 0 and count >= most and M.fits(generator, x, y, width, height) then
        if count > most then
          most, positions = count, {}
        end
        positions[#positions + 1] = { x, y }
      end
    end
  end
  return positions
end

return M
