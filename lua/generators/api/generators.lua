-- Generators that mods write in Lua.
return [==[
examples
  Examples run while a mod loads, with `generators = require "host.generators"`.

generators.register_generator(generator: GeneratorFields) -- within, load
  Register a generator, which `dungeon-host generate MOD.ID` runs. The only
  generator of a mod also has the name of the mod.
  ! mods register generators while they load
  ! an option needs a default within its bounds, or choices
  + generators.register_generator {
  +   id = "warren",
  +   options = { { id = "size", default = 40, least = 20, most = 200, help = "squares across" } },
  +   generate = function(options)
  +     return require("host.toolbox").caves({ width = options.size, height = options.size // 2 }):map()
  +   end,
  + }

record GeneratorFields
  The argument of register_generator.
  id: string, a name of letters, digits and _
  generate: fun(options: table): any, receives all options and returns a map, or nil for the map of the game
  options: GeneratorOption[]?, its options
  help: string?, a short description

record GeneratorOption
  One option of a generator: a number with least and most, one of choices, or true or false.
  id: string, its name; must not be seed or players
  default: any, its value when it is not set; by default the first of choices
  type: "integer" | "number" | "boolean" | "choice" | nil, by default the type of the default, or choice
  least: number?, the smallest number
  most: number?, the largest number
  choices: (string | number | boolean)[]?, the allowed values
  help: string?, a short description
]==]
