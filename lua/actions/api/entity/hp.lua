-- HP: hit points.
return [==[
class HP
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).hp
  Hit points: hearts of two points each. Points fill the hearts from the first and are lost from the last.

HP(amount: number): HP -- within
  Hit points.
  ! a number of at most 1000000
  > print(require("@hp.hp")(5):get()) --> 5

HP.amount: number
  The points that are left.
  > print(require("@hp.hp")(5).amount) --> 5

HP.most: number
  The initial points.
  > print(require("@hp.hp")(5).most) --> 5

HP:get(): number -- within
  The points that are left.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)).hp:get()) --> 30

HP:takeDamage(damage: number): number -- within
  Takes points away. Returns the damage that exceeded them.
  > local hp = require("@hp.hp")(5)
  > print(hp:takeDamage(7), hp:get()) --> 2 0

HP:heal(amount: number): number -- within
  Restores points, up to the initial amount. Returns the points that exceeded it.
  > local hp = require("@hp.hp")(5)
  > hp:takeDamage(3)
  > print(hp:heal(10), hp:get()) --> 7 5

HP:hearts(): number[] -- within
  The points in each heart, from the first.
  > local hp = require("@hp.hp")(5)
  > hp:takeDamage(2)
  > print(table.concat(hp:hearts(), " ")) --> 2 1 0

class HPContainer
  = require "@hp.container"(2)
  One container of hit points, for mods that count them by themselves.

HPContainer(amount: number?): HPContainer
  A container.
  > print(require "@hp.container"(2).amount) --> 2

HPContainer.amount: number
  The points that it holds.
]==]
