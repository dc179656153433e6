-- class(name, base, …): classes of the actions dialect. Their constructor is `__construct`, and an operator may be a
-- table of functions by the type of the other operand. Mods see the host's own classes through read-only fronts.

local import = ...
local classes = import "core/class"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local vectors = import "core/game/vectors"

local raise = errors.raise
local seen, unwrap = proxies.seen, proxies.unwrap

local M = { seen = seen, freeze = proxies.freeze }

-- Returns the table or class behind what a mod holds: a proxy, a value that stands for a class, or the value itself.
local function raw(value)
  return unwrap(classes.resolve_alias(value))
end
M.raw = raw

-- What actions know of a value: whether it is an instance of a class or of one derived from it, its class, whether a
-- class is derived from another, and the name of a class.
M.is, M.of, M.inherits, M.name = classes.is, classes.of, classes.inherits, classes.name

local MOST_BASES = 32

-- Name -> class of the host, or false when several have the name; and mod -> the same for the classes of that mod.
local host_classes, mod_classes = {}, setmetatable({}, { __mode = "k" })
-- Name in declarations -> class of the host.
local declared_classes = {}
-- class of a mod -> the mod, and -> { file, line } of its creation.
local owners = setmetatable({}, { __mode = "k" })
local locations = setmetatable({}, { __mode = "k" })

-- The function in `methods` for the type of the other operand, or nil.
local function operation(methods, other)
  local class = classes.of(other)
  if not class then
    return methods[type(other)]
  end
  local method = methods[class] or methods[seen(class)]
  for _, base in ipairs(classes.bases(class)) do
    method = method or methods[base] or methods[seen(base)]
  end
  return method
end

local function type_name(value)
  local class = classes.of(value)
  return class and classes.name(class) or stable_order.type(value)
end
M.type_name = type_name

-- Makes a metamethod of an operator that is given as a table: type of the other operand -> function.
local function operator(name, methods)
  if type(methods) ~= "table" then
    return methods
  end
  local function find(value, other)
    local class = classes.of(value)
    local methods_of_class = class and class[name]
    return type(methods_of_class) == "table" and operation(methods_of_class, other)
  end
  return function(a, b)
    local method = find(a, b)
    if method then
      return method(a, b)
    end
    method = find(b, a)
    if method then
      return method(b, a, true)
    elseif name == "__eq" then
      return false
    end
    raise(type_name(a) .. " and " .. type_name(b) .. " have no operator " .. name)
  end
end

-- Creates a class of the host. It needs a call of `close` when it has all its methods.
function M.define(name, ...)
  return classes.new {
    name = name,
    bases = { ... },
    constructor = "__construct",
    at_once = true,
    numbered = false,
    operator = operator,
    fixed = true,
  }
end

local function add_name(list, class)
  local name = classes.name(class)
  list[name] = list[name] == nil and class
end

-- The class of that name of a mod, or of the host without a mod; nil when there is none, or more than one.
function M.named(mod, name)
  local list = mod and (mod_classes[mod] or {}) or host_classes
  return list[name] or nil
end

-- The class of the host that declarations call by a name, or nil.
function M.declared(name)
  return declared_classes[name]
end

-- Ends the definition of a class of the host and gives the metatable of its instances. `declared` is the name of the
-- class in declarations where it is another one.
function M.close(class, declared)
  local name = classes.name(class)
  declared = declared or name
  signatures.kind("actions", declared, function(value)
    return classes.is(value, class) or classes.is(raw(value), class)
  end, (string.match(declared, "^[AEIOU]") and "an " or "a ") .. declared)
  classes.settle(class)
  signatures.apply("actions", declared, class)
  local front = proxies.freeze_class(class, name)
  add_name(host_classes, class)
  declared_classes[declared] = declared_classes[declared] or class
  local meta = debug.getmetatable(classes.bare(class))
  meta.__metatable = front
  return meta
end

-- Lets a name also stand for a class of the host: saves of older versions have it.
function M.alias(name, class)
  host_classes[name] = class
end

-- The fastest function that creates instances of a class without arguments.
function M.maker(class)
  local meta = debug.getmetatable(classes.bare(class))
  return function()
    -- A mod may have given the class a constructor since.
    return class.__construct and classes.instance(class) or setmetatable({}, meta)
  end
end

-- The class that a mod passed, or nil.
function M.class_of_mod(value)
  local class = raw(value)
  return classes.is_class(class) and class or nil
end

-- The mod that created a class, or nil for a class of the host.
function M.owner(class)
  return owners[class]
end

-- File and line where a mod created a class; nothing for a class of the host.
function M.location(class)
  local location = locations[class]
  if location then
    return location[1], location[2]
  end
end

-- What is wrong with the position of an entity, which a mod may have assigned; nil when nothing is.
function M.problem_of_position(entity)
  local x, y = vectors.parts(entity.pos)
  if math.tointeger(x) and math.tointeger(y) then
    return nil
  elseif not x then
    return "pos of " .. M.type_name(entity) .. " is " .. M.type_name(entity.pos) .. ": must be a Vec"
  end
  return ("pos of %s has numbers that are not whole: Vec(%s, %s)"):format(M.type_name(entity), x, y)
end

-- The classes that a mod made, or without one of all mods, that are derived from a class, registered or not, in the
-- order in which they were written. A function of another mod may have made them for it.
function M.derived(mod_id, base)
  local list = {}
  for class in next, owners do
    local file = locations[class][1]
    if file and (not mod_id or string.match(file, "^[^/]+") == mod_id) and M.inherits(class, base) then
      list[#list + 1] = class
    end
  end
  table.sort(list, function(a, b)
    local a_file, a_line = M.location(a)
    local b_file, b_line = M.location(b)
    if a_file ~= b_file then
      return a_file < b_file
    elseif a_line ~= b_line then
      return a_line < b_line
    end
    return M.name(a) < M.name(b)
  end)
  return list
end

-- The fields that a class did not inherit, by name: a class that is in use holds what it inherits, too.
function M.declared_fields(class)
  local fields = {}
  for name, value in next, class do
    fields[name] = type(name) == "string" and value or nil
  end
  for _, base in ipairs(classes.bases(class)) do
    for name, value in next, fields do
      if rawequal(value, base[name]) then
        fields[name] = nil
      end
    end
  end
  return fields
end

-- Raises an error about the field `name`, which should be in the table `fields`, where a mod created the class. The
-- nearest key of the table follows.
function M.blame(class, message, name, fields)
  local file, line = M.location(class)
  local hint = typos.find_misspelled(name, fields)
  message = hint and message .. "; " .. hint or message
  if file then
    errors.raise_at(file, line, message)
  end
  raise(message)
end

-- The class that a mod passed as an argument; raises for anything else.
function M.check_class(value, argument)
  local class = M.class_of_mod(value)
  if not class then
    -- `require` gives true for a file that returns nothing.
    raise(argument .. " is " .. (value == true and "true: did the file that it was required from return it?"
      or type_name(value) .. ": must be a class"))
  end
  return class
end

-- Fields of classes that the host reads, and that all mods reach through entities.
local SHARED = { "baseModifiers", "sequenceSteps", "decoratorsList" }

-- Protects the shared fields of a class: only its mod, and mods that depend on that mod, may change them.
function M.share(class)
  local owner = owners[class]
  for i = 1, owner and #SHARED or 0 do
    local name = SHARED[i]
    local value = class[name]
    if type(value) == "table" and debug.getmetatable(value) == nil then
      class[name] = proxies.shared(value, owner)
    end
  end
end

-- A class as a mod may see it: read-only when it belongs to another mod.
local function shown_to(mod, class)
  return proxies.seen_by(mod, seen(class), owners[class])
end

local function create(mod, name, bases)
  local class = classes.new {
    name = name,
    bases = bases,
    constructor = "__construct",
    -- Instances of actions are created each turn and are never keys, so they need no number.
    numbered = not (bases[1] and bases[1].unnumbered),
    operator = operator,
    hidden = true,
  }
  owners[class], locations[class] = mod, { errors.where_made(mod.id) }
  return class
end

local function new(mod, name, ...)
  local count, bases = select("#", ...), { ... }
  if type(name) ~= "string" then
    raise("class: the name is " .. stable_order.type(name) .. ": must be a string")
  elseif count > MOST_BASES then
    raise("class " .. name .. ": it has " .. count .. " bases: may have at most " .. MOST_BASES)
  end
  for i = 1, count do
    bases[i] = M.check_class(bases[i], "class " .. name .. ": argument " .. i + 1)
    M.share(bases[i])
  end
  local class = create(mod, name, bases)
  mod_classes[mod] = mod_classes[mod] or {}
  add_name(mod_classes[mod], class)
  return class
end

-- Creates a class for a mod, which the mod did not write, and which is not found by its name.
function M.define_for(mod, name, base)
  return create(mod, name, { base })
end

-- The callable table `class` of a mod.
function M.front(mod)
  local functions = {}

  local function class_for(value)
    return M.class_of_mod(value) or classes.of(value)
  end

  -- The name of a class or of the class of an instance; nil for anything else.
  function functions.name(value)
    local class = class_for(value)
    return class and classes.name(class)
  end

  -- The class of an instance, or Lua's type of anything else.
  function functions.type(value)
    local class = classes.of(value)
    return class and shown_to(mod, class) or stable_order.type(value)
  end

  function functions.is(value, class)
    if type(class) == "string" then
      return stable_order.type(value) == class
    end
    local expected = raw(class)
    return classes.is(value, expected) or M.class_of_mod(value) ~= nil and classes.inherits(raw(value), expected)
  end

  -- The classes to which an instance belongs, as a set.
  function functions.types(value)
    local set = {}
    local function add(class)
      set[shown_to(mod, class)] = true
      for _, base in ipairs(classes.bases(class)) do
        add(base)
      end
    end
    local class = class_for(value)
    if class then
      add(class)
    end
    return set
  end

  function functions.is_class(value)
    return M.class_of_mod(value) ~= nil
  end

  function functions.meta(value)
    local class = class_for(value)
    return class and shown_to(mod, class)
  end

  -- Copies the fields of the bases into a class, as its first use does.
  function functions.build(value)
    classes.settle(raw(value))
  end

  function functions.new(name, ...)
    return new(mod, name, ...)
  end
  signatures.apply("actions", "class", functions)

  return proxies.new("class", {
    __index = functions,
    __call = function(_, name, ...)
      return new(mod, name, ...)
    end,
  })
end

return M
