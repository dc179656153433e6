-- IMef and Mef: effects on squares of maps.
return [==[
module "api.IMef": IMef

module "api.Mef": Mef -- local

class IMef: IObject -- named
  A mef: an effect that lies on a square of a map, such as a web or fire. Its entry may have on_stepped_on.
  = require("api.Mef").create(data["base.mef"][_MOD_ID .. ".fog"] or data:add { _type = "base.mef", _id = "fog" }, 1, 1,
      {}, InstancedMap:new(5, 5))

IMef.params: table
  Its params, as its entry declares them.

IMef.turns: integer
  The number of turns that it lasts; -1 for ever. Before each turn ends, base.on_mef_updated is emitted.

IMef.power: any
  Its strength.

IMef.origin_uid: integer?
  The uid of the object that made it.

record MefParams -- warned
  Options of a new mef.
  duration: number? = 10, the number of turns that it lasts; -1 for ever
  power: any = 0, its strength
  origin: IObject?, the object that made it
  params: table?, its params, as its entry declares them
  ownerless: truth?, true for an object that lies nowhere
  no_build: truth?, true skips on_instantiate and the events of new objects

class Mef -- required
  Effects on squares of maps, from `require "api.Mef"`.

Mef.create(id: string | DataEntry, x: number?, y: number?, params: MefParams?, where: AnyMap?): IMef?, string?
  Creates a mef, in the place of one that lies on the square.
  - id: the id of a base.mef, or its entry
  - x: without x and y, a free square
  - where: by default the current map
  - result: the mef; or nil and why there is no place for it
  ! There must be a base.mef of that id, and `params.params` must match its declaration
  ! There must be a current map, unless a map is passed
  > data:add { _type = "base.mef", _id = "web" }
  > local web = require("api.Mef").create("web", 2, 2, { duration = 3 }, InstancedMap:new(5, 5))
  > print(web.turns, web.x) --> 3 2

Mef.at(x: number, y: number, map: AnyMap?): IMef?
  The mef on a square, or nil.
  - map: by default the current one
  > print(require("api.Mef").at(2, 2, InstancedMap:new(5, 5))) --> nil

Mef.iter(map: AnyMap?): Iterator
  Iterates over the mefs of a map.
  - map: by default the current one
  > print(require("api.Mef").iter(InstancedMap:new(5, 5)):length()) --> 0

Mef.is_alive(object: any, map: AnyMap?): boolean
  Whether a value is a mef on a map.
  - map: by default the current one
  > print(require("api.Mef").is_alive(nil)) --> false
]==]
