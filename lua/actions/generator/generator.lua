-- Generator(width, height, options): rooms on a graph of ten by ten cells, joined by hallways. All rooms but the secret
-- ones can be reached from each other.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local layers = import "actions/constants"
local stable_order = import "core/sandbox/stable_order"
local random = import "core/game/random"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local raise = errors.raise
local ipairs, math_type, next, setmetatable, type = ipairs, math.type, next, setmetatable, type
local max, min = math.max, math.min

local M = {}

local GRAPH, START = 10, 5
local LEAST_SIDE, MOST_SIDE = 3, 1000
local MOST_SQUARES, MOST_NODES = 1000000, 100

-- Types of cells; a cell without a type is empty.
local WALL, TILE, HALLWAY, ENEMY, RESTRICTED = "w", "t", "h", "e", "r"

local defaults = {
  min_hallway_length = 0, max_hallway_length = 5, min_hallway_width = 1, max_hallway_width = 2, enemy_density = 0.1,
  max_iter = 50,
}

-- The directions of the graph, in a fixed order.
local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

-- generator -> stream of random numbers, and -> { nodes, cells (graph cell -> node) }.
local states = setmetatable({}, { __mode = "k" })

local Generator = class.define "Generator"

local function whole(value, what, least, most)
  local number = math_type(value) and math.tointeger(value)
  if not number or number < least or number > most then
    raise("Generator: " .. what .. " is " .. text.tostring(value) .. ": must be a whole number from " .. least .. " to "
      .. most)
  end
  return number
end

local function read_options(given)
  local options = {}
  for name, default in next, defaults do
    local value = given and given[name]
    if value == nil then
      value = default
    elseif type(value) ~= "number" or value ~= value then
      raise("Generator: " .. name .. " is " .. stable_order.type(value) .. ": must be a number")
    end
    options[name] = value
  end
  for _, what in ipairs { "length", "width" } do
    local least, most = "min_hallway_" .. what, "max_hallway_" .. what
    whole(options[least], least, what == "width" and 1 or 0, MOST_SIDE)
    whole(options[most], most, options[least], MOST_SIDE)
  end
  whole(options.max_iter, "max_iter", 1, 10000)
  if options.enemy_density < 0 or options.enemy_density > 1 then
    raise("Generator: enemy_density is " .. options.enemy_density .. ": must be from 0 to 1")
  end
  return options
end

local function empty_grid(width, height)
  local grid = {}
  for x = 1, width do
    local column = {}
    for y = 1, height do
      column[y] = {}
    end
    grid[x] = column
  end
  return grid
end

-- For a mod, whose stream it draws from.
function M.new(mod, width, height, options)
  if type(width) ~= "number" or type(height) ~= "number" or options ~= nil and type(options) ~= "table" then
    signatures.refuse("actions", "Generator", width, height, options)
  end
  local self = Generator()
  self.width, self.height = whole(width, "the width", LEAST_SIDE, MOST_SIDE), whole(height, "the height", LEAST_SIDE, MOST_SIDE)
  if self.width * self.height > MOST_SQUARES then
    raise("Generator: width × height is " .. self.width * self.height .. ": must be at most " .. MOST_SQUARES)
  end
  self.options = read_options(options)
  self.rooms, self.grid = {}, empty_grid(self.width, self.height)
  states[self] = { nodes = {}, cells = {}, stream = random.stream(mod.id, "actions.Generator") }
  return self
end

local function state_of(self, what)
  local state = states[self]
  if not state then
    raise("Generator." .. what .. ": " .. class.type_name(self) .. " was given: must be a generator (call it with a colon)")
  end
  return state
end

local function between(state, low, high)
  return random.between(state.stream, low, high)
end

local function shuffled(state, list)
  return random.shuffle(state.stream, table.move(list, 1, #list, 1, {}))
end

local function cell_key(x, y)
  return y * GRAPH + x
end

local function side(state, given, what)
  if given == nil then
    return between(state, 7, 9)
  end
  return whole(given, what, LEAST_SIDE, MOST_SIDE)
end

local function add(state, x, y, width, height)
  local nodes = state.nodes
  local node = { index = #nodes + 1, x = x, y = y, width = width, height = height, children = {} }
  nodes[node.index], state.cells[cell_key(x, y)] = node, node
  return node
end

-- The first room; gives its number, 1. A generator that was started before begins anew.
function Generator:start(width, height)
  local state = state_of(self, "start")
  width, height = whole(width or 6, "the width of a room", LEAST_SIDE, MOST_SIDE),
    whole(height or 6, "the height of a room", LEAST_SIDE, MOST_SIDE)
  state.nodes, state.cells = {}, {}
  self.rooms, self.grid = {}, empty_grid(self.width, self.height)
  return add(state, START, START, width, height).index
end

local function direction_of(given)
  for _, direction in ipairs(directions) do
    if direction[1] == given.x and direction[2] == given.y then
      return direction
    end
  end
  raise("Generator.addNode: the direction " .. text.tostring(given) .. " must be one of (1, 0), (0, 1), (-1, 0), (0, -1)")
end

-- One more room beside another, in a random direction or the given one; gives its number, or nil when there is no room.
function Generator:addNode(parent_index, direction, width, height)
  local state = state_of(self, "addNode")
  local parent = state.nodes[parent_index]
  if not parent then
    raise("Generator.addNode: there is no room " .. text.tostring(parent_index) .. ": there are " .. #state.nodes
      .. "; call start first")
  elseif #state.nodes >= MOST_NODES then
    raise("Generator.addNode: there are " .. MOST_NODES .. " rooms: that is the most there may be")
  end
  local tried = directions
  if direction ~= nil then
    tried = { direction_of(vec.check(direction, "Generator.addNode: the direction")) }
  else
    tried = shuffled(state, tried)
  end
  width, height = side(state, width, "the width of a room"), side(state, height, "the height of a room")
  for _, way in ipairs(tried) do
    local x, y = parent.x + way[1], parent.y + way[2]
    if x >= 1 and x <= GRAPH and y >= 1 and y <= GRAPH and not state.cells[cell_key(x, y)] then
      local node = add(state, x, y, width, height)
      parent.children[#parent.children + 1] = { node, way }
      return node.index
    end
  end
  return nil
end

-- Whether a room fits: its inside is empty, its outer ring empty or the wall of another.
local function fits(self, x, y, width, height)
  if x < 1 or y < 1 or x + width - 1 > self.width or y + height - 1 > self.height then
    return false
  end
  for i = x, x + width - 1 do
    local column, edge = self.grid[i], i == x or i == x + width - 1
    for j = y, y + height - 1 do
      local kind = column[j].type
      if kind and (kind ~= WALL or not (edge or j == y or j == y + height - 1)) then
        return false
      end
    end
  end
  return true
end

local function draw_room(self, state, node, x, y)
  local room = { x = x, y = y, width = node.width, height = node.height, index = node.index, secret = node.secret or false }
  local right, bottom = x + node.width - 1, y + node.height - 1
  for i = x, right do
    for j = y, bottom do
      local cell = self.grid[i][j]
      if i == x or i == right or j == y or j == bottom then
        cell.type = WALL
      elseif random.real(state.stream) < self.options.enemy_density then
        cell.type = ENEMY
      else
        cell.type = TILE
      end
      cell.node = node.index
    end
  end
  self.rooms[#self.rooms + 1] = room
  return room
end

-- What a rectangle covers along the axis of a direction, and across it.
local function spans(way, x, y, width, height)
  if way[1] ~= 0 then
    return x, width, y, height
  end
  return y, height, x, width
end

-- Digs a hallway: all squares from one wall to the other, along rows from `low` on, with walls beside it.
local function dig(self, way, from, to, low, wide, index)
  local horizontal = way[1] ~= 0
  local function cell(along, across)
    local column = self.grid[horizontal and along or across]
    return column and column[horizontal and across or along]
  end
  for along = min(from, to), max(from, to) do
    for across = low - 1, low + wide do
      local here = cell(along, across)
      if across >= low and across < low + wide then
        here.type, here.node = HALLWAY, index
      elseif here and not here.type then
        here.type, here.node = WALL, index
      end
    end
  end
end

-- Whether a hallway can be dug: between the two walls nothing is in the way, beside it there is room for walls.
local function is_free(self, way, from, to, low, wide)
  local horizontal = way[1] ~= 0
  for along = min(from, to) + 1, max(from, to) - 1 do
    for across = low - 1, low + wide do
      local column = self.grid[horizontal and along or across]
      local here = column and column[horizontal and across or along]
      if not here or here.type and here.type ~= WALL then
        return false
      elseif here.type and across >= low and across < low + wide then
        return false
      end
    end
  end
  return true
end

-- Places a child of a room beside it, and joins them; false when there is no place for it.
local function place(self, state, room, node, way)
  local options = self.options
  local along, length, across, breadth = spans(way, room.x, room.y, room.width, room.height)
  local own_length, own_breadth = node.width, node.height
  if way[1] == 0 then
    own_length, own_breadth = node.height, node.width
  end
  local gap = between(state, options.min_hallway_length, options.max_hallway_length)
  local forward = way[1] + way[2] > 0
  -- The wall of the room that is dug through, and that of the child.
  local wall = forward and along + length - 1 or along
  local near = forward and wall + gap or wall - gap
  local start = forward and near or near - own_length + 1
  local offsets = {}
  -- So that the insides of both have a row in common at least.
  for offset = across - own_breadth + 3, across + breadth - 3 do
    offsets[#offsets + 1] = offset
  end
  for _, offset in ipairs(shuffled(state, offsets)) do
    local x, y = start, offset
    if way[1] == 0 then
      x, y = offset, start
    end
    if fits(self, x, y, node.width, node.height) then
      local first, last = max(across, offset) + 1, min(across + breadth, offset + own_breadth) - 2
      local wide = min(between(state, options.min_hallway_width, options.max_hallway_width), last - first + 1)
      local low = between(state, first, last - wide + 1)
      if is_free(self, way, wall, near, low, wide) then
        local placed = draw_room(self, state, node, x, y)
        dig(self, way, wall, near, low, wide, node.index)
        return placed
      end
    end
  end
end

local function place_children(self, state, node, room)
  for _, child in ipairs(node.children) do
    local placed = place(self, state, room, child[1], child[2])
    if not placed or not place_children(self, state, child[1], placed) then
      return false
    end
  end
  return true
end

local walkable = { [TILE] = true, [HALLWAY] = true, [ENEMY] = true }

-- Whether from the first room one comes to all others that are not secret.
local function is_connected(self)
  local first = self.rooms[1]
  local seen, queue = {}, { { first.x + 1, first.y + 1 } }
  seen[first.y + 1 + (first.x + 1) * self.height] = true
  for _, at in ipairs(queue) do
    for _, way in ipairs(directions) do
      local x, y = at[1] + way[1], at[2] + way[2]
      local column = self.grid[x]
      local key = y + x * self.height
      if column and column[y] and walkable[column[y].type] and not seen[key] then
        seen[key] = true
        queue[#queue + 1] = { x, y }
      end
    end
  end
  for _, room in ipairs(self.rooms) do
    if not room.secret and not seen[room.y + 1 + (room.x + 1) * self.height] then
      return false
    end
  end
  return true
end

-- Lays out all rooms, the first one in the middle; whether that was possible.
function Generator:generate()
  local state = state_of(self, "generate")
  local root = state.nodes[1]
  if not root then
    raise "Generator.generate: there is no room yet: call start first"
  end
  for _ = 1, self.options.max_iter do
    self.rooms, self.grid = {}, empty_grid(self.width, self.height)
    local x, y = (self.width - root.width) // 2 + 1, (self.height - root.height) // 2 + 1
    if not fits(self, x, y, root.width, root.height) then
      break
    end
    local room = draw_room(self, state, root, x, y)
    if place_children(self, state, root, room) and is_connected(self) then
      return true
    end
  end
  self.rooms, self.grid = {}, empty_grid(self.width, self.height)
  return false
end

local function touches(room, x, y, width, height)
  local right, bottom = room.x + room.width - 1, room.y + room.height - 1
  local beside = (x + width - 1 == room.x or x == right) and y < bottom - 1 and y + height - 1 > room.y + 1
  local above = (y + height - 1 == room.y or y == bottom) and x < right - 1 and x + width - 1 > room.x + 1
  return beside or above
end

-- One more room, beside as many others as possible, and without a way in; whether there was a place for it.
function Generator:secret(width, height)
  local state = state_of(self, "secret")
  width, height = side(state, width, "the width of a room"), side(state, height, "the height of a room")
  local best, found = 0, {}
  for x = 1, self.width - width + 1 do
    for y = 1, self.height - height + 1 do
      local count = 0
      for _, room in ipairs(self.rooms) do
        if not room.secret and touches(room, x, y, width, height) then
          count = count + 1
        end
      end
      if count > 0 and count >= best and fits(self, x, y, width, height) then
        if count > best then
          best, found = count, {}
        end
        found[#found + 1] = { x, y }
      end
    end
  end
  if not found[1] then
    return false
  end
  local at = found[between(state, 1, #found)]
  draw_room(self, state, { index = #self.rooms + 1, width = width, height = height, secret = true }, at[1], at[2])
  return true
end

-- Cuts off what is empty all around.
function Generator:prune()
  state_of(self, "prune")
  local left, top, right, bottom = self.width, self.height, 1, 1
  for x = 1, self.width do
    for y = 1, self.height do
      if self.grid[x][y].type then
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
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
M.class = Generator

local function check_layer(given, layer, what)
  local made = class.check_class(given, "World.materializeGenerator: the class of " .. what)
  if made.layer ~= layer then
    raise("World.materializeGenerator: " .. class.name(made) .. " is no class of " .. what)
  end
  return made
end

-- Rooms as floors, walls and enemies of a world; the centre of the first room.
function M.materialize(world, generator, floor, wall, enemy)
  if not states[generator] then
    raise("World.materializeGenerator: " .. class.type_name(generator) .. " was given: must be a generator")
  end
  local first, state = generator.rooms[1], states[generator]
  if not first then
    raise "World.materializeGenerator: the generator has laid out no rooms: call generate first"
  elseif generator.width > world.width or generator.height > world.height then
    raise("World.materializeGenerator: the rooms take " .. generator.width .. " × " .. generator.height
      .. " squares, and the world has " .. world.width .. " × " .. world.height)
  end
  local floor_class = check_layer(floor, layers.Layers.floor, "floors")
  local wall_class = check_layer(wall, layers.Layers.wall, "walls")
  local enemies = enemy
  if enemy ~= nil and (class.class_of_mod(enemy) or type(enemy) ~= "table") then
    enemies = { class.check_class(enemy, "World.materializeGenerator: the class of enemies") }
  end
  local secret = {}
  for _, room in ipairs(generator.rooms) do
    secret[room.index] = room.secret
  end
  local floors, walls, places = {}, {}, {}
  for y = 1, generator.height do
    for x = 1, generator.width do
      local cell = generator.grid[x][y]
      local square = (y - 1) * world.width + x - 1
      if cell.type then
        floors[#floors + 1] = square
      end
      if cell.type == WALL then
        walls[#walls + 1] = square
      elseif cell.type == ENEMY and not secret[cell.node] then
        places[#places + 1] = vec.new(x, y)
      end
    end
  end
  local lay = import("actions/world/world").lay
  lay(world, floor_class, floors)
  lay(world, wall_class, walls)
  local rectangles = {}
  for _, room in ipairs(generator.rooms) do
    for _, number in ipairs { room.x - 1, room.y - 1, room.width, room.height } do
      rectangles[#rectangles + 1] = number
    end
  end
  local of_world = import("actions/world/world").state_of(world, "materializeGenerator")
  of_world.api.add_rooms(of_world.number, rectangles)
  if enemies and enemies[1] ~= nil then
    for _, pos in ipairs(places) do
      local chosen = enemies[#enemies > 1 and between(state, 1, #enemies) or 1]
      world:create(chosen, pos)
    end
  end
  return vec.new(first.x + first.width // 2, first.y + first.height // 2)
end

return M
