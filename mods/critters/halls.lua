-- The generator critters.halls: rooms and hallways with a rat here and there.

local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall

local function generate(options)
  for _ = 1, 10 do
    local generator = Generator(options.width, options.height, { enemy_density = 0.03 })
    ---@type integer[]
    local rooms = { generator:start(7, 7) }
    while #rooms < options.rooms do
      local room = generator:addNode(rooms[math.random(#rooms)])
      if room then
        rooms[#rooms + 1] = room
      end
    end
    if generator:generate() then
      generator:prune()
      local world = World(generator.width, generator.height)
      world:materializeGenerator(generator, Floor, Wall, require ".entities.rat")
      return world
    end
  end
  error "the halls do not fit: give them more room"
end

require("host.generators").register_generator {
  id = "halls",
  options = {
    { id = "width", least = 30, most = 200, default = 70 },
    { id = "height", least = 30, most = 200, default = 50 },
    { id = "rooms", least = 2, most = 12, default = 7 },
  },
  generate = generate,
}
