-- Action: what charas do.
return [==[
module "api.Action": Action

Action.move(chara: IChara, x: number, y: number): boolean
  Moves a chara to a square; false if something blocks it. A player who walks over the edge leaves the map where
  `can_exit_from_edge` is set. Feats call on_bumped_into and on_stepped_on.
  > local map = InstancedMap:new(5, 5)
  > map:set_tile(2, 1, "base.wall")
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(Action.move(imp, 2, 1), Action.move(imp, 1, 2), imp.y) --> false true 2

Action.find_target(chara: IChara): IChara?
  The living chara that a chara sees and has as `target`; or else the nearest enemy that it sees, which becomes the
  target; or nil. Enemies have a `relation` of -3 or less; the enemies of an enemy are the party of the player.
  > local map = InstancedMap:new(5, 5)
  > local hero, rat = Chara.create("base.fallback", 1, 1, {}, map), Chara.create("base.fallback", 4, 4, {}, map)
  > rat.relation = -3
  > print(Action.find_target(hero) == rat, hero.target == rat, Action.find_target(rat)) --> true true nil

Action.get(chara: IChara, item: IItem): boolean
  Picks up an item from the square of a chara; false if it lies elsewhere, or is an item of kts that stays there.
  > data:add { _type = "base.item", _id = "feather" }
  > local map = InstancedMap:new(5, 5)
  > local imp, feather = Chara.create("base.fallback", 1, 1, {}, map), Item.create("feather", 1, 1, {}, map)
  > print(Action.get(imp, feather), feather:get_location() == imp) --> true true

Action.drop(chara: IChara, item: IItem): boolean
  Drops an item that a chara carries; false if it does not carry it, or if it is an item of kts and the square has no
  room for it.
  > data:add { _type = "base.item", _id = "anvil" }
  > local imp = Chara.create("base.fallback", 1, 1, {}, InstancedMap:new(5, 5))
  > local anvil = Item.create("anvil", nil, nil, {}, imp)
  > print(Action.drop(imp, anvil), anvil.x, anvil.y) --> true 1 1

Action.eat(chara: IChara, item: IItem): boolean
  Eats one item of a stack. Handlers of base.on_item_eaten define the effect.
  > data:add { _type = "base.item", _id = "plum" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local plums = Item.create("plum", nil, nil, { amount = 3 }, imp)
  > print(Action.eat(imp, plums), plums.amount) --> true 2

Action.equip(chara: IChara, item: IItem): boolean
  Wears an item that a chara carries; false if it does not carry it, or wears it already.
  > data:add { _type = "base.item", _id = "hat" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local hat = Item.create("hat", nil, nil, {}, imp)
  > print(Action.equip(imp, hat), hat.is_equipped) --> true true

Action.unequip(chara: IChara, item: IItem): boolean
  Takes off an item that a chara wears; false if it does not wear it.
  > data:add { _type = "base.item", _id = "boots" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local boots = Item.create("boots", nil, nil, {}, imp)
  > print(Action.unequip(imp, boots), Action.equip(imp, boots), Action.unequip(imp, boots)) --> false true true

Action.activate(chara: IChara, feat: IFeat): boolean, string?
  Uses a feat: travels by stairs and entrances, calls on_activate of others.
  - result: whether it worked; if not, sometimes also why
  > data:add { _type = "base.feat", _id = "bell", on_activate = function() print "ding" end }
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > Action.activate(imp, Feat.create("bell", 2, 2, {}, map)) --> ding
]==]
