-- MapObject: charas, items and feats of any type.
return [==[
module "api.MapObject": MapObject -- local

class MapObject -- required
  Charas, items and feats of any type, from `require "api.MapObject"`.

MapObject.generate_from(kind: "base.chara" | "base.item" | "base.feat", id: string | DataEntry): IObject -- game
  Creates an object that lies nowhere, without on_instantiate and the event of new objects.
  ! There must be an entry of that type and id
  > print(require("api.MapObject").generate_from("base.chara", "base.fallback").name) --> bug

MapObject.finalize(object: IObject, params: table?)
  Calls on_instantiate of a new object and emits its event, unless `params.no_build` is true.
  > local MapObject = require "api.MapObject"
  > MapObject.finalize(MapObject.generate_from("base.chara", "base.fallback"))

MapObject.clone(object: IObject, owned: truth?): IObject
  The same as object:clone(owned).
  > local MapObject = require "api.MapObject"
  > print(MapObject.clone(MapObject.generate_from("base.chara", "base.fallback")).name) --> bug

MapObject.deepcopy(value: any): any
  A deep copy of a plain table; any other value is returned as it is.
  > print(require("api.MapObject").deepcopy({ { 7 } })[1][1]) --> 7

MapObject.is_map_object(value: any, kind: string?): boolean, string?
  Whether a value is a chara, an item or a feat, or one of a type; false and a message for any other.
  > print(require("api.MapObject").is_map_object(nil)) --> false 'nil' is not a map object
]==]
