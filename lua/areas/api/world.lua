-- World: the clock of the game.
return [==[
module "api.World": World

World.date_hours(): integer
  The hours of game time since the year 0. A game starts on day 12 of month 8 of 517, at 01:10.
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
  The game time.
  > local date = World.date()
  > print(date.year, date.month, date.day, date.hour, date.minute) --> 517 8 12 1 10

World.seconds(): integer
  The seconds of game time since the year 0.
  > local before = World.seconds()
  > World.pass_time_in_seconds(90)
  > print(World.seconds() - before) --> 90

World.pass_time_in_seconds(seconds: number 0..31104000,
    smallest: "second" | "minute" | "hour" | "day" | "month" | "year"?) -- game
  Passes game time and emits base.on_second_passed … base.on_year_passed.
  - seconds: up to a year of 360 days
  - smallest: no events for units below it; by default "second"
  > Event.register("base.on_hour_passed", "chime", function() print "dong" end)
  > World.pass_time_in_seconds(3600, "hour") --> dong

World.pass_turn() -- game
  Passes a turn of the player: five seconds on a map with the default `turn_cost`.
  > World.pass_turn()
  > print(World.turns()) --> 1

World.turns(): integer
  The number of turns that have passed.
  > print(World.turns()) --> 0
]==]
