-- Rand: random numbers.
return [==[
module "api.Rand": Rand

Rand.rnd(n: number): integer -- within
  A whole number from 0 to n - 1; 0 if n is at most 1.
  > local number = Rand.rnd(6)
  > print(number >= 0 and number < 6, Rand.rnd(1)) --> true 0

Rand.between(low: number, high: number): integer -- within
  A whole number from low to high - 1.
  > local number = Rand.between(10, 20)
  > print(number >= 10 and number < 20, Rand.between(3, 4)) --> true 3

Rand.rnd_float(n: number?): number -- within
  A number from 0 to n, without n.
  - n: by default 1
  > local number = Rand.rnd_float(2.5)
  > print(number >= 0 and number < 2.5) --> true

Rand.one_in(n: number): boolean -- within
  True once in n times.
  > print(Rand.one_in(1)) --> true

Rand.percent_chance(percent: number): boolean -- within
  True with a chance in percent.
  > print(Rand.percent_chance(100), Rand.percent_chance(0)) --> true false

Rand.choice(list: table | Iterator): any -- within
  A random element of a list or an iterator; nil if it is empty.
  > print(Rand.choice { "only" }) --> only

Rand.roll_dice(dice: number, sides: number, add: number?): integer -- within
  The sum of a number of dice, and of `add`.
  - dice: at most 100000
  - add: by default 0
  > local sum = Rand.roll_dice(2, 6, 3)
  > print(sum >= 5 and sum <= 15) --> true

Rand.dice_max(dice: number, sides: number, add: number?): integer -- within
  The greatest result of roll_dice.
  > print(Rand.dice_max(2, 6, 3)) --> 15

Rand.shuffle(list: table): table -- within
  Shuffles a list in place; returns the list.
  > local list = { 1, 2, 3 }
  > print(Rand.shuffle(list) == list, #list) --> true 3

Rand.set_seed(seed: number | string?)
  Sets a seed for the random numbers of this mod; without a seed, returns to the seed of the game.
  > Rand.set_seed(7)
  > local first = Rand.rnd(1000)
  > Rand.set_seed(7)
  > print(Rand.rnd(1000) == first) --> true
]==]
