-- Effects: what actions do to their targets.
return [==[
class Effect
  = require("@action.effects.effect")()
  What an action does to a target: a table of numbers and strings. A class lists its fields in `modifier`.
  > local Blast = class("Blast", require "@action.effects.effect")
  > Blast.modifier = { { "damage", 3 }, { "radius", 1 } }
  > print(Blast({ radius = 2 }).damage, Blast({ radius = 2 }).radius) --> 3 2

Effect(values: Stats | table | nil): Effect -- within
  An effect with the values of Stats, a table or another effect. Missing fields have their defaults.
  > print(next(require("@action.effects.effect")())) --> nil

Effect.modifier: table[]
  The fields of a class of effects: a list of `{ name, default }`.
  > print(require("@action.effects.push").modifier[1][1]) --> distance

Effect:clone(): Effect
  A copy.
  > local Push = require "@action.effects.push"
  > print(Push({ distance = 3 }):clone().distance) --> 3

class AttackEffect: Effect
  = require("@action.effects.attack")()
  An attack on a target.

AttackEffect(values: Stats | table | nil): AttackEffect -- within
  An attack on a target.
  > print(require("@action.effects.attack")({ damage = 2 }).source) --> normal

AttackEffect.damage: number
  The hit points that it takes; the default is 0.

AttackEffect.pierce: number
  It must be greater than the `pierce` of the resistance to do damage; the default is 0.

AttackEffect.power: number
  It must be at least the resistance to its source; the default is 1.

AttackEffect.source: string
  One of AttackSourceTypes; the default is "normal".

class DigEffect: Effect
  = require("@action.effects.dig")()
  Digging.

DigEffect(values: Stats | table | nil): DigEffect -- within
  Digging.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(class.name(knight:getStat(StatTypes.Dig))) --> DigEffect

DigEffect.damage: number
  The hit points that it takes; the default is 1.

DigEffect.power: number
  It must be at least the resistance; the default is 0.

class MoveEffect: Effect
  = require("@action.effects.move")()
  A move.

MoveEffect(values: Stats | table | nil): MoveEffect -- within
  A move.
  > print(require("@action.effects.move")().distance) --> 1

MoveEffect.distance: number
  The number of squares; the default is 1.

MoveEffect.ignore: number
  A number above 0 makes it a jump over everything in between; the default is 0.

MoveEffect.direction: Vec?
  Its direction.

MoveEffect:toPos(grid: Grid, actor: Entity): Vec -- within
  The position after the move: a jump when `ignore` is set, otherwise as far as no square is blocked.
  ! the move must have a direction, and its distance must be at most 10000
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
  The number of squares; the default is 1.

PushEffect.power: number
  It must be at least the resistance; the default is 0.

PushEffect.source: string
  Its source; the default is "normal".

PushEffect:toMove(direction: Vec): MoveEffect
  The move of the pushed entity.
  > print(require("@action.effects.push")({ distance = 2 }):toMove(Vec(0, 1)).distance) --> 2
]==]
