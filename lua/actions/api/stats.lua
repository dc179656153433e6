-- Stats: numbers by name.
return [==[
class Stats
  = require("@stats.stats")()
  Numbers by name, and strings where effects have them; a name that is not set counts as 0. Unary `-` negates each
  number.
  > local armor = require("@stats.stats").fromTable { armor = 2 }
  > print(armor:get "armor", (-armor):get "armor", armor:get "luck") --> 2 -2 0

Stats(): Stats -- within
  Empty stats.
  > print(require("@stats.stats")():get "armor") --> 0

Stats.fromTable(values: Stats | table | nil): Stats
  Stats with a copy of these values, at most 1000.
  > print(require("@stats.stats").fromTable({ armor = 2 }):get "armor") --> 2

Stats.stats: table<string, number | string>
  The values by name.
  > print(require("@stats.stats").fromTable({ armor = 2 }).stats.armor) --> 2

Stats:set(name: string | number, amount: number | string) -- within
  Sets a value.
  > local stats = require("@stats.stats")()
  > stats:set("armor", 2)
  > print(stats:get "armor") --> 2

Stats:get(name: any): number | string -- within
  A value; 0 when it is not set.
  > print(require("@stats.stats")():get "armor") --> 0

Stats:add(name: string | number, amount: number) -- within
  Adds to a value.
  > local stats = require("@stats.stats")()
  > stats:add("armor", 2)
  > stats:add("armor", 3)
  > print(stats:get "armor") --> 5

Stats:isSet(name: any): boolean -- within
  Whether a value is set.
  > print(require("@stats.stats")():isSet "armor") --> false

Stats:clone(): Stats
  A copy.
  > local stats = require("@stats.stats")()
  > stats:clone():set("armor", 2)
  > print(stats:get "armor") --> 0

Stats:updateTo(other: Stats | table)
  Overwrites with the values of other stats.
  > local stats = require("@stats.stats").fromTable { armor = 2, luck = 1 }
  > stats:updateTo { armor = 5 }
  > print(stats:get "armor", stats:get "luck") --> 5 1

Stats:addStats(other: Stats | table)
  Adds the values of other stats.
  > local stats = require("@stats.stats").fromTable { armor = 2 }
  > stats:addStats { armor = 5 }
  > print(stats:get "armor") --> 7

StatTypes[string]: integer?
  Mods register further stats.

StatTypes.Attack: integer
  The attack of an entity: an AttackEffect from `baseModifiers.attack`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Attack).damage) --> 1

StatTypes.Push: integer
  The push of an entity: a PushEffect from `baseModifiers.push`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Push).power) --> 0

StatTypes.Dig: integer
  The digging of an entity: a DigEffect from `baseModifiers.dig`.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:getStat(StatTypes.Dig).damage) --> 1

StatTypes.Move: integer
  The move of an entity: a MoveEffect from `baseModifiers.move`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Move).distance) --> 1

StatTypes.Status: integer
  The power of each status that attacks of an entity apply: Stats from `baseModifiers.status`.
  > local arrow = World(3, 3):create(Mods.Critters.Entities.arrow, Vec(1, 1))
  > print(arrow:getStat(StatTypes.Status):get "stun") --> 1

StatTypes.AttackRes: integer
  The resistance to attacks: Stats from `baseModifiers.attackRes`, or without it from `resistance`.
  > local crate = World(3, 3):create(Mods.Critters.Entities.crate, Vec(1, 1))
  > print(crate:getStat(StatTypes.AttackRes):get "explosion") --> 0

StatTypes.PushRes: integer
  The resistance to pushes: Stats from `baseModifiers.pushRes`, or without it from `resistance`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.PushRes):get "normal") --> 1

StatTypes.DigRes: integer
  The resistance to digging: the number `baseModifiers.resistance.dig`.
  > local crate = World(3, 3):create(Mods.Critters.Entities.crate, Vec(1, 1))
  > print(crate:getStat(StatTypes.DigRes)) --> 1

StatTypes.StatusRes: integer
  The resistance to each status: Stats from `baseModifiers.resistance`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.StatusRes):get "stun") --> 1

StatTypes.Invincible: integer
  The turns for which an entity cannot be hurt again: the number `baseModifiers.resistance.invincible`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Invincible)) --> 0

HowToReturn.EFFECT: string
  A stat that is returned as an effect.
  > print(HowToReturn.EFFECT) --> Effect

HowToReturn.STATS: string
  A stat that is returned as Stats.
  > print(HowToReturn.STATS) --> Stats

HowToReturn.NUMBER: string
  A stat that is returned as a number.
  > print(HowToReturn.NUMBER) --> Number

AttackSourceTypes.Normal: string
  The default source of attacks. Sources of mods stand beside it, by name.
  > print(AttackSourceTypes.Normal, AttackSourceTypes.explosion) --> normal explosion

StatusTypes: table<string, integer>
  The numbers of the statuses that mods have registered, by name.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.statuses:get(StatusTypes.stun)) --> 0

decorators.stats.data.StatTypes: table<string, integer>
  The same as `StatTypes`.

decorators.stats.data.StatConfigs: table[]
  Number of a stat -> a list: its key in `baseModifiers`, and the class of effects or the attributes.
  > print(require("@decorators.stats.data").StatConfigs[StatTypes.DigRes][1]) --> resistance

decorators.stats.data.StatsHowToReturn: string[]
  Number of a stat -> one of HowToReturn.
  > print(require("@decorators.stats.data").StatsHowToReturn[StatTypes.Attack]) --> Effect
]==]
