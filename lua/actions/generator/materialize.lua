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
  local floors, walls, enemies, choices = generators.read_cells(generator, state.number, world.width, #classes)
  creation.lay(state, world, floor_class, floors)
  creation.lay(state, world, wall_class, walls)
  for i, choice in ipairs(choices) do
    world:create(classes[choice], vec.new(enemies[i] % world.width + 1, enemies[i] // world.width + 1))
  end
  return vec.new(first.x + first.width // 2, first.y + first.height // 2)
end
