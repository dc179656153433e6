-- Chara, Item, Feat: what lives, lies and is built on maps.
return [==[
module "api.IObject": IObject

module "api.IMapObject": IMapObject

module "api.IOwned": IOwned

module "api.IChara": IChara

module "api.IItem": IItem

module "api.IFeat": IFeat

module "api.Chara": Chara

module "api.Item": Item

module "api.Feat": Feat

module "api.Charagen": Charagen

class IObject: IEventEmitter, IModdable -- named
  What is made of data: a chara, an item or a feat. Its fields are copies of those of its entry; any field of your own can be
  set and is saved with it.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IObject[string]: any
  Those of its entry, and fields of your own.

IObject._id: string
  The id of the entry that it is made of. Read only.

IObject._type: string
  "base.chara", "base.item" or "base.feat". Read only.

IObject.uid: integer
  The number of the object, which no other has. Read only.

IObject.x: integer?
  Its square on the map; nothing when it lies on none. Read only: set_pos moves it.

IObject.y: integer?
  Its square on the map; nothing when it lies on none. Read only: set_pos moves it.

IObject.location: ILocation?
  The map on which it lies, or who carries it. Read only.

IObject.proto: DataEntry
  The entry that it is made of. Read only.

class IMapObject: IObject -- named
  What can lie on a map: the same as IObject.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

class IOwned: IObject -- named
  What can be somewhere: the same as IObject.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IObject:get_location(): ILocation?
  The map on which it lies, or who carries it; nothing when it is nowhere.
  > local map = InstancedMap:new(5, 5)
  > print(Chara.create("base.fallback", 1, 1, {}, map):get_location() == map) --> true

IObject:current_map(): InstancedMap?
  The map on which it lies itself; nothing when it is carried.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):current_map()) --> nil

IObject:containing_map(): InstancedMap?, IObject?, integer?, integer?
  The map on which it is, though others may carry it; the outermost of these, and its x and y.
  > data:add { _type = "base.item", _id = "ladle" }
  > local map = InstancedMap:new(5, 5)
  > local cook = Chara.create("base.fallback", 1, 2, {}, map)
  > local ladle = Item.create("ladle", nil, nil, {}, cook)
  > print(select(3, ladle:containing_map())) --> 1 2

IObject:set_pos(x: number, y: number): boolean
  Moves it to another square of its map: whether there is one.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(imp:set_pos(3, 4), imp.x, imp.y, imp:set_pos(5, 0)) --> true 3 4 false

IObject:remove_ownership(): IObject
  Takes it out of wherever it is.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(imp:remove_ownership():get_location()) --> nil

IObject:is_a(kind: string): boolean
  Whether it is of a type.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):is_a "base.chara") --> true

IObject:has_category(category: string): boolean
  Whether a word is one of its `categories`.
  > data:add { _type = "base.chara", _id = "moth", categories = { "flier" } }
  > print(Chara.create("moth", nil, nil, { ownerless = true }):has_category "flier") --> true

IObject:has_tag(tag: string): boolean
  Whether a word is one of its `tags`.
  > data:add { _type = "base.chara", _id = "snail", tags = { "slow" } }
  > print(Chara.create("snail", nil, nil, { ownerless = true }):has_tag "slow") --> true

IObject:clone(owned: truth?): IObject
  One that is like it, with a uid of its own.
  - owned: whether it lies where the other does; nowhere if it is left out
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp.name = "Fizz"
  > print(imp:clone().name, imp:clone().uid == imp.uid) --> Fizz false

record PrototypeOptions
  How IObject:change_prototype changes it.
  instantiate: boolean? = true, do what is done with new objects

IObject:change_prototype(id: string, options: PrototypeOptions?)
  Makes it of another entry of its type: fields and handlers of the old one go, those of the new one come.
  ! There must be an entry of that type and id
  > data:add { _type = "base.chara", _id = "frog", name = "frog" }
  > data:add { _type = "base.chara", _id = "prince", name = "prince" }
  > local frog = Chara.create("frog", nil, nil, { ownerless = true })
  > frog:change_prototype(_MOD_ID .. ".prince")
  > print(frog.name) --> prince

class ICarrier: ILocation
  Who carries items: charas, and items that hold others.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

ICarrier:take_item(object: IObject): IObject?
  Another name of take_object.
  > data:add { _type = "base.item", _id = "flute" }
  > local bard = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > bard:take_item(Item.create("flute", nil, nil, { ownerless = true }))
  > print(bard:iter_inventory():length()) --> 1

ICarrier:iter_inventory(): Iterator
  The items that it carries.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):iter_inventory():length()) --> 0

ICarrier:find_item(id: string): IItem?
  The first item of an id that it carries.
  - id: the full id
  > data:add { _type = "base.item", _id = "lute" }
  > local bard = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local lute = Item.create("lute", nil, nil, {}, bard)
  > print(bard:find_item(_MOD_ID .. ".lute") == lute) --> true

class IChara: IObject, ICarrier -- named
  A chara: somebody who lives on maps.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IChara.name: string
  What it is called.

IChara.level: integer
  How strong it is.

IChara.quality: integer
  How rare a one it is; 1 at first.

IChara.hp: number
  Its health.

IChara.max_hp: number
  Its health when nothing ails it.

IChara.state: string
  "Alive" or "Dead".

IChara.respawn_date: integer?
  The hour of game time at which a dead citizen comes back.

IChara.is_citizen: boolean?
  Whether it comes back after death, and is never tidied away.

IChara.is_summoned: boolean?
  Whether a renewal of the map may take it away.

IChara.initial_x: integer?
  Where it stood first, on maps with anchored charas.

IChara.initial_y: integer?
  Where it stood first, on maps with anchored charas.

IChara:is_player(): boolean
  Whether it is the player.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > Chara.set_player(imp)
  > print(imp:is_player()) --> true

IChara:is_in_player_party(): boolean
  Whether it is the player or an ally.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:is_in_player_party()) --> true

IChara:is_ally(): boolean
  Whether it goes with the player.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:is_ally()) --> true

IChara:recruit_as_ally(): boolean
  Lets it go with the player from now on; false when it does already.
  ! A party has 100 members at most
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:recruit_as_ally(), imp:recruit_as_ally()) --> true false

IChara:leave_party(): boolean
  Lets it go with the player no more; false when it did not.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:leave_party(), imp:is_ally()) --> true false

IChara:is_alive(): boolean
  Whether it lives.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:kill()
  > print(imp:is_alive()) --> false

IChara:kill(): boolean
  Lets it die, and emits base.on_chara_killed; false when it is dead already.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:kill(), imp.hp, imp:kill()) --> true 0 false

IChara:revive()
  Brings it back to life.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:kill()
  > imp:revive()
  > print(imp:is_alive(), imp.hp == imp.max_hp) --> true true

IChara:heal_to_max()
  Gives it all its health.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp.hp = 1
  > imp:heal_to_max()
  > print(imp.hp == imp.max_hp) --> true

class IItem: IObject, ICarrier -- named
  An item, or a stack of them.
  = Item.create(data["base.item"][_MOD_ID .. ".stone"] or data:add { _type = "base.item", _id = "stone" }, nil, nil, { ownerless = true })

IItem.name: string
  What it is called.

IItem.amount: integer
  How many there are in the stack.

IItem.own_state: string
  Whose it is: "None" is nobody's, and is tidied away in towns.

IItem.is_equipped: boolean?
  Whether who carries it wears it.

IItem:remove(amount: number?)
  Takes so many from a stack, or all of it; when none is left, the item is nowhere.
  ! The amount must be 0 or more
  > data:add { _type = "base.item", _id = "arrow" }
  > local arrows = Item.create("arrow", nil, nil, { amount = 12, ownerless = true })
  > arrows:remove(5)
  > print(arrows.amount) --> 7

class IFeat: IObject -- named
  A feat: what is built on a map, such as stairs and doors.
  = Feat.create("base.stairs_up", 1, 1, {}, InstancedMap:new(5, 5))

IFeat.params: table
  What its entry declares as params, with what it was created with.

IFeat:activate(chara: IChara?): boolean, string?
  Uses it: stairs and entrances lead somewhere, others do what their on_activate does.
  - chara: who uses it; the player if it is left out
  - result: whether that went well; if not, perhaps why
  > data:add { _type = "base.feat", _id = "lever", on_activate = function(feat) feat.is_pulled = true end }
  > local lever = Feat.create("lever", 1, 1, {}, InstancedMap:new(5, 5))
  > print(lever:activate(), lever.is_pulled) --> true true

record CharaParams
  How a chara is made.
  level: number?, its level; that of its entry if it is left out
  quality: any, its quality
  ownerless: truth?, true lets it be nowhere
  no_build: truth?, true leaves out what is done with new objects

Chara.create(id: string | DataEntry, x: number?, y: number?, params: CharaParams?, where: ILocation | AnyMap?): IChara?, string?
  Makes a chara. If somebody stands on its square, it stands on the nearest that is free.
  - id: that of a base.chara, or its entry
  - x: without x and y it is a free square
  - where: the current map if it is left out
  - result: the chara; or nothing, and why there is no place for it
  ! There must be a base.chara of that id
  ! There must be a current map, or one must be named
  > data:add { _type = "base.chara", _id = "owl", level = 3 }
  > local owl = Chara.create("owl", 2, 2, {}, InstancedMap:new(5, 5))
  > print(owl.name, owl.level, owl.x, owl.y) --> owl 3 2 2

Chara.player(): IChara?
  Who plays; nothing before somebody does.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > Chara.set_player(imp)
  > print(Chara.player() == imp) --> true

Chara.set_player(object: IChara)
  Lets a chara be the player.
  ! It must be on the current map, if there is one
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Chara.player().name) --> bug

Chara.is_player(object: any): boolean
  Whether something is the player.
  > print(Chara.is_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))) --> false

Chara.is_alive(object: any, map: AnyMap?): boolean
  Whether something is a living chara.
  - map: where it must be, too; anywhere if it is left out
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(Chara.is_alive(imp), Chara.is_alive(nil)) --> true false

Chara.at(x: number, y: number, map: AnyMap?): IChara?
  The living chara on a square.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 2, 3, {}, map)
  > print(Chara.at(2, 3, map) == imp, Chara.at(0, 0, map)) --> true nil

Chara.iter(map: AnyMap?): Iterator
  The living charas of a map.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map)
  > print(Chara.iter(map):length()) --> 1

Chara.iter_all(map: AnyMap?): Iterator
  The charas of a map, the dead ones, too.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):kill()
  > print(Chara.iter_all(map):length()) --> 1

Chara.iter_others(map: AnyMap?): Iterator
  The living charas of a map that do not belong to the player's party.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):recruit_as_ally()
  > print(Chara.iter_others(map):length()) --> 0

Chara.iter_allies(map: AnyMap?): Iterator
  The living charas of a map that go with the player.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):recruit_as_ally()
  > print(Chara.iter_allies(map):length()) --> 1

Chara.iter_party(): Iterator
  The player, and all that go along.
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Chara.iter_party():length()) --> 1

Chara.find(id: string | integer, whom: "all" | "allies" | "others"?, map: AnyMap?): IChara?
  The first living chara of a map that has a uid or a full id.
  - whom: which charas are looked at; "all" if it is left out
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, {}, map)
  > print(Chara.find("base.fallback", "others", map) == imp) --> true

record ItemParams
  How an item is made.
  amount: number? = 1, how many there are in the stack
  own_state: any = "None", whose it is
  ownerless: truth?, true lets it be nowhere
  no_build: truth?, true leaves out what is done with new objects

Item.create(id: string | DataEntry, x: number?, y: number?, params: ItemParams?, where: ILocation | AnyMap?): IItem?, string?
  Makes an item, or a stack of them.
  - id: that of a base.item, or its entry
  - x: without x and y it is a free square
  - where: a map, or who is to carry it; the current map if it is left out
  - result: the item; or nothing, and why there is no place for it
  ! There must be a base.item of that id
  ! There must be a current map, or a place must be named
  > data:add { _type = "base.item", _id = "coin" }
  > print(Item.create("coin", 2, 2, { amount = 30 }, InstancedMap:new(5, 5)).amount) --> 30

Item.at(x: number, y: number, map: AnyMap?): Iterator
  The items on a square.
  - map: the current one if it is left out
  > data:add { _type = "base.item", _id = "pebble" }
  > local map = InstancedMap:new(5, 5)
  > Item.create("pebble", 2, 2, {}, map)
  > print(Item.at(2, 2, map):length()) --> 1

Item.iter(map: AnyMap?): Iterator
  The items that lie on a map.
  - map: the current one if it is left out
  > print(Item.iter(InstancedMap:new(5, 5)):length()) --> 0

Item.find(id: string | integer, ignored: any, map: AnyMap?): IItem?
  The first item that lies on a map and has a uid or a full id.
  - map: the current one if it is left out
  > data:add { _type = "base.item", _id = "pearl" }
  > local map = InstancedMap:new(5, 5)
  > local pearl = Item.create("pearl", 1, 1, {}, map)
  > print(Item.find(_MOD_ID .. ".pearl", nil, map) == pearl) --> true

record FeatParams
  How a feat is made.
  force: truth?, true lets it stand on a square that is taken or cannot be walked on
  approximate_pos: truth?, true takes the nearest free square instead
  params: table?, what its entry declares as params
  ownerless: truth?, true lets it be nowhere
  no_build: truth?, true leaves out what is done with new objects

Feat.create(id: string | DataEntry, x: number?, y: number?, params: FeatParams?, where: ILocation | AnyMap?): IFeat?, string?
  Makes a feat.
  - id: that of a base.feat, or its entry
  - x: without x and y it is a free square
  - where: the current map if it is left out
  - result: the feat; or nothing, and why there is no place for it
  ! There must be a base.feat of that id, and `params.params` must be as it declares
  ! There must be a current map, or one must be named
  > local map = InstancedMap:new(5, 5, "base.wall")
  > print(Feat.create("base.stairs_up", 2, 2, {}, map)) --> nil cannot access tile
  > print(Feat.create("base.stairs_up", 2, 2, { force = true }, map)._id) --> base.stairs_up

Feat.at(x: number, y: number, map: AnyMap?): Iterator
  The feats on a square.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 2, 2, {}, map)
  > print(Feat.at(2, 2, map):length()) --> 1

Feat.iter(map: AnyMap?): Iterator
  The feats of a map.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 2, 2, {}, map)
  > print(Feat.iter(map):length()) --> 1

record CharaFilter
  What a chara must be that Charagen draws.
  id: string?, a chara of that id and no other
  level: number?, draws those near it, and none above if it is above 0; that of the map if it is left out
  initial_level: number?, the level that the chara gets
  quality: any, the quality that it gets
  category: string | string[]?, categories, all of which it must have
  categories: string | string[]?, the same
  tag_filters: string | string[]?, tags, all of which it must have
  race_filter: any, the `race` that it must have
  fltselect: any, the `fltselect` that it must have
  create_params: CharaParams?, what Chara.create gets

Charagen.create(x: number?, y: number?, filter: CharaFilter | string?, where: ILocation | AnyMap?): IChara?, string?
  Makes a chara that fits, drawn by rarity and by how near its level is; where none fits, a base.fallback.
  - filter: what it must be, or an id
  - where: the current map if it is left out
  - result: the chara; or nothing, and why there is no place for it
  ! The filter may only have the fields above
  > data:add { _type = "base.chara", _id = "wyrm", level = 9, categories = { "drake" } }
  > local wyrm = Charagen.create(2, 2, { level = 12, categories = { "drake" } }, InstancedMap:new(5, 5))
  > print(wyrm._id == _MOD_ID .. ".wyrm") --> true
]==]
