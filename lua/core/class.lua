-- The one class library. How a class is made, what its constructor is called and when it takes over what its bases have
-- are habits of a dialect: each has a front of its own.

local import = ...
local stable_order = import "core/sandbox/stable_order"

local getmetatable = debug.getmetatable
local ipairs, next, rawget, rawset, setmetatable = ipairs, next, rawget, rawset, setmetatable

local M = {}

-- class -> { name, bases, ancestors (set, the class itself among them), constructor, meta (of its instances), settled,
-- numbered, operator }.
local known_classes = setmetatable({}, { __mode = "k" })
-- What stands for a class, such as a name that other dialects use, too -> the class.
local meanings = setmetatable({}, { __mode = "k" })
-- metatable of instances -> class.
local class_of = setmetatable({}, { __mode = "k" })

-- What a class may say of its instances; __gc and __mode would tell when Lua collects, and __index is the class.
local METAMETHODS = {
  "__add", "__band", "__bnot", "__bor", "__bxor", "__call", "__close", "__concat", "__div", "__eq", "__idiv", "__le",
  "__len", "__lt", "__mod", "__mul", "__newindex", "__pairs", "__pow", "__shl", "__shr", "__sub", "__tostring", "__unm",
}

local count = 0

-- Takes over from the bases, the first one winning, what the class has not itself.
local function inherit(class, known)
  for _, base in ipairs(known.bases) do
    M.settle(base)
    for key, value in next, base do
      if rawget(class, key) == nil then
        rawset(class, key, value)
      end
    end
  end
end

-- Makes a class ready for instances: what its bases get from now on is no longer inherited.
function M.settle(class)
  local known = known_classes[class]
  if known.settled then
    return
  end
  known.settled = true
  inherit(class, known)
  getmetatable(class).__index = nil
  local meta, operator = known.meta, known.operator
  for _, name in ipairs(METAMETHODS) do
    local method = rawget(class, name)
    if method ~= nil then
      meta[name] = operator and operator(name, method) or method
    end
  end
end

-- An instance that no constructor has seen; `object` is a table that is to be it.
local function bare(class, known, object)
  if not known.settled then
    M.settle(class)
  end
  object = setmetatable(object or {}, known.meta)
  if known.numbered then
    count = count + 1
    stable_order.number_instance(object, count)
  end
  return object
end

function M.bare(class, object)
  return bare(class, known_classes[class], object)
end

local function instance(class, ...)
  local known = known_classes[class]
  local object = bare(class, known)
  local construct = class[known.constructor]
  if construct then
    construct(object, ...)
  end
  return object
end
M.instance = instance

-- A new class: a table that can be called for an instance, with the fields of its bases until it has its own. options:
-- name, bases (a list), constructor (the name of the method that is given the arguments), at_once (whether it takes
-- over what the bases have when it is made, and not when it is first used), numbered (false when its instances are many
-- and never keys that `pairs` meets), hidden (whether getmetatable of an instance tells no class), operator(name,
-- value), which makes a metamethod of what a class holds.
function M.new(options)
  local class = {}
  local known = {
    name = options.name or "class",
    bases = options.bases or {},
    ancestors = { [class] = true },
    constructor = options.constructor,
    numbered = options.numbered ~= false,
    operator = options.operator,
    meta = { __index = class, __name = options.name, __metatable = not options.hidden and class },
  }
  known_classes[class], class_of[known.meta] = known, class
  for _, base in ipairs(known.bases) do
    for ancestor in next, known_classes[base].ancestors do
      known.ancestors[ancestor] = true
    end
  end
  local bases = known.bases
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
    inherit(class, known)
  end
  return class
end

function M.is_class(value)
  return known_classes[value] ~= nil
end

-- Lets a value stand for a class, or for what a dialect shows of one.
function M.let_mean(value, class)
  meanings[value] = class
end

-- The class that a value stands for; the value itself when it stands for none.
function M.meant(value)
  return meanings[value] or value
end

-- The class of an instance; nil for anything else.
function M.of(value)
  return class_of[getmetatable(value)]
end

-- Whether a value is an instance of the class or of one that inherits from it.
function M.is(value, class)
  local own = class_of[getmetatable(value)]
  return own ~= nil and known_classes[own].ancestors[meanings[class] or class] == true
end

-- Counts a class among those of a kind, and with it what will inherit from it. A kind is any table: each mod may have a
-- class of it.
function M.count_among(kind, class)
  known_classes[class].ancestors[kind] = true
end

-- The metatables of instances of classes of a kind: a set that is found out as it is asked, so that to ask costs
-- little.
function M.metatables(kind)
  return setmetatable({}, {
    __mode = "k",
    __index = function(set, meta)
      local own = class_of[meta]
      local is_one = own ~= nil and known_classes[own].ancestors[kind] == true
      if meta ~= nil then
        set[meta] = is_one
      end
      return is_one
    end,
  })
end

-- Whether a class is another, or inherits from it.
function M.inherits(class, ancestor)
  local known = known_classes[class]
  return known ~= nil and known.ancestors[ancestor] == true
end

-- What a class is called, in messages.
function M.name(class)
  return known_classes[class].name
end

-- The name of the method that is given the arguments of a new instance; nil for what is no class.
function M.constructor(class)
  local known = known_classes[class]
  return known and known.constructor
end

function M.bases(class)
  return known_classes[class].bases
end

return M
