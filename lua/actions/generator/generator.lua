-- Generator(width, height, options): rooms on a graph of ten by ten nodes, joined by hallways. All rooms but the secret
-- ones can be reached from each other.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local random = import "core/game/random"
local rooms = import "actions/generator/rooms"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local raise = errors.raise
local max, min = math.max, math.min

local M = {}

-- Nodes per side of the graph, and the position of the first node.
local GRAPH, START = 10, 5
local LEAST_SIDE, MOST_SIDE = 3, 1000
local MOST_SQUARES, MOST_NODES = 1000000, 100

local defaults = {
  min_hallway_length = 0, max_hallway_length = 5, min_hallway_width = 1, max_hallway_width = 2, enemy_density = 0.1,
  max_iter = 50,
}

local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

-- generator -> { stream, nodes (list of { index, x, y, width, height, children (list of { node, direction }) }), taken
-- (set of positions in the graph) }.
local states = setmetatable({}, { __mode = "k" })

local Generator = class.define "Generator"

local function check_whole(value, title, least, most)
  local number = math.type(value) and math.tointeger(value)
  if not number or number < least or number > most then
    raise("Generator: " .. title .. " is " .. text.tostring(value) .. ": must be a whole number from " .. least
      .. " to "
      .. most)
  end
  return number
end

local function read_options(values)
  local options = {}
  for name, default in next, defaults do
    local value = values and values[name]
    if value == nil then
      value = default
    elseif type(value) ~= "number" or value ~= value then
      raise("Generator: " .. name .. " is " .. stable_order.type(value) .. ": must be a number")
    end
    options[name] = value
  end
  for _, side in ipairs { "length", "width" } do
    local least, most = "min_hallway_" .. side, "max_hallway_" .. side
    check_whole(options[least], least, side == "width" and 1 or 0, MOST_SIDE)
    check_whole(options[most], most, options[least], MOST_SIDE)
  end
  check_whole(options.max_iter, "max_iter", 1, 10000)
  if options.enemy_density < 0 or options.enemy_density > 1 then
    raise("Generator: enemy_density is " .. options.enemy_density .. ": must be from 0 to 1")
  end
  return options
end

-- Creates a generator that draws from the random stream of a mod.
function M.new(mod, width, height, options)
  if type(width) ~= "number" or type(height) ~= "number" or options ~= nil and type(options) ~= "table" then
    signatures.refuse("actions", "Generator", width, height, options)
  end
  local self = Generator()
  self.width = check_whole(width, "the width", LEAST_SIDE, MOST_SIDE)
  self.height = check_whole(height, "the height", LEAST_SIDE, MOST_SIDE)
  if self.width * self.height > MOST_SQUARES then
    raise("Generator: width × height is " .. self.width * self.height .. ": must be at most " .. MOST_SQUARES)
  end
  self.options = read_options(options)
  self.rooms, self.grid = {}, rooms.empty_grid(self.width, self.height)
  states[self] = { nodes = {}, taken = {}, stream = random.stream(mod.id, "actions.Generator") }
  return self
end

local function state_of(generator, method)
  local state = states[generator]
  if not state then
    raise("Generator." .. method .. ": self is " .. class.type_name(generator)
      .. ": must be a generator (call it with a colon)")
  end
  return state
end

-- The random stream of a generator, or nil for any other value.
function M.stream_of(generator)
  return states[generator] and states[generator].stream
end

-- The side of a room: the argument, or a random one.
local function side_of(state, value, title)
  if value == nil then
    return random.between(state.stream, 7, 9)
  end
  return check_whole(value, title, LEAST_SIDE, MOST_SIDE)
end

local function sides_of(state, width, height)
  return side_of(state, width, "the width of a room"), side_of(state, height, "the height of a room")
end

local function graph_key(x, y)
  return y * GRAPH + x
end

local function add_node(state, x, y, width, height)
  local node = { index = #state.nodes + 1, x = x, y = y, width = width, height = height, children = {} }
  state.nodes[node.index], state.taken[graph_key(x, y)] = node, true
  return node
end

-- Adds the first room and gives its number, 1. Removes all rooms of an earlier start.
function Generator:start(width, height)
  local state = state_of(self, "start")
  width, height = sides_of(state, width or 6, height or 6)
  state.nodes, state.taken = {}, {}
  self.rooms, self.grid = {}, rooms.empty_grid(self.width, self.height)
  return add_node(state, START, START, width, height).index
end

local function check_direction(value)
  vec.check(value, "Generator.addNode: the direction")
  for _, direction in ipairs(directions) do
    if direction[1] == value.x and direction[2] == value.y then
      return direction
    end
  end
  raise("Generator.addNode: the direction is " .. text.tostring(value)
    .. ": must be one of (1, 0), (0, 1), (-1, 0), (0, -1)")
end

-- Adds a room beside another one, in a direction or a random one. Returns its number, or nil when no side is free.
function Generator:addNode(parent_index, direction, width, height)
  local state = state_of(self, "addNode")
  local parent = state.nodes[parent_index]
  if not parent then
    raise("Generator.addNode: there is no room " .. text.tostring(parent_index) .. ": there are " .. #state.nodes
      .. "; call start first")
  elseif #state.nodes >= MOST_NODES then
    raise("Generator.addNode: there are " .. MOST_NODES .. " rooms already: there may not be more")
  end
  local candidates
  if direction ~= nil then
    candidates = { check_direction(direction) }
  else
    candidates = random.shuffle(state.stream, table.move(directions, 1, #directions, 1, {}))
  end
  width, height = sides_of(state, width, height)
  for _, candidate in ipairs(candidates) do
    local x, y = parent.x + candidate[1], parent.y + candidate[2]
    if x >= 1 and x <= GRAPH and y >= 1 and y <= GRAPH and not state.taken[graph_key(x, y)] then
      local node = add_node(state, x, y, width, height)
      parent.children[#parent.children + 1] = { node = node, direction = candidate }
      return node.index
    end
  end
  return nil
end

-- Lays out all rooms around the first one, which is in the middle. Returns whether all of them found a place.
function Generator:generate()
  local state = state_of(self, "generate")
  local root = state.nodes[1]
  if not root then
    raise "Generator.generate: there is no room yet: call start first"
  end
  for _ = 1, self.options.max_iter do
    self.rooms, self.grid = {}, rooms.empty_grid(self.width, self.height)
    local x, y = (self.width - root.width) // 2 + 1, (self.height - root.height) // 2 + 1
    if not rooms.fits(self, x, y, root.width, root.height) then
      break
    end
    local room = rooms.draw(self, state.stream, root, x, y)
    if rooms.place_children(self, state.stream, root, room) and rooms.is_connected(self) then
      return true
    end
  end
  self.rooms, self.grid = {}, rooms.empty_grid(self.width, self.height)
  return false
end

-- Adds a room without a way in, beside as many rooms as possible. Returns whether there was a place for it.
function Generator:secret(width, height)
  local state = state_of(self, "secret")
  width, height = sides_of(state, width, height)
  local positions = rooms.secret_positions(self, width, height)
  if not positions[1] then
    return false
  end
  local position = positions[random.between(state.stream, 1, #positions)]
  local node = { index = #self.rooms + 1, width = width, height = height, secret = true }
  rooms.draw(self, state.stream, node, position[1], position[2])
  return true
end

-- Removes the empty columns and rows at the edges.
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
    return rooms.RESTRICTED
  end
  return cell.type
end

class.close(Generator)
M.class = Generator

return M
