-- Generators that mods write in Lua.
return [==[
examples
  Examples run while a mod loads, with `generators = require "host.generators"`.

generators.register_generator(generator: GeneratorFields) -- within, load
  Register a generator: `dungeon-host generate MOD.ID` runs it, and a mod's only one goes by the name of the mod, too.
  ! mods register generators while they load
  ! an option needs a default, bounds that hold it, or choices
  + generators.register_generator {
  +   id = "warren",
  +   options = { { id = "size", default = 40, least = 20, most = 200, help = "squares across" } },
  +   generate = function(options)
  +     return require("host.toolbox").caves({ width = options.size, height = options.size // 2 }):map()
  +   end,
  + }

record GeneratorFields
  What register_generator takes.
  id: string, a name of letters, digits and _
  generate: fun(options: table): any, makes the map: is given a table of all options, and returns a map, or nil for the map of the game
  options: GeneratorOption[]?, what it can be told
  help: string?, what it makes, in a few words

record GeneratorOption
  One option of a generator: with least and most a number, with choices one of these, with a default of true or false one of these two.
  id: string, its name; not seed nor players
  default: any, what it is when nobody says; of choices the first, if not given
  type: "integer" | "number" | "boolean" | "choice" | nil, found out of the default and the choices when not given
  least: number?, the least it may be
  most: number?, the most it may be
  choices: (string | number | boolean)[]?, what it may be
  help: string?, what it does, in a few words
]==]
