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

generators.register_room_kind(kind: RoomKindFields) -- within, load
  Register a kind of rooms. The generators of the host draw it for rooms that are large enough, and
  place its furniture with `--set furnish=full`.
  ! mods register kinds of rooms while they load
  + generators.register_room_kind { name = "cell", least = 4, most = 12, furniture = {} }

record RoomKindFields
  The argument of register_room_kind.
  name: string, the name of such rooms; rooms that have it in common get an adjective before it
  furniture: RoomPiece[], the pieces in the order in which they are placed
  least: integer? = 9, the size of the smallest such room, in squares
  most: integer? = 10000, the size of the largest
  floor: kts.Tile?, the floor of such rooms when they are furnished

record RoomPiece
  Pieces of one tile in a room.
  tile: kts.Tile, lies on the floor of the room; a way never leads through one that cannot be walked on
  where: "wall" | "corner" | "end" | "middle" | "rows" | "grid" | "centre" | "floor", end is the wall opposite the doors
  number: number? = 1, how many from 1 on, and below 1 a share of the squares where one fits

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
