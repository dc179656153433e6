-- Each part of this mod makes a level with one dialect. `dungeon-host generate ./my_mod` draws one of them,
-- and `--set layout=…` selects it.

local parts, names = {}, {}

local function add(name)
  parts[name] = require("." .. name)
  names[#names + 1] = name
end

add "cellar" --: kts
add "smithy" --: pools
add "den" --: actions
add "warren" --: areas
add "halls" --: rooms

require("host.generators").register_generator {
  id = "level",
  help = "a level of my_mod",
  options = { { id = "layout", default = names[1], choices = names, help = "the part that makes the level" } },
  generate = function(options)
    return parts[options.layout].lay_out()
  end,
}

-- The entry point of `dungeon-host travel`. --: areas
return { begin = parts.warren.begin } --: areas
