-- Save, save, config, Log, Gui: what is kept, what is set, what is said.
return [==[
examples
  Examples run at the start of a game, in a mod that speaks this dialect alone and has the file maps/town.map of
  Elona122Map.generate.
  > TestUtil = require "api.test.TestUtil"

module "api.Save": Save

module "api.Log": Log

module "api.Gui": Gui

save: table<string, table>
  What mods keep with a game: `save.my_mod` is a table of each mod. Others can only read it.
  > save[_MOD_ID].gold = 30
  > print(save[_MOD_ID].gold) --> 30

class SaveBase
  What the game says of itself: `save.base`.
  = save.base
  > print(save.base.play_turns, #save.base.map_registry) --> 0 0

SaveBase.areas: table<integer, InstancedArea>
  All areas by uid. Read only.

SaveBase.unique_areas: table<string, table>
  For each unique area that is there `{ area_uid = …, entrance_was_generated = … }`. Read only.

SaveBase.map_registry: table[]
  For each map, in the order in which they were made, `{ uid = …, id = …, area = …, floor = … }`. Read only.

SaveBase.play_turns: integer
  How many turns have passed.

SaveBase.date_hours: integer
  Hours of game time. Read only.

Save.on_migrate(fn: fun(from_version: string, data: table): any)
  Says what becomes of `save.my_mod` when a save of another version of the mod is loaded.
  ! A mod has one such function
  > Save.on_migrate(function(from_version, data) data.gold = data.gold or 0 end)

Save.save()
  Saves the game.
  ! There must be a file to save to, and nothing in the game that cannot be kept
  > print((pcall(Save.save))) --> false

Save.is_attached(): boolean
  Whether there is a file to save to.
  > print(Save.is_attached()) --> false

config: table<string, table>
  Options of mods, `config.my_mod.option`, declared as base.config_option.
  ! There must be an option of that name, and the value must be as it declares
  > data:add { _type = "base.config_option", _id = "speed", type = "integer", default = 3, max_value = 5 }
  > config[_MOD_ID].speed = 4
  > print(config[_MOD_ID].speed) --> 4

Log.trace(pattern: any, ...: any)
  Says something that hardly ever matters; to be heard, ask for it by Log.set_level.
  > Log.trace("%d squares", 12)

Log.debug(pattern: any, ...: any)
  Says something for whoever looks for an error.
  > Log.debug("%d squares", 12)

Log.info(pattern: any, ...: any)
  Says what goes on.
  - pattern: as string.format takes it
  > Event.register("base.on_log_message", "hear", function(_, params) print(params.level, params.message) end)
  > Log.set_level "error"
  > Log.info("%d squares", 12)
  > Log.set_level "info"

Log.warn(pattern: any, ...: any)
  Says that something may be wrong.
  > Log.warn("only %d rooms", 2) --> [warn] sample: only 2 rooms

Log.error(pattern: any, ...: any)
  Says that something is wrong.
  > Log.error("no rooms") --> [error] sample: no rooms

Log.set_level(name: "trace" | "debug" | "info" | "warn" | "error")
  Says below which level nothing is said; "info" at first.
  > Log.set_level "error"
  > Log.warn "unheard"
  > Log.set_level "info"

Gui.mes(key: any, ...: any)
  Says something to the player: it is printed.
  > Gui.mes("You find", 3, "coins.") --> You find 3 coins.

Gui.mes_c(key: any, color: any)
  Says something in a colour, which is not shown.
  > Gui.mes_c("Danger!", "red") --> Danger!

Gui.mes_clear()
  Does nothing: there is no window to clear.
  > Gui.mes_clear()

Gui.mes_newline()
  Does nothing: what is said has a line of its own already.
  > Gui.mes_newline()

Gui.play_sound(...: any)
  Does nothing: there is nobody to hear it.
  > Gui.play_sound "base.walk"

Gui.update_screen()
  Does nothing: whoever runs the host draws.
  > Gui.update_screen()

Gui.redraw_screen()
  Does nothing: whoever runs the host draws.
  > Gui.redraw_screen()

class TestUtil -- required
  What tests find by `require "api.test.TestUtil"`.

TestUtil.set_player(map: AnyMap?, x: number?, y: number?): IChara
  Makes a player, and puts it on a map.
  - x: 0 if it is left out
  - y: 0 if it is left out
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.set_player(InstancedMap:new(5, 5), 2, 3).y) --> 3

TestUtil.register_map(map: AnyMap): InstancedArea
  Makes a map the first floor of an area of its own and the current map.
  ! The map must be a floor of no area
  > local TestUtil = require "api.test.TestUtil"
  > local map = InstancedMap:new(5, 5)
  > TestUtil.register_map(map)
  > print(Map.current() == map, Area.current_floor()) --> true 1

TestUtil.save_cycle()
  Saves and loads the game in place: what comes back is what a save keeps.
  ! Nothing in the game may be what cannot be kept
  > local TestUtil = require "api.test.TestUtil"
  > local map = InstancedMap:new(5, 5)
  > map.name = "attic"
  > TestUtil.save_cycle()
  > print(select(2, Map.load(1)).name) --> attic

TestUtil.stripped_chara(id: string, map: AnyMap?, x: number?, y: number?): IChara
  Makes a chara that carries nothing; without a map it is nowhere.
  ! There must be a base.chara of that id
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.stripped_chara("base.fallback").name) --> bug

TestUtil.stripped_item(id: string, map: AnyMap?, x: number?, y: number?, amount: number?): IItem
  Makes an item; without a map it is nowhere.
  - amount: 1 if it is left out
  ! There must be a base.item of that id
  > data:add { _type = "base.item", _id = "nail" }
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.stripped_item("nail", nil, nil, nil, 9).amount) --> 9

module "api.test.TestUtil": TestUtil

inspect(value: any, options: InspectOptions?): string
  A value as text, for people.
  > print(inspect({ 1, 2 }) == "{\n  1,\n  2\n}", inspect "x") --> true "x"

record InspectOptions
  How inspect shows a value.
  depth: integer? = 8, how deep tables are shown

pause()
  Does nothing: there is nobody to wait for.
  > pause()

_MOD_ID: string
  The id of the mod.
  > print(type(_MOD_ID)) --> string
]==]
