-- Enum: tables whose missing keys are errors.
return [==[
module "api.Enum": Enum -- local

class EnumTable
  A table of variants, made by Enum.new; each key is the name of a variant. A missing key is an error. Its functions may
  be called with a dot or with a colon.
  = require("api.Enum").Burden

EnumTable[string]: any
  The value of a variant.

EnumTable.__enum: boolean
  True.

EnumTable.__name: string
  Its name.

EnumTable:try_get(key: any): any, string? -- within
  The value of a variant; nil and a message when there is none of that name.
  > local Enum = require "api.Enum"
  > print(Enum.Burden.try_get "Max", (Enum.Burden.try_get "Huge")) --> 4 nil

EnumTable:ensure_get(key: any): any -- within
  The value of a variant.
  ! There must be a variant of that name
  > local Enum = require "api.Enum"
  > print(Enum.Quality.ensure_get "God") --> 5

EnumTable:has_value(value: any): boolean -- within
  Whether a variant has that value.
  > local Enum = require "api.Enum"
  > print(Enum.Relation.has_value(-3), Enum.Relation.has_value(7)) --> true false

EnumTable:to_string(value: any): string -- within
  The name of the variant with a value.
  ! A variant must have that value
  > local Enum = require "api.Enum"
  > print(Enum.Relation.to_string(-3)) --> Enemy

EnumTable:values(): any[] -- within
  The values of all variants.
  > local Enum = require "api.Enum"
  > print(#Enum.Direction.values()) --> 9

class Enum -- required
  Tables of variants, from `require "api.Enum"`.

Enum.new(name: string, t: table): table
  Makes a table of the mod an enum: a missing key is an error from now on. Returns the table.
  ! The table must have no metatable
  > local Enum = require "api.Enum"
  > local Gem = Enum.new("Gem", { Ruby = 1, Opal = 2 })
  > print(Gem.Opal, Gem.to_string(1)) --> 2 Ruby

Enum.Quality: EnumTable
  How good an item or a chara is: Bad (1), Normal, Good, Great, God, Unique.

Enum.TileRole: EnumTable
  What a tile is: None (0), Dryground, Crop, Water, Snow, MountainWater, HardWall, Sand, SandHard, Coast, SandWater.

Enum.OwnState: EnumTable
  Whose an item is: Inherited (-2), None (0), NotOwned, Shop, Shelter, Quest, Unobtainable.

Enum.IdentifyState: EnumTable
  What the player knows of an item: None (0), Name, Quality, Full.

Enum.CurseState: EnumTable
  Whether an item is cursed: Doomed (-2), Cursed, Normal, Blessed.

Enum.AiBehavior: EnumTable
  What a chara does by itself: Null (0), Roam, Dull, Stand, Follow, Special.

Enum.CharaCategory: EnumTable
  Families of charas: None (0), Goblin, Orc, Slime … HoundChaos.

Enum.FltSelect: EnumTable
  Filters of Charagen: None (0), Sp, Unique, SpUnique, Friend, Town, SfTown, Shop, Snow, TownSp.

Enum.Relation: EnumTable
  How charas stand to each other: Ally (10), Neutral (0), Dislike (-1), Hate (-2), Enemy (-3).

Enum.Burden: EnumTable
  How much a chara carries: None (0), Light, Moderate, Heavy, Max.

Enum.Direction: EnumTable
  North, South, East, West, Northeast, Southeast, Northwest, Southwest, Center; each value is its name.

Enum.Color: EnumTable
  Colours: each value is a list of red, green and blue, from 0 to 255.
]==]
