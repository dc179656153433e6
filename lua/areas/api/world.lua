-- World and Action: the clock, and what charas do.
return [==[
module "api.World": World

module "api.Action": Action

World.date_hours(): integer
  Hours of game time since the year 0. A game begins on day 12 of month 8 of 517, at 01:10.
  > print(World.date_hours()) --> 4472929

record Date
  Game time.
  year: integer, of 12 months
  month: integer, 0 … 11, of 30 days each
  day: integer, 0 … 29
  hour: integer, 0 … 23
  minute: integer, 0 … 59
  second: integer, 0 … 59

World.date(): Date
  Year, month, day, hour, minute and second of game time.
  > local date = World.date()
  > print(date.year, date.month, date.day, date.hour, date.minute) --> 517 8 12 1 10

World.seconds(): integer
  Seconds of game time since the year 0.
  > local before = World.seconds()
  > World.pass_time_in_seconds(90)
  > print(World.seconds() - before) --> 90

World.pass_time_in_seconds(seconds: number, smallest: "second" | "minute" | "hour" | "day" | "month" | "year"?)
  Lets game time pass, and tells those who handle base.on_second_passed … base.on_year_passed.
  - seconds: at most a year of 360 days
  - smallest: units below it are not told of; "second" if it is left out
  ! Not while mods load: the game has not started then
  > Event.register("base.on_hour_passed", "chime", function() print "dong" end)
  > World.pass_time_in_seconds(3600, "hour") --> dong

World.pass_turn()
  Lets a turn of the player pass: five seconds, on a map with the usual `turn_cost`.
  ! Not while mods load: the game has not started then
  > World.pass_turn()
  > print(World.turns()) --> 1

World.turns(): integer
  How many turns have passed.
  > print(World.turns()) --> 0

Action.move(chara: IChara, x: number, y: number): boolean
  Steps on a square; false when something stands in the way. The player who walks over the edge leaves the map, if it lets
  one. Feats that are bumped into or stepped on notice.
  > local map = InstancedMap:new(5, 5)
  > map:set_tile(2, 1, "base.wall")
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(Action.move(imp, 2, 1), Action.move(imp, 1, 2), imp.y) --> false true 2

Action.get(chara: IChara, item: IItem): boolean
  Picks up an item that lies on the square of a chara; false when it lies elsewhere.
  > data:add { _type = "base.item", _id = "feather" }
  > local map = InstancedMap:new(5, 5)
  > local imp, feather = Chara.create("base.fallback", 1, 1, {}, map), Item.create("feather", 1, 1, {}, map)
  > print(Action.get(imp, feather), feather:get_location() == imp) --> true true

Action.drop(chara: IChara, item: IItem): boolean
  Drops an item that a chara carries; false when it does not.
  > data:add { _type = "base.item", _id = "anvil" }
  > local imp = Chara.create("base.fallback", 1, 1, {}, InstancedMap:new(5, 5))
  > local anvil = Item.create("anvil", nil, nil, {}, imp)
  > print(Action.drop(imp, anvil), anvil.x, anvil.y) --> true 1 1

Action.eat(chara: IChara, item: IItem): boolean
  Eats one of a stack. What comes of it is up to handlers of base.on_item_eaten.
  > data:add { _type = "base.item", _id = "plum" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local plums = Item.create("plum", nil, nil, { amount = 3 }, imp)
  > print(Action.eat(imp, plums), plums.amount) --> true 2

Action.equip(chara: IChara, item: IItem): boolean
  Wears an item that a chara carries; false when it does not, or wears it already.
  > data:add { _type = "base.item", _id = "hat" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local hat = Item.create("hat", nil, nil, {}, imp)
  > print(Action.equip(imp, hat), hat.is_equipped) --> true true

Action.unequip(chara: IChara, item: IItem): boolean
  Takes off an item that a chara wears; false when it does not.
  > data:add { _type = "base.item", _id = "boots" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local boots = Item.create("boots", nil, nil, {}, imp)
  > print(Action.unequip(imp, boots), Action.equip(imp, boots), Action.unequip(imp, boots)) --> false true true

Action.activate(chara: IChara, feat: IFeat): boolean, string?
  Uses a feat: stairs and entrances lead somewhere, others do what their on_activate does.
  - result: whether that went well; if not, perhaps why
  > data:add { _type = "base.feat", _id = "bell", on_activate = function() print "ding" end }
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > Action.activate(imp, Feat.create("bell", 2, 2, {}, map)) --> ding
]==]
