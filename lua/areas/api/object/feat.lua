-- IFeat and Feat: features of maps, such as stairs.
return [==[
module "api.IFeat": IFeat

module "api.Feat": Feat

class IFeat: IObject -- named
  A feat: a feature of a map, such as stairs and doors.
  = Feat.create("base.stairs_up", 1, 1, {}, InstancedMap:new(5, 5))

IFeat.params: table
  Its params, as its entry declares them.

IFeat:activate(chara: IChara?): boolean, string?
  Uses it: travels by stairs and entrances, calls on_activate of others.
  - chara: the user; by default the player
  - result: whether it worked; if not, sometimes also why
  > data:add { _type = "base.feat", _id = "lever", on_activate = function(feat) feat.is_pulled = true end }
  > local lever = Feat.create("lever", 1, 1, {}, InstancedMap:new(5, 5))
  > print(lever:activate(), lever.is_pulled) --> true true

record FeatParams -- warned
  Options of a new feat.
  force: truth?, true to allow an occupied or solid square
  approximate_pos: truth?, true for the nearest free square instead
  params: table?, its params, as its entry declares them
  ownerless: truth?, true for an object that lies nowhere
  no_build: truth?, true skips on_instantiate and the event of new objects

Feat.create(id: string | DataEntry, x: number?, y: number?, params: FeatParams?,
    where: AnyMap | ICarrier?): IFeat?, string?
  Creates a feat.
  - id: the id of a base.feat, or its entry
  - x: without x and y, a free square
  - where: by default the current map
  - result: the feat; or nil and why there is no place for it
  ! There must be a base.feat of that id, and `params.params` must match its declaration
  ! There must be a current map, unless a map is passed
  > local map = InstancedMap:new(5, 5, "base.wall")
  > print(Feat.create("base.stairs_up", 2, 2, {}, map)) --> nil cannot access tile
  > print(Feat.create("base.stairs_up", 2, 2, { force = true }, map)._id) --> base.stairs_up

Feat.at(x: number, y: number, map: AnyMap?): Iterator
  Iterates over the feats on a square.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 2, 2, {}, map)
  > print(Feat.at(2, 2, map):length()) --> 1

Feat.iter(map: AnyMap?): Iterator
  Iterates over the feats of a map.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 2, 2, {}, map)
  > print(Feat.iter(map):length()) --> 1

Feat.is_alive(object: any, map: AnyMap?): boolean
  Whether a value is a feat on a map.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > print(Feat.is_alive(Feat.create("base.stairs_up", 2, 2, {}, map), map)) --> true
]==]
