-- Stats and effects: what entities have and what actions do, as numbers by name.
return [==[
class Stats
  = require("@stats.stats")()
  Numbers by name, and words where effects have them; what is not set is 0. The unary `-` gives the opposite of each.
  > local armor = require("@stats.stats").fromTable { armor = 2 }
  > print(armor:get "armor", (-armor):get "armor", armor:get "luck") --> 2 -2 0

Stats(): Stats -- within
  Stats in which nothing is set.
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
  Sets what is set in another.
  > local stats = require("@stats.stats").fromTable { armor = 2, luck = 1 }
  > stats:updateTo { armor = 5 }
  > print(stats:get "armor", stats:get "luck") --> 5 1

Stats:addStats(other: Stats | table)
  Adds what is set in another.
  > local stats = require("@stats.stats").fromTable { armor = 2 }
  > stats:addStats { armor = 5 }
  > print(stats:get "armor") --> 7

StatTypes.Attack: integer
  What somebody does by attacking: an AttackEffect of `baseModifiers.attack`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Attack).damage) --> 1

StatTypes.Push: integer
  How somebody pushes: a PushEffect of `baseModifiers.push`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Push).power) --> 0

StatTypes.Dig: integer
  How somebody digs: a DigEffect of `baseModifiers.dig`.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:getStat(StatTypes.Dig).damage) --> 1

StatTypes.Move: integer
  How somebody moves: a MoveEffect of `baseModifiers.move`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Move).distance) --> 1

StatTypes.Status: integer
  The power of each status that somebody brings by attacking: Stats of `baseModifiers.status`.
  > local arrow = World(3, 3):create(Mods.Critters.Entities.arrow, Vec(1, 1))
  > print(arrow:getStat(StatTypes.Status):get "stun") --> 1

StatTypes.AttackRes: integer
  What somebody withstands: Stats of `baseModifiers.attackRes`, or else of `resistance`.
  > local crate = World(3, 3):create(Mods.Critters.Entities.crate, Vec(1, 1))
  > print(crate:getStat(StatTypes.AttackRes):get "explosion") --> 0

StatTypes.PushRes: integer
  The power of pushes that somebody withstands: Stats of `baseModifiers.pushRes`, or else of `resistance`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.PushRes):get "normal") --> 1

StatTypes.DigRes: integer
  The power of digging that somebody withstands: the number `baseModifiers.resistance.dig`.
  > local crate = World(3, 3):create(Mods.Critters.Entities.crate, Vec(1, 1))
  > print(crate:getStat(StatTypes.DigRes)) --> 0

StatTypes.StatusRes: integer
  The power of each status that somebody withstands: Stats of `baseModifiers.resistance`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.StatusRes):get "stun") --> 1

StatTypes.Invincible: integer
  For how many beats somebody cannot be hurt again: the number `baseModifiers.resistance.invincible`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.Invincible)) --> 0

HowToReturn.EFFECT: string
  A stat whose values are those of an effect.
  > print(HowToReturn.EFFECT) --> EFFECT

HowToReturn.STATS: string
  A stat of several numbers by name.
  > print(HowToReturn.STATS) --> STATS

HowToReturn.NUMBER: string
  A stat of one number.
  > print(HowToReturn.NUMBER) --> NUMBER

AttackSourceTypes.Normal: string
  The source of attacks that name none; those of mods are found beside it, by name.
  > print(AttackSourceTypes.Normal, AttackSourceTypes.explosion) --> normal explosion

StatusTypes: table<string, integer>
  The numbers of the statuses that mods have registered, by name.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.statuses:get(StatusTypes.stun)) --> 0

class Effect
  = require("@action.effects.effect")()
  What an action does to a target: a table of numbers and words. A class lists them in `modifier`.
  > local Blast = class("Blast", require "@action.effects.effect")
  > Blast.modifier = { { "damage", 3 }, { "radius", 1 } }
  > print(Blast({ radius = 2 }).damage, Blast({ radius = 2 }).radius) --> 3 2

Effect(values: Stats | table | nil): Effect -- within
  An effect of the values of Stats, a table or another effect; what is not there has its default.
  > print(next(require("@action.effects.effect")())) --> nil

Effect.modifier: table[]
  The fields of a class of effects: `{ name, default }` each.
  > print(require("@action.effects.push").modifier[1][1]) --> distance

Effect:clone(): Effect
  A copy.
  > local Push = require "@action.effects.push"
  > print(Push({ distance = 3 }):clone().distance) --> 3

class AttackEffect: Effect
  = require("@action.effects.attack")()
  A blow.

AttackEffect(values: Stats | table | nil): AttackEffect -- within
  A blow.
  > print(require("@action.effects.attack")({ damage = 2 }).source) --> normal

AttackEffect.damage: number
  How many hit points it takes: 0 when nothing says so.

AttackEffect.pierce: number
  It does nothing unless this is greater than the `pierce` of the resistance: 0 when nothing says so.

AttackEffect.power: number
  It does nothing when the resistance against its source is greater: 1 when nothing says so.

AttackEffect.source: string
  What it comes from: one of AttackSourceTypes, "normal" when nothing says so.

class DigEffect: Effect
  = require("@action.effects.dig")()
  Digging.

DigEffect(values: Stats | table | nil): DigEffect -- within
  Digging.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(class.name(knight:getStat(StatTypes.Dig))) --> DigEffect

DigEffect.damage: number
  How many hit points it takes: 1 when nothing says so.

DigEffect.power: number
  It does nothing when the resistance is greater: 0 when nothing says so.

class MoveEffect: Effect
  = require("@action.effects.move")()
  A move.

MoveEffect(values: Stats | table | nil): MoveEffect -- within
  A move.
  > print(require("@action.effects.move")().distance) --> 1

MoveEffect.distance: number
  How many squares: 1 when nothing says so.

MoveEffect.ignore: number
  A jump over what is between when it is above 0, as it is not when nothing says so.

MoveEffect.direction: Vec?
  Where to.

MoveEffect:toPos(grid: Grid, actor: Entity): Vec -- within
  Where the move takes somebody: a jump when it ignores what is between, else as far as nothing stands in the way.
  ! it must have a direction, and its distance be at most 10000
  > local world = World(9, 3)
  > local move = require("@action.effects.move") { distance = 20 }
  > move.direction = Vec(1, 0)
  > print(move:toPos(world.grid, world:create(Mods.Critters.Entities.rat, Vec(2, 2)))) --> Vec(9, 2)

class PushEffect: Effect
  = require("@action.effects.push")()
  A push.

PushEffect(values: Stats | table | nil): PushEffect -- within
  A push.
  > print(require("@action.effects.push")({ distance = 2 }).power) --> 0

PushEffect.distance: number
  How many squares: 1 when nothing says so.

PushEffect.power: number
  It does nothing when the resistance is greater: 0 when nothing says so.

PushEffect.source: string
  What it comes from: "normal" when nothing says so.

PushEffect:toMove(direction: Vec): MoveEffect
  The move of whoever is pushed.
  > print(require("@action.effects.push")({ distance = 2 }):toMove(Vec(0, 1)).distance) --> 2
]==]
