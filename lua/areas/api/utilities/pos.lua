-- Pos: directions and squares.
return [==[
module "api.Pos": Pos -- local

class Pos -- required
  Directions and squares, from `require "api.Pos"`. y grows to the south.

Pos.unpack_direction(direction: any): integer, integer
  The step in a direction of Enum.Direction; 0 and 0 for any other value.
  > print(require("api.Pos").unpack_direction "Northeast") --> 1 -1

Pos.pack_direction(dx: number, dy: number): string?
  The direction of a step; nil for one that has none.
  > print(require("api.Pos").pack_direction(0, 1)) --> South

Pos.add_direction(direction: any, x: number, y: number): number, number
  The square next to another one in a direction.
  > print(require("api.Pos").add_direction("West", 5, 5)) --> 4 5

Pos.random_direction(x: number, y: number): number, number
  A random square of the nine around and at a square.
  > local x = require("api.Pos").random_direction(5, 5)
  > print(x >= 4 and x <= 6) --> true

Pos.random_cardinal_direction(x: number, y: number): number, number
  The same.
  > local x = require("api.Pos").random_cardinal_direction(5, 5)
  > print(x >= 4 and x <= 6) --> true

Pos.dist(x1: number, y1: number, x2: number, y2: number): integer
  The distance of two squares, rounded down.
  > print(require("api.Pos").dist(0, 0, 3, 4)) --> 5

Pos.direction_in(x1: number, y1: number, x2: number, y2: number): integer, integer
  The signs of the way from the first square to the second.
  > print(require("api.Pos").direction_in(5, 5, 9, 2)) --> 1 -1

Pos.is_in_square(x: number, y: number, center_x: number, center_y: number, size: number): boolean
  Whether a square is nearer to a centre than half the size, in both directions.
  > print(require("api.Pos").is_in_square(6, 5, 5, 5, 4)) --> true

Pos.iter_rect(x1: number, y1: number, x2: number, y2: number): Iterator -- within
  Iterates over the squares of a rectangle, ends included, row by row.
  > print(require("api.Pos").iter_rect(1, 1, 3, 2):length()) --> 6

Pos.iter_border(x1: number, y1: number, x2: number, y2: number): Iterator -- within
  Iterates over the border of a rectangle.
  > print(require("api.Pos").iter_border(1, 1, 4, 3):length()) --> 10

Pos.iter_surrounding(x: number, y: number): Iterator -- within
  Iterates over the eight squares around a square.
  > print(require("api.Pos").iter_surrounding(5, 5):length()) --> 8

Pos.iter_line(x1: number, y1: number, x2: number, y2: number, is_infinite: truth?): Iterator -- within
  Iterates over a line without its first square.
  - is_infinite: true for a line that goes on behind its end
  > print(require("api.Pos").iter_line(0, 0, 3, 0):length()) --> 3

Pos.iter_circle(x: number, y: number, diameter: number): Iterator -- within
  Iterates over the squares nearer to a centre than half the diameter less one.
  > print(require("api.Pos").iter_circle(5, 5, 6):length()) --> 9

Pos.iter_random(x1: number, y1: number, x2: number, y2: number): Iterator -- within
  Iterates without an end over random squares of a rectangle, without its last column and row.
  > print(require("api.Pos").iter_random(0, 0, 1, 1):take(3):length()) --> 3
]==]
