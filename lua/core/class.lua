-- The one class library. Each dialect wraps it: dialects differ in how a class is made, what its constructor is called,
-- and when a class inherits.

local import = ...
local changes = import "core/changes"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local getmetatable = debug.getmetatable
local ipairs, next, rawequal, rawget, rawset, setmetatable = ipairs, next, rawequal, rawget, rawset, setmetatable

local M = {}

-- class -> { name, bases, ancestors (set, with the class itself), constructor, meta (of its instances), settled,
-- children (set of settled classes with this base, or nil), numbered, operator, is_fixed, write (see on_missing) }.
local info_of = setmetatable({}, { __mode = "k" })
-- Value that stands for a class, such as a union of a name in several dialects -> the class.
local aliases = setmetatable({}, { __mode = "k" })
-- Metatable of instances -> class.
local class_of = setmetatable({}, { __mode = "k" })

-- Metamethods that a class may define, and what Lua does without them, or with the other operand's. __gc and
-- __mode would show when Lua collects; __index is the class.
local METAMETHODS = {
  __add = function(a, b) return a + b end, __band = function(a, b) return a & b end, __bnot = function(a) return ~a end,
  __bor = function(a, b) return a | b end, __bxor = function(a, b) return a ~ b end,
  __call = function(a, ...) return a(...) end, __close = function() end, __concat = function(a, b) return a .. b end,
  __div = function(a, b) return a / b end, __eq = function(a, b) return a == b end,
  __idiv = function(a, b) return a // b end, __le = function(a, b) return a <= b end, __len = function(a) return #a end,
  __lt = function(a, b) return a < b end, __mod = function(a, b) return a % b end,
  __mul = function(a, b) return a * b end, __newindex = function(a, key, value) a[key] = value end,
  __pairs = stable_order.pairs, __pow = function(a, b) return a ^ b end, __shl = function(a, b) return a << b end,
  __shr = function(a, b) return a >> b end, __sub = function(a, b) return a - b end, __tostring = text.tostring,
  __unm = function(a) return -a end,
}

local count = 0

-- Gives instances the metamethod that their class has at each use: a mod may assign another one to it, or nil.
local function add_metamethod(class, info, name)
  changes.has_equality = changes.has_equality or name == "__eq"
  local meta, operator = info.meta, info.operator
  local known, call
  meta[name] = function(...)
    local method = rawget(class, name)
    if method == nil then
      meta[name] = name == "__newindex" and info.write or nil
      return METAMETHODS[name](...)
    elseif not rawequal(method, known) then
      known, call = method, operator and operator(name, method) or method
    end
    return call(...)
  end
end

-- Copies what the class does not have itself from its bases; the first base wins.
local function inherit(class, info)
  for _, base in ipairs(info.bases) do
    M.settle(base)
    local base_info = info_of[base]
    if info.settled and not base_info.is_fixed then
      base_info.children = base_info.children or setmetatable({}, { __mode = "k" })
      base_info.children[class] = true
    end
    for key, value in next, base do
      if rawget(class, key) == nil then
        rawset(class, key, value)
      end
    end
  end
end

-- The value that a settled class inherits, if it has no other.
local function inherited(info, key)
  for _, base in ipairs(info.bases) do
    local value = rawget(base, key)
    if value ~= nil then
      return value
    end
  end
  return nil
end

-- Sets a field of a class past its metatable, and gives it to the classes that inherit it. Lua tells nobody of another
-- value that is assigned to a field which a class has.
function M.set(class, key, value)
  local info, heirs = info_of[class], {}
  for child in next, info.children or {} do
    if rawequal(rawget(child, key), inherited(info_of[child], key)) then
      heirs[#heirs + 1] = child
    end
  end
  rawset(class, key, value)
  if info.settled and value ~= nil and METAMETHODS[key] then
    add_metamethod(class, info, key)
  end
  for _, child in ipairs(heirs) do
    M.set(child, key, inherited(info_of[child], key))
  end
end

-- Prepares a class for instances.
function M.settle(class)
  local info = info_of[class]
  if info.settled then
    return
  end
  info.settled = true
  inherit(class, info)
  local class_meta, meta, operator = getmetatable(class), info.meta, info.operator
  class_meta.__index = nil
  for name in next, METAMETHODS do
    local method = rawget(class, name)
    if method ~= nil and info.is_fixed then
      changes.has_equality = changes.has_equality or name == "__eq"
      meta[name] = operator and operator(name, method) or method
    elseif method ~= nil then
      add_metamethod(class, info, name)
    end
  end
  class_meta.__newindex = M.set
end

-- Makes an instance without calling the constructor; `object` is the table to use, or nil.
local function bare(class, info, object)
  if not info.settled then
    M.settle(class)
  end
  object = setmetatable(object or {}, info.meta)
  if info.numbered then
    count = count + 1
    stable_order.number_instance(object, count)
  end
  return object
end

function M.bare(class, object)
  return bare(class, info_of[class], object)
end

local function instance(class, ...)
  local info = info_of[class]
  local object = bare(class, info)
  local construct = class[info.constructor]
  if construct then
    construct(object, ...)
  end
  return object
end
M.instance = instance

-- Makes a class: a table that is called for an instance. Options:
--   name, bases (a list)
--   constructor  the name of the method that gets the arguments
--   at_once      inherit when the class is made, not when it is first used
--   numbered     false if instances are many and are never keys of a table that `pairs` walks
--   hidden       getmetatable of an instance returns false, not the class
--   operator     operator(name, value) makes a metamethod of what the class holds
--   fixed        no mod can change the class once it is settled
function M.new(options)
  local class = {}
  local info = {
    name = options.name or "class",
    bases = options.bases or {},
    ancestors = { [class] = true },
    constructor = options.constructor,
    numbered = options.numbered ~= false,
    operator = options.operator,
    is_fixed = options.fixed,
    meta = { __index = class, __name = options.name, __metatable = not options.hidden and class },
  }
  info_of[class], class_of[info.meta] = info, class
  for _, base in ipairs(info.bases) do
    for ancestor in next, info_of[base].ancestors do
      info.ancestors[ancestor] = true
    end
  end
  local bases = info.bases
  setmetatable(class, {
    __metatable = false,
    __name = "class",
    __call = instance,
    __index = bases[1] and function(_, key)
      for _, base in ipairs(bases) do
        local value = base[key]
        if value ~= nil then
          return value
        end
      end
    end or nil,
  })
  if options.at_once then
    inherit(class, info)
  end
  return class
end

function M.is_class(value)
  return info_of[value] ~= nil
end

-- Lets a value stand for a class.
function M.set_alias(value, class)
  aliases[value] = class
end

-- Returns the class that a value stands for, or the value itself.
function M.resolve_alias(value)
  return aliases[value] or value
end

-- Returns the class of an instance; nil for anything else.
function M.of(value)
  return class_of[getmetatable(value)]
end

-- Whether a value is an instance of the class or of a class that inherits from it.
function M.is(value, class)
  local its_class = class_of[getmetatable(value)]
  return its_class ~= nil and info_of[its_class].ancestors[aliases[class] or class] == true
end

-- Marks a class, and with it what will inherit from it, as of a kind. A kind is any table: each mod may have its own
-- class of a kind.
function M.add_kind(kind, class)
  info_of[class].ancestors[kind] = true
end

-- Returns the set of metatables of instances of a kind. The set is filled when it is asked, so a lookup is cheap.
function M.metatables(kind)
  return setmetatable({}, {
    __mode = "k",
    __index = function(set, meta)
      local its_class = class_of[meta]
      local is_of_kind = its_class ~= nil and info_of[its_class].ancestors[kind] == true
      if meta ~= nil then
        set[meta] = is_of_kind
      end
      return is_of_kind
    end,
  })
end

-- Whether a class is another class or inherits from it.
function M.inherits(class, ancestor)
  local info = info_of[class]
  return info ~= nil and info.ancestors[ancestor] == true
end

-- Lets a settled class answer for members that neither it nor an instance has: read(object, key) returns the value, and
-- write(object, key, value) stores it unless the class has its own __newindex. `object` is nil for a read of the class.
function M.on_missing(class, read, write)
  local info = info_of[class]
  local meta = info.meta
  info.write = write
  function meta.__index(object, key)
    local value = rawget(class, key)
    if value == nil then
      return read(object, key)
    end
    return value
  end
  meta.__newindex = meta.__newindex or write
  getmetatable(class).__index = function(_, key)
    return read(nil, key)
  end
end

-- Returns the name of a class for messages.
function M.name(class)
  return info_of[class].name
end

-- Returns the name of the method that gets the arguments of a new instance; nil if the value is not a class.
function M.constructor(class)
  local info = info_of[class]
  return info and info.constructor
end

function M.bases(class)
  return info_of[class].bases
end

return M
