---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---What a file of the mod returns, run once; or another mod; or a module that a dialect knows.
---* refused: nothing has that name
---* refused: two files require each other
---@param name string `rats` or `rooms.small`, a file of the mod; `base`, another mod; `mod.base.helpers`, a file of that; `host.kts`, the names of a dialect; `host.toolbox`, `host.generators`, or another name that a dialect lists below
---@return any
function require(name) end

table = {}

---`#list`.
---@deprecated
---@param list table
---@return integer
function table.getn(list) end

---The largest number that is a key; 0 when there is none.
---@deprecated
---@param list table
---@return number
function table.maxn(list) end

---`table.unpack`.
---@deprecated
---@param list table
---@param first? integer
---@param last? integer
---@return any...
function unpack(list, first, last) end

---`load`: a function that runs a text, or nil and what is wrong with it.
---@deprecated
---@param chunk string | function
---@param name any
---@return function?
---@return string?
function loadstring(chunk, name) end

---The globals of a function of this mod, or of the one at a level of the stack: 1, the caller, by default.
---@deprecated
---@param target? function | integer
---@return table
function getfenv(target) end

---Give a function of this mod, or the one at a level of the stack, other globals.
---* refused: the function must be of this mod
---@deprecated
---@param target function | integer
---@param globals table
---@return function
function setfenv(target, globals) end

math = {}

---`x ^ y`.
---@deprecated
---@param x number | string
---@param y number | string
---@return number
function math.pow(x, y) end

---`math.atan(y, x)`.
---@deprecated
---@param y number | string
---@param x number | string
---@return number
function math.atan2(y, x) end

---`m * 2.0 ^ e`, rounded once.
---@deprecated
---@param m number | string
---@param e number | string
---@return number
function math.ldexp(m, e) end

---Mantissa, from 0.5 to below 1, and exponent.
---@deprecated
---@param x number | string
---@return number
---@return integer
function math.frexp(x) end

---`math.log(x, 10)`.
---@deprecated
---@param x number | string
---@return number
function math.log10(x) end

---Hyperbolic cosine.
---@deprecated
---@param x number | string
---@return number
function math.cosh(x) end

---Hyperbolic sine.
---@deprecated
---@param x number | string
---@return number
function math.sinh(x) end

---Hyperbolic tangent.
---@deprecated
---@param x number | string
---@return number
function math.tanh(x) end

bit = {}

---A number as 32 bits with a sign, as the results of all these are.
---@deprecated
---@param x number | string
---@return integer
function bit.tobit(x) end

---`~x`.
---@deprecated
---@param x number | string
---@return integer
function bit.bnot(x) end

---`x & y`, for any number of them.
---@deprecated
---@param x number | string
---@param ... number | string
---@return integer
function bit.band(x, ...) end

---`x | y`, for any number of them.
---@deprecated
---@param x number | string
---@param ... number | string
---@return integer
function bit.bor(x, ...) end

---`x ~ y`, for any number of them.
---@deprecated
---@param x number | string
---@param ... number | string
---@return integer
function bit.bxor(x, ...) end

---`x << n`, by 0 to 31 bits.
---@deprecated
---@param x number | string
---@param n number | string
---@return integer
function bit.lshift(x, n) end

---`x >> n`: zeros come from the left.
---@deprecated
---@param x number | string
---@param n number | string
---@return integer
function bit.rshift(x, n) end

---The same, and the sign comes from the left.
---@deprecated
---@param x number | string
---@param n number | string
---@return integer
function bit.arshift(x, n) end

---Turned to the left: what falls out there comes in on the right.
---@deprecated
---@param x number | string
---@param n number | string
---@return integer
function bit.rol(x, n) end

---Turned to the right.
---@deprecated
---@param x number | string
---@param n number | string
---@return integer
function bit.ror(x, n) end

---The four bytes in the opposite order.
---@deprecated
---@param x number | string
---@return integer
function bit.bswap(x) end

---The last n digits in base 16, 8 by default; with a negative n in capitals.
---@deprecated
---@param x number | string
---@param n? number | string
---@return string
function bit.tohex(x, n) end
