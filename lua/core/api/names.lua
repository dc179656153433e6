-- What mods of all dialects find beside Lua 5.5: require, and names of Lua 5.1 and LuaJIT, which are there for old
-- mods.
return [==[
require(name: string): any -- within
  What a file of the mod returns, run once; or another mod; or a module that a dialect knows.
  - name: `rats` or `rooms.small`, a file of the mod; `base`, another mod; `mod.base.helpers`, a file of that;
    `host.kts`, the names of a dialect; `host.toolbox`, `host.generators`, or another name that a dialect lists below
  ! nothing has that name
  ! two files require each other
  > print(require "host.toolbox" == require "host.toolbox") --> true

table.getn(list: table): integer -- within, deprecated
  `#list`.
  > print(table.getn { 1, 2, 3 }) --> 3

table.maxn(list: table): number -- within, deprecated
  The largest number that is a key; 0 when there is none.
  > print(table.maxn { [3] = true, [7] = true }) --> 7

unpack(list: table, first: integer?, last: integer?): ... any -- within, deprecated
  `table.unpack`.
  > print(unpack { 1, 2, 3 }) --> 1 2 3

loadstring(chunk: string | function, name: any): function?, string? -- within, deprecated
  `load`: a function that runs a text, or nil and what is wrong with it.
  > print(loadstring "return 1 + 1"()) --> 2

getfenv(target: function | integer | nil): table -- within, deprecated
  The globals of a function of this mod, or of the one at a level of the stack: 1, the caller, by default.
  > print(getfenv(1) == _G) --> true

setfenv(target: function | integer, globals: table): function -- within, deprecated
  Give a function of this mod, or the one at a level of the stack, other globals.
  ! the function must be of this mod
  > local function name() return who end
  > print(setfenv(name, { who = "Mog" })()) --> Mog

math.pow(x: number | string, y: number | string): number -- within, deprecated
  `x ^ y`.
  > print(math.pow(2, 10)) --> 1024.0

math.atan2(y: number | string, x: number | string): number -- within, deprecated
  `math.atan(y, x)`.
  > print(math.atan2(0, 1)) --> 0.0

math.ldexp(m: number | string, e: number | string): number -- within, deprecated
  `m * 2.0 ^ e`, rounded once.
  > print(math.ldexp(0.5, 3)) --> 4.0

math.frexp(x: number | string): number, integer -- within, deprecated
  Mantissa, from 0.5 to below 1, and exponent.
  > print(math.frexp(8)) --> 0.5 4

math.log10(x: number | string): number -- within, deprecated
  `math.log(x, 10)`.
  > print(math.log10(1000)) --> 3.0

math.cosh(x: number | string): number -- within, deprecated
  Hyperbolic cosine.
  > print(math.cosh(0)) --> 1.0

math.sinh(x: number | string): number -- within, deprecated
  Hyperbolic sine.
  > print(math.sinh(0)) --> 0.0

math.tanh(x: number | string): number -- within, deprecated
  Hyperbolic tangent.
  > print(math.tanh(100)) --> 1.0

bit.tobit(x: number | string): integer -- within, deprecated
  A number as 32 bits with a sign, as the results of all these are.
  > print(bit.tobit(0xffffffff)) --> -1

bit.bnot(x: number | string): integer -- within, deprecated
  `~x`.
  > print(bit.bnot(0)) --> -1

bit.band(x: number | string, ...: number | string): integer -- within, deprecated
  `x & y`, for any number of them.
  > print(bit.band(12, 10)) --> 8

bit.bor(x: number | string, ...: number | string): integer -- within, deprecated
  `x | y`, for any number of them.
  > print(bit.bor(12, 10)) --> 14

bit.bxor(x: number | string, ...: number | string): integer -- within, deprecated
  `x ~ y`, for any number of them.
  > print(bit.bxor(12, 10)) --> 6

bit.lshift(x: number | string, n: number | string): integer -- within, deprecated
  `x << n`, by 0 to 31 bits.
  > print(bit.lshift(1, 4)) --> 16

bit.rshift(x: number | string, n: number | string): integer -- within, deprecated
  `x >> n`: zeros come from the left.
  > print(bit.rshift(256, 4)) --> 16

bit.arshift(x: number | string, n: number | string): integer -- within, deprecated
  The same, and the sign comes from the left.
  > print(bit.arshift(-16, 2)) --> -4

bit.rol(x: number | string, n: number | string): integer -- within, deprecated
  Turned to the left: what falls out there comes in on the right.
  > print(bit.rol(0x80000000, 1)) --> 1

bit.ror(x: number | string, n: number | string): integer -- within, deprecated
  Turned to the right.
  > print(bit.ror(1, 1)) --> -2147483648

bit.bswap(x: number | string): integer -- within, deprecated
  The four bytes in the opposite order.
  > print(bit.bswap(1)) --> 16777216

bit.tohex(x: number | string, n: number | string | nil): string -- within, deprecated
  The last n digits in base 16, 8 by default; with a negative n in capitals.
  > print(bit.tohex(255, 4)) --> 00ff
]==]
