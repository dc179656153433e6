-- Vec: positions and directions.
return [==[
class Vec
  = Vec(1, 0)
  A position or a direction: x grows to the right, y downwards. `+` and `-` take a Vec or a number, `*` a Vec (component
  by component) or a number, `/` a number, and there is the unary `-`. Two of them are compared with `equals`.
  > print(Vec(1, 2) + Vec(3, 4), Vec(1, 2) * 3, -Vec(1, 2)) --> Vec(4, 6) Vec(3, 6) Vec(-1, -2)

Vec(x: number, y: number): Vec -- within
  A vector.
  ! both must be numbers
  > local down = Vec(0, 1)
  > print(down.x, down.y) --> 0 1

Vec.x: number
  The distance to the right.
  > print(Vec(3, 4).x) --> 3

Vec.y: number
  The distance downwards.
  > print(Vec(3, 4).y) --> 4

Vec:dot(other: Vec): number
  The dot product: 0 when one is at right angles to the other.
  > print(Vec(1, 0):dot(Vec(0, 5)), Vec(1, 2):dot(Vec(3, 4))) --> 0 11

Vec:magSq(): number -- within
  The square of the length.
  > print(Vec(3, 4):magSq()) --> 25

Vec:mag(): number -- within
  The length.
  > print(Vec(3, 4):mag()) --> 5.0

Vec:norm(): Vec -- within
  The same direction with the length 1; (0, 0) stays (0, 0).
  > print(Vec(0, 5):norm()) --> Vec(0.0, 1.0)

Vec:normComps(): Vec -- within
  The sign of each component after rounding: -1, 0 or 1.
  > print(Vec(-7, 0.4):normComps()) --> Vec(-1, 0)

Vec:rotate(angle: number): Vec
  Rotates by an angle in radians, anticlockwise on the screen.
  > print(Vec(1, 0):rotate(math.pi / 2)) --> Vec(0, -1)

Vec:matmul(i: Vec, j: Vec): Vec
  The vector with these components in the basis i, j.
  > print(Vec(2, 3):matmul(Vec(0, 1), Vec(-1, 0))) --> Vec(-3, 2)

Vec:det(other: Vec): number
  The determinant of both: above 0 when `other` lies clockwise of this one on the screen.
  > print(Vec(1, 0):det(Vec(0, 1))) --> 1

Vec.angleBetween(a: Vec, b: Vec): number
  The angle in radians by which `rotate` turns a into the direction of b.
  > print(Vec(1, 0):rotate(Vec.angleBetween(Vec(1, 0), Vec(0, 1)))) --> Vec(0, 1)

Vec:copy(): Vec -- within
  Another vector with the same components.
  > local a = Vec(1, 2)
  > local b = a:copy()
  > b.x = 5
  > print(a, b) --> Vec(1, 2) Vec(5, 2)

Vec:comps(): number, number -- within
  Both components.
  > print(Vec(1, 2):comps()) --> 1 2

Vec:longest(): number -- within
  The greater of the absolute values of the components.
  > print(Vec(-4, 3):longest()) --> 4

Vec:abs(): Vec -- within
  The absolute values of the components.
  > print(Vec(-4, 3):abs()) --> Vec(4, 3)

Vec:equals(other: any): boolean -- within
  Whether a value has the same components.
  > print(Vec(1, 2):equals(Vec(1, 2)), Vec(1, 2):equals(nil)) --> true false
]==]
