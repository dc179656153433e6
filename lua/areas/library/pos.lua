-- The module Pos: directions, distances, and iterators over squares. y grows to the south.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local random = import "core/game/random"

local read_integer = arguments.read_integer
local abs, sqrt = math.abs, math.sqrt

local M = {}

-- The largest coordinate of an iterator, so that numbers of squares do not overflow.
local MAX_COORDINATE = 1 << 30

local STEPS = {
  North = { 0, -1 }, South = { 0, 1 }, East = { 1, 0 }, West = { -1, 0 }, Northeast = { 1, -1 },
  Southeast = { 1, 1 }, Northwest = { -1, -1 }, Southwest = { -1, 1 }, Center = { 0, 0 },
}

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- The numbers of a call, each rounded down, in the order of `names`.
local function read(title, names, ...)
  local numbers = {}
  for i, name in ipairs(names) do
    numbers[i] = read_integer((select(i, ...)), title .. ": " .. name)
    if abs(numbers[i]) > MAX_COORDINATE then
      errors.fail("%s: %s is %d: must be from %d to %d", title, name, numbers[i], -MAX_COORDINATE, MAX_COORDINATE)
    end
  end
  return table.unpack(numbers, 1, #names)
end

local CORNERS = { "x1", "y1", "x2", "y2" }

-- An iterator over the squares of a rectangle, row by row, ends included; only those that `accepts(x, y)` approves,
-- if it is there.
local function iter_squares(x1, y1, x2, y2, accepts)
  local width = x2 - x1 + 1
  local count = width > 0 and y2 >= y1 and width * (y2 - y1 + 1) or 0
  return iterators.new(function(i)
    while i < count do
      local x, y = x1 + i % width, y1 + i // width
      i = i + 1
      if not accepts or accepts(x, y) then
        return i, x, y
      end
    end
  end, 0)
end

function M.of(mod)
  local Pos = {}

  function Pos.unpack_direction(direction)
    local step = STEPS[direction]
    if step then
      return step[1], step[2]
    end
    return 0, 0
  end

  function Pos.pack_direction(dx, dy)
    for name, step in next, STEPS do
      if step[1] == dx and step[2] == dy then
        return name
      end
    end
    return nil
  end

  function Pos.add_direction(direction, x, y)
    local dx, dy = Pos.unpack_direction(direction)
    return x + dx, y + dy
  end

  local function stream()
    return random.stream(mod.id, "Pos" .. random.scope)
  end

  function Pos.random_direction(x, y)
    local drawn = stream()
    local dx = random.below(drawn, 3) - 1
    return x + dx, y + random.below(drawn, 3) - 1
  end
  Pos.random_cardinal_direction = Pos.random_direction

  function Pos.dist(x1, y1, x2, y2)
    local dx, dy = x1 - x2, y1 - y2
    return read_integer(sqrt(dx * dx + dy * dy), "Pos.dist: the distance")
  end

  function Pos.direction_in(x1, y1, x2, y2)
    return sign(x2 - x1), sign(y2 - y1)
  end

  function Pos.is_in_square(x, y, center_x, center_y, size)
    local half = size // 2
    return abs(x - center_x) < half and abs(y - center_y) < half
  end

  function Pos.iter_rect(...)
    return iter_squares(read("Pos.iter_rect", CORNERS, ...))
  end

  function Pos.iter_border(...)
    local x1, y1, x2, y2 = read("Pos.iter_border", CORNERS, ...)
    local middle = x2 - x1 > 1 and 2 or x2 - x1 + 1
    local width, height = x2 - x1 + 1, y2 - y1 + 1
    if width <= 0 or height <= 0 then
      return iter_squares(1, 1, 0, 0)
    end
    -- The top row, the ends of each row between, and the bottom row.
    local between = height > 2 and (height - 2) * middle or 0
    local count = width + between + (height > 1 and width or 0)
    return iterators.new(function(i)
      if i >= count then
        return
      elseif i < width then
        return i + 1, x1 + i, y1
      elseif i < width + between then
        local side = (i - width) % middle
        return i + 1, side == 0 and x1 or x2, y1 + 1 + (i - width) // middle
      end
      return i + 1, x1 + i - width - between, y2
    end, 0)
  end

  function Pos.iter_surrounding(...)
    local x, y = read("Pos.iter_surrounding", { "x", "y" }, ...)
    return iter_squares(x - 1, y - 1, x + 1, y + 1, function(at_x, at_y)
      return at_x ~= x or at_y ~= y
    end)
  end

  function Pos.iter_line(x1, y1, x2, y2, is_infinite)
    x1, y1, x2, y2 = read("Pos.iter_line", CORNERS, x1, y1, x2, y2)
    local width, height = abs(x2 - x1), abs(y2 - y1)
    local step_x, step_y = sign(x2 - x1), sign(y2 - y1)
    if width == 0 and height == 0 then
      return iter_squares(1, 1, 0, 0)
    end
    -- Bresenham; a state is a new table each step, so that an iterator can be run again.
    return iterators.new(function(state)
      local x, y, error = state[1], state[2], state[3]
      if x == x2 and y == y2 and not is_infinite then
        return
      end
      local twice = 2 * error
      if twice > -height then
        error, x = error - height, x + step_x
      end
      if twice < width then
        error, y = error + width, y + step_y
      end
      return { x, y, error }, x, y
    end, { x1, y1, width - height })
  end

  function Pos.iter_circle(x, y, diameter)
    x, y, diameter = read("Pos.iter_circle", { "x", "y", "diameter" }, x, y, diameter)
    local radius = diameter // 2
    return iter_squares(x - radius, y - radius, x + radius, y + radius, function(at_x, at_y)
      return Pos.dist(x, y, at_x, at_y) < radius - 1
    end)
  end

  function Pos.iter_random(...)
    local x1, y1, x2, y2 = read("Pos.iter_random", CORNERS, ...)
    if x2 <= x1 or y2 <= y1 then
      return iter_squares(1, 1, 0, 0)
    end
    return iterators.new(function()
      local drawn = stream()
      local x = x1 + random.below(drawn, x2 - x1)
      return true, x, y1 + random.below(drawn, y2 - y1)
    end, true)
  end

  return Pos
end

return M
