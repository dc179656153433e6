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
