-- game.initworld: creates a world and what stands in it, as one table describes.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local generators = import "actions/generator/generator"
local ground = import "actions/world/ground"
local materialize = import "actions/generator/materialize"
local stable_order = import "core/sandbox/stable_order"
local world_state = import "actions/world/state"
local worlds = import "actions/world/worlds"

-- Field of `pools` -> the root that a world draws from.
local ROOTS = { items = "i", entities = "e" }

-- The most rooms of a world whose generator is `true`, and the squares of the world for each of them.
local MOST_ROOMS, SQUARES_OF_ROOM = 12, 200

-- A generator with as many rooms as fit; raises when not even one does.
local function generate_rooms(width, height)
  for count = math.min(MOST_ROOMS, width * height // SQUARES_OF_ROOM), 0, -1 do
    local generator = generators.class(width, height)
    local last = generator:start()
    for i = 1, count do
      last = generator:addNode(math.min((i + 1) // 2, last)) or last
    end
    if generator:generate() then
      return generator
    end
  end
  errors.raise("game.initworld: no rooms fit into " .. width .. " × " .. height .. " squares")
end

-- options: x and y (the size), player { character, pos }, enemies (a list of { class, pos }), floor (a class), pools
-- { items, entities }, generator (whose rooms the world gets, or true for rooms
-- of the host). All but the size may be left out.
return function(mod, options)
  local world = worlds.new(mod, options.x, options.y)
  if options.generator then
    local state = world_state.state_of(world, "initworld")
    local generator = options.generator == true and generate_rooms(options.x, options.y) or options.generator
    materialize(state, world, generator, options.floor or ground.Floor, options.wall or ground.Wall)
  elseif options.floor then
    world:createFloors(options.floor)
  end
  for name, root in stable_order.pairs(ROOTS) do
    local pool = options.pools and options.pools[name]
    if type(pool) == "table" then
      world:usePool(root, pool)
    end
  end
  if options.player then
    world:createPlayer(options.player.character or options.player[1], options.player.pos or options.player[2])
  end
  for i, enemy in ipairs(options.enemies or {}) do
    if type(enemy) ~= "table" then
      errors.raise("game.initworld: enemies[" .. i .. "] is " .. class.type_name(enemy)
        .. ": must be a class and a position")
    end
    world:create(enemy[1] or enemy.class, enemy[2] or enemy.pos)
  end
  return world
end
