-- TestUtil: helpers for tests.
return [==[
module "api.test.TestUtil": TestUtil

class TestUtil -- required
  Helpers for tests, from `require "api.test.TestUtil"`.

TestUtil.TEST_MOD_ID: string
  The id of the mod that tests stand for.

TestUtil.TEST_SAVE_ID: string
  The id of the save that tests stand for.

TestUtil.set_player(map: AnyMap?, x: number?, y: number?): IChara
  Creates a player on a map.
  - x: by default 0
  - y: by default 0
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.set_player(InstancedMap:new(5, 5), 2, 3).y) --> 3

TestUtil.register_map(map: AnyMap): InstancedArea
  Makes a map the first floor of an area of its own and the current map.
  ! The map must not be a floor of an area
  > local TestUtil = require "api.test.TestUtil"
  > local map = InstancedMap:new(5, 5)
  > TestUtil.register_map(map)
  > print(Map.current() == map, Area.current_floor()) --> true 1

TestUtil.save_cycle()
  Saves and loads the game in place, to test what a save preserves.
  ! Everything in the game must be serializable
  > local TestUtil = require "api.test.TestUtil"
  > local map = InstancedMap:new(5, 5)
  > map.name = "attic"
  > TestUtil.save_cycle()
  > print(select(2, Map.load(1)).name) --> attic

TestUtil.hotload_code(path: string, mod_id: string, code: string): any
  Runs a text in place of a file of the mod that calls, and returns what `require` returns for the file from now on: the
  old table or class with the fields of the new one. Meanwhile `data:add` and Event.register replace what the mod has
  added; handlers that the text does not register again are removed. A text that returns "no_hotload" keeps the old
  result, and a function `on_hotload` of its table gets both tables in place of that.
  - path: as in `require`; the file need not exist
  - mod_id: the id of the mod, or TEST_MOD_ID
  ! The mod must be the one that calls
  > local TestUtil = require "api.test.TestUtil"
  > local words = TestUtil.hotload_code("lib.words", TestUtil.TEST_MOD_ID, "return { hello = 1 }")
  > local again = TestUtil.hotload_code("lib.words", TestUtil.TEST_MOD_ID, "return { hello = 2 }")
  > print(words.hello, again == words) --> 2 true

TestUtil.stripped_chara(id: string, map: AnyMap?, x: number?, y: number?): IChara
  Creates a chara that carries nothing; without a map it lies nowhere.
  ! There must be a base.chara of that id
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.stripped_chara("base.fallback").name) --> bug

TestUtil.stripped_item(id: string, map: AnyMap?, x: number?, y: number?, amount: number?,
    aspects: table?): IItem
  Creates an item; without a map it lies nowhere.
  - amount: by default 1
  - aspects: the params of its aspects, by interface
  ! There must be a base.item of that id
  > data:add { _type = "base.item", _id = "nail" }
  > local TestUtil = require "api.test.TestUtil"
  > print(TestUtil.stripped_item("nail", nil, nil, nil, 9).amount) --> 9
]==]
