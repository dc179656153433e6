-- World:materializeGenerator: creates the floors, walls and enemies of the rooms of a generator.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local errors = import "core/errors"
local generators = import "actions/generator/generator"
local vec = import "actions/vec"

local raise = errors.raise

local function check_layer(value, layer, noun)
  local entity_class = class.raw(value)
  if entity_class.layer ~= constants.Layers[layer] then
    raise("World.materializeGenerator: the layer of " .. class.name(entity_class) .. ", the class of " .. noun
      .. ", must be Layers." .. layer)
  end
  return entity_class
end

-- Squares of floors, squares of walls, and positions of enemies.
local function read_cells(generator, width)
  local is_secret, floors, walls, enemies = {}, {}, {}, {}
  for _, room in ipairs(generator.rooms) do
    is_secret[room.index] = room.secret
  end
  for y = 1, generator.height do
    for x = 1, generator.width do
      local cell = generator.grid[x][y]
      local square = (y - 1) * width + x - 1
      if cell.type then
        floors[#floors + 1] = square
      end
      if cell.type == generators.WALL then
        walls[#walls + 1] = square
      elseif cell.type == generators.ENEMY and not is_secret[cell.node] then
        enemies[#enemies + 1] = vec.new(x, y)
      end
    end
  end
  return floors, walls, enemies
end

-- Returns the centre of the first room.
return function(state, world, generator, floor, wall, enemy)
  local first = generator.rooms[1]
  if not first then
    raise "World.materializeGenerator: the generator has no rooms yet: call generate first"
  elseif generator.width > world.width or generator.height > world.height then
    raise("World.materializeGenerator: the rooms need " .. generator.width .. " × " .. generator.height
      .. " squares, but the world has " .. world.width .. " × " .. world.height)
  end
  local floor_class, wall_class = check_layer(floor, "floor", "floors"), check_layer(wall, "wall", "walls")
  local classes = class.class_of_mod(enemy) and { enemy } or enemy or {}
  local floors, walls, enemies = read_cells(generator, world.width)
  creation.lay(state, world, floor_class, floors)
  creation.lay(state, world, wall_class, walls)
  -- x, y, width and height of each room, from 0.
  local rectangles = {}
  for _, room in ipairs(generator.rooms) do
    table.move({ room.x - 1, room.y - 1, room.width, room.height }, 1, 4, #rectangles + 1, rectangles)
  end
  state.api.add_rooms(state.number, rectangles)
  local choices = #classes > 1 and generators.draw_numbers(generator, #enemies, #classes) or {}
  for i = 1, #classes > 0 and #enemies or 0 do
    world:create(classes[choices[i] or 1], enemies[i])
  end
  return vec.new(first.x + first.width // 2, first.y + first.height // 2)
end
