-- Make caves with the toolbox, and put a spring on the square that is furthest from a random start.

local toolbox = require "host.toolbox"

spring = kts.Tile { name = "spring", glyph = "~", colour = "bright_cyan" }

require("host.generators").register_generator {
  id = "caves",
  help = "caves with a spring",
  options = {
    { id = "width", default = 40, least = 20, most = 200, help = "squares across" },
    { id = "height", default = 20, least = 10, most = 100, help = "squares down" },
  },
  generate = function(options)
    local caves = toolbox.caves { width = options.width, height = options.height }
    local start = toolbox.scatter(caves, { distance = 5, most = 1 })[1]
    local map = caves:map()
    kts.AddTile(toolbox.distances(caves, start):furthest(), spring)
    return map
  end,
}
