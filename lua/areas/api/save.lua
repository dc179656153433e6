-- Save and save: saved games.
return [==[
examples
  Examples run at the start of a game, in a mod of this dialect alone with the file maps/town.map of
  Elona122Map.generate.
  > TestUtil = require "api.test.TestUtil"
  > Inventory, StayingCharas = require "api.Inventory", require "api.StayingCharas"
  > CodeGenerator = require "api.CodeGenerator"

module "api.Save": Save

module "internal.global.save": save

save: table<string, table>
  The saved data of mods: `save.my_mod` is the table of a mod, read-only for others.
  > save[_MOD_ID].gold = 30
  > print(save[_MOD_ID].gold) --> 30

class SaveBase
  The state of the game: `save.base`.
  = save.base
  > print(save.base.play_turns, #save.base.map_registry) --> 0 0

SaveBase.areas: table<integer, InstancedArea>
  All areas by uid. Read only.

SaveBase.unique_areas: table<string, table>
  For each unique area that exists `{ area_uid = …, entrance_was_generated = … }`. Read only.

SaveBase.map_registry: table[]
  For each map, by uid, `{ uid = …, id = …, area = …, floor = … }`. Read only.

SaveBase.uids: table<string, integer>
  The last uids: `object`, `map` and `area`. Read only.

SaveBase.parties: parties
  The parties of charas.

SaveBase.staying_charas: StayingCharas
  The charas that stay on floors.

SaveBase.inventories: table<string, Inventory>?
  The inventories of Inventory.create, by id.

SaveBase.play_turns: integer
  The number of turns that have passed.

SaveBase.date_hours: integer
  Hours of game time. Read only.

Save.on_migrate(fn: fun(from_version: string, data: table): any)
  Sets the function that migrates `save.my_mod` from a save of another version of the mod.
  ! A mod may have one such function
  > Save.on_migrate(function(from_version, data) data.gold = data.gold or 0 end)

Save.save() -- game
  Saves the game.
  ! There must be a file to save to, and everything in the game must be serializable
  > print((pcall(Save.save))) --> false

Save.save_game(id: string?): boolean -- game
  Saves the game: to the file, or without one in memory.
  - id: the name of the save, which only config.base._save_id holds
  ! Everything in the game must be serializable
  > print(Save.save_game "my: save", config.base._save_id) --> true my_ save

Save.load_game(id: string?): boolean -- game
  Loads the game that was saved last, in place of the running one.
  ! A game must have been saved
  > local map = InstancedMap:new(5, 5)
  > map.name = "attic"
  > Save.save_game()
  > map.name = "cellar"
  > Save.load_game()
  > print(map.name) --> attic

Save.queue_autosave(frequency: any) -- game
  Saves the game after the next turn of the player, if there is a file.
  > Save.queue_autosave()

Save.is_attached(): boolean
  Whether there is a file to save to.
  > print(Save.is_attached()) --> false

_MOD_ID: string
  The id of the mod.
  > print(type(_MOD_ID)) --> string
]==]
