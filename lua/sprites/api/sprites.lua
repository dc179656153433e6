-- Sprites that mods draw.
return [==[
examples
  Examples run while a mod loads, with `sprites = require "host.sprites"`.

sprites.register(sprite: SpriteFields) -- within, load
  Register a sprite that the mod draws: its tiles, items, monsters and classes name
  it by their field `sprite`, and those of other mods as MOD.ID. The sprite is made
  of shapes, from the lowest to the highest, or it is a part of a sheet, whose
  pixels pictures show as they are.
  ! mods register sprites while they load, before the things that have them
  ! a sprite has shapes or a sheet; sheets are PNG files of at most 1024 pixels on a
    side and 262144 in all
  + sprites.register {
  +   id = "gong",
  +   shapes = {
  +     { "rect", "#6a4020", 2, 1, 12, 2 },
  +     { "circle", "main", 8, 9, 5 },
  +     { "line", "#ffffff", 1, 5, 8, 7, 6 },
  +   },
  + }
  + gong = kts.Tile { name = "gong", sprite = "gong", material = "bronze", access = { walking = "approach" } }

sprites.theme(theme: ThemeFields) -- within, load
  Register a theme of pictures, which `--theme MOD.ID` of commands names: materials
  and colours of walls, floors and liquids. `dungeon-host docs ThemeFields` lists the
  words.
  ! mods register themes while they load
  ! a theme has `wall`, `wall_colour`, `floor` and `floor_colour`; `liquid_colour` may be left out
  + sprites.theme {
  +   id = "volcano",
  +   wall = "cave", wall_colour = "#5a4038",
  +   floor = "rough", floor_colour = "#6a5a58",
  +   liquid_colour = "bright_red",
  + }

record ThemeFields
  The argument of theme.
  id: string, a name of letters, digits and _
  wall: string, "stone", "brick", "wood", "hedge", "cave" or "ice"
  wall_colour: string, a name of a colour or #rrggbb
  floor: string, "slabs", "boards", "earth", "grass", "marble", "mosaic", "rug", "rough", "frozen" or "tiles"
  floor_colour: string, a name of a colour or #rrggbb
  liquid_colour: string?, a name of a colour or #rrggbb; blue by default

record SpriteFields
  The argument of register.
  id: string, a name of letters, digits and _
  shapes: any[][]?, at most 64 shapes: a word, a colour and numbers, in sixteenths of a square
  sheet: string?, a PNG file in the folder of the mod
  size: integer?, with a sheet: pixels of a side of the sprite, 4 to 64; 16 by default
  x: integer?, with a sheet: the column of the sprite in steps of its size, from 0
  y: integer?, with a sheet: the row of the sprite in steps of its size, from 0
]==]
