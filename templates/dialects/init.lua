-- Each part of this mod lays out a level in the words of one dialect. `dungeon-host generate my_mod --mods my_mod` shows
-- one of them, and `--set layout=…` says which.

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
  options = { { id = "layout", default = names[1], choices = names, help = "which part lays it out" } },
  generate = function(options)
    return parts[options.layout].lay_out()
  end,
}

-- How a game of `dungeon-host travel` begins. --: areas
return { begin = parts.warren.begin } --: areas
