-- Classes as the actions dialect has them: `class(name, base, …)`, constructor `__construct`, operators by the type of the
-- other operand. The host's own classes are shared by all mods, so mods see them through a front that cannot be changed.

local import = ...
local classes = import "core/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local typos = import "core/typos"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local error, ipairs, select, setmetatable, type = error, ipairs, select, setmetatable, type
local getmetatable = debug.getmetatable
local is_callable = import("core/border/values").is_callable
local match, gsub, tointeger = string.match, string.gsub, math.tointeger

local M = {}

local MOST_BASES = 32

-- class of the host -> what mods see of it, and back; what is frozen -> its front, and back.
local fronts = setmetatable({}, { __mode = "k" })
local behind = setmetatable({}, { __mode = "k" })
-- Name -> class of the host, or false when several have it; mod -> the same for its own.
local of_host, of_mods = {}, setmetatable({}, { __mode = "k" })
-- class of a mod -> the mod, and -> { file, line } where it was made.
local owners = setmetatable({}, { __mode = "k" })
local places = setmetatable({}, { __mode = "k" })

-- The class (or frozen table) itself for what a mod holds of it.
local function raw(value)
  value = classes.meant(value)
  value = proxies.original(value) or value
  return behind[value] or value
end
M.raw = raw

local function seen(class)
  return fronts[class] or class
end

-- What mods see of a class.
M.seen = seen

local set_frozen

-- Names that a table of the host was asked for and has not: table -> names.
local asked = setmetatable({}, { __mode = "k" })

-- Warns, once, of a name that is almost one of those of a table of the host.
local function near(value, name, title)
  local before = asked[value] or {}
  asked[value] = before
  if not before[name] then
    before[name] = true
    typos.check({ [name] = true }, typos.set(value), title)
  end
end

-- A table of the host as mods see it: to be read, never changed, all the way down.
local function freeze(value, title)
  if type(value) ~= "table" or behind[value] or classes.of(value) then
    return value
  elseif classes.is_class(value) then
    return fronts[value] or value
  end
  local front = fronts[value]
  if not front then
    front = setmetatable({}, {
      __metatable = false,
      __name = title,
      __index = function(_, key)
        local found = value[key]
        if found == nil and type(key) == "string" and getmetatable(value) == nil then
          near(value, key, title)
        end
        return freeze(found, title)
      end,
      __newindex = function(_, key)
        set_frozen(title, key)
      end,
      __len = function()
        return #value
      end,
      __call = is_callable(value) and function(_, ...)
        return value(...)
      end or nil,
      __pairs = function()
        local step, state, key = stable_order.pairs(value)
        return function()
          local element
          key, element = step(state, key)
          return key, freeze(element, title)
        end
      end,
    })
    fronts[value], behind[front] = front, value
    proxies.lock(front, title)
  end
  return front
end
M.freeze = freeze

-- An object of the host that mods share as it is.
function M.lock(object, title)
  behind[object] = object
  proxies.lock(object, title)
end

function set_frozen(title, key)
  error(title .. "." .. text.tostring(key) .. " cannot be set: " .. title .. " is the host's", 3)
end

-- The function among `methods` for an operand of another type, or nil.
local function operation(methods, other)
  local class = classes.of(other)
  if not class then
    return methods[type(other)]
  end
  local found = methods[class] or methods[seen(class)]
  if found then
    return found
  end
  for _, base in ipairs(classes.bases(class)) do
    found = methods[base] or methods[seen(base)]
    if found then
      return found
    end
  end
end

local function type_name(value)
  local class = classes.of(value)
  return class and classes.name(class) or stable_order.type(value)
end

-- The metamethod for operators given as a table: type of the other operand -> function.
local function operator(name, methods)
  if type(methods) ~= "table" then
    return methods
  end
  return function(a, b)
    local class = classes.of(a)
    local own = class and class[name]
    local found = type(own) == "table" and operation(own, b)
    if found then
      return found(a, b)
    end
    class = classes.of(b)
    own = class and class[name]
    found = type(own) == "table" and operation(own, a)
    if found then
      return found(b, a, true)
    end
    if name == "__eq" then
      return false
    end
    raise("no " .. name .. " of " .. type_name(a) .. " and " .. type_name(b) .. " is known")
  end
end

-- A class of the host, to be closed when it has all its methods.
function M.define(name, ...)
  local class = classes.new {
    name = name,
    bases = { ... },
    constructor = "__construct",
    at_once = true,
    numbered = false,
    operator = operator,
  }
  return class
end

local function note_name(list, class)
  local name = classes.name(class)
  list[name] = list[name] == nil and class
end

-- The class of that name that a mod made, or the host when there is no mod; nil when there is none, or more than one.
function M.named(mod, name)
  local list = mod and (of_mods[mod] or {}) or of_host
  return list[name] or nil
end

-- Ends the definition of a class of the host, and gives the metatable of its instances. `declared` is what it is called in
-- declarations, where that is not its name.
function M.close(class, declared)
  declared = declared or classes.name(class)
  signatures.kind("actions", declared, function(value)
    return classes.is(value, class) or classes.is(raw(value), class)
  end, (match(declared, "^[AEIOU]") and "an " or "a ") .. declared)
  classes.settle(class)
  signatures.apply("actions", declared, class)
  local meta = getmetatable(classes.bare(class))
  local front = {}
  setmetatable(front, {
    __metatable = false,
    __name = "class",
    __index = function(_, key)
      local value = class[key]
      if type(value) == "table" then
        return freeze(value, classes.name(class))
      end
      return value
    end,
    __newindex = function(_, key)
      set_frozen(classes.name(class), key)
    end,
    __call = function(_, ...)
      return classes.instance(class, ...)
    end,
    __pairs = function()
      return stable_order.closed_pairs(class)
    end,
  })
  fronts[class], behind[front] = front, class
  note_name(of_host, class)
  proxies.lock(front, classes.name(class))
  meta.__metatable = front
  return meta
end

-- A function that makes instances of a class by the shortest way: those that no constructor wants to see.
function M.maker(class)
  if class.__construct then
    return function()
      return classes.instance(class)
    end
  end
  local meta = getmetatable(classes.bare(class))
  return function()
    return setmetatable({}, meta)
  end
end

-- Whether a value is an instance of a class of the host or of one made from it.
M.is = classes.is
M.of = classes.of

-- The class that a mod passed, or nil.
function M.class_of_mod(value)
  local class = raw(value)
  return classes.is_class(class) and class or nil
end

function M.name(class)
  return classes.name(class)
end

-- The mod that made a class, or nil when it is the host's.
function M.owner(class)
  return owners[class]
end

-- File and line where a mod made a class; for a class of the host nothing.
function M.place(class)
  local place = places[class]
  if place then
    return place[1], place[2]
  end
end

-- Raises a message about a class where it is used, or when no mod does that, where it was made.
function M.blame(class, message)
  local file, line = M.place(class)
  if file and not errors.where() then
    errors.raise_at(file, line, message)
  end
  raise(message)
end

M.inherits = classes.inherits

local function check_class(value, what)
  local class = M.class_of_mod(value)
  if not class then
    -- `require` gives true for a file that returns nothing.
    raise(what .. " is " .. (value == true and "true: did the file that it was required from return it?"
      or type_name(value) .. ": must be a class"))
  end
  return class
end
M.check_class = check_class
M.type_name = type_name

-- What the host reads of classes of entities, and entities lead everybody to.
local SHARED = { "baseModifiers", "sequenceSteps", "decoratorsList" }

-- Lets the mod of a class, and who depends on it, alone change what the class holds for its entities.
function M.share(class)
  local owner = owners[class]
  for i = 1, owner and #SHARED or 0 do
    local name = SHARED[i]
    local value = class[name]
    if type(value) == "table" and getmetatable(value) == nil then
      class[name] = proxies.shared(value, owner)
    end
  end
end

-- A class as a mod may see it: those of others only to be read.
local function shown_to(mod, class)
  local owner = owners[class]
  if owner and not proxies.may_change(mod, owner) then
    return proxies.read_only(class, owner)
  end
  return seen(class)
end

local function new(mod, name, ...)
  if type(name) ~= "string" then
    raise("class: the name is " .. stable_order.type(name) .. ": must be a string")
  end
  local bases = { ... }
  if select("#", ...) > MOST_BASES then
    raise("class " .. name .. ": it has " .. select("#", ...) .. " bases: may have at most " .. MOST_BASES)
  end
  for i = 1, select("#", ...) do
    bases[i] = check_class(bases[i], "class " .. name .. ": argument " .. i + 1)
    M.share(bases[i])
  end
  local made = classes.new {
    name = name,
    bases = bases,
    constructor = "__construct",
    -- Actions are made anew each turn, and are no keys.
    numbered = not (bases[1] and bases[1].unnumbered),
    operator = operator,
    hidden = true,
  }
  owners[made], places[made] = mod, { errors.where() }
  of_mods[mod] = of_mods[mod] or {}
  note_name(of_mods[mod], made)
  return made
end

-- The table `class` of a mod, which can be called.
function M.front(mod)
  local functions = {}

  -- The name of a class or of the class of an instance; nil for anything else.
  function functions.name(value)
    local class = M.class_of_mod(value) or classes.of(value)
    return class and classes.name(class)
  end

  -- The class of an instance, or what Lua calls the type of anything else.
  function functions.type(value)
    local class = classes.of(value)
    return class and shown_to(mod, class) or stable_order.type(value)
  end

  function functions.is(value, class)
    if type(class) == "string" then
      return stable_order.type(value) == class
    end
    local wanted = raw(class)
    return classes.is(value, wanted) or M.class_of_mod(value) ~= nil and classes.inherits(raw(value), wanted)
  end

  -- The classes that an instance belongs to, as a set.
  function functions.types(value)
    local found = {}
    local function add(class)
      found[shown_to(mod, class)] = true
      for _, base in ipairs(classes.bases(class)) do
        add(base)
      end
    end
    local class = M.class_of_mod(value) or classes.of(value)
    if class then
      add(class)
    end
    return found
  end

  function functions.is_class(value)
    return M.class_of_mod(value) ~= nil
  end

  function functions.meta(value)
    local class = M.class_of_mod(value) or classes.of(value)
    return class and shown_to(mod, class)
  end

  -- Takes over what the bases of a class have: done by itself when it is first used.
  function functions.build(value)
    classes.settle(raw(value))
  end

  functions.new = function(name, ...)
    return new(mod, name, ...)
  end
  signatures.apply("actions", "class", functions)

  return setmetatable({}, {
    __metatable = false,
    __index = functions,
    __newindex = function(_, key)
      set_frozen("class", key)
    end,
    __call = function(_, name, ...)
      return new(mod, name, ...)
    end,
  })
end

-- What stands before a message that an error brought along: "mod/file.lua", line, the rest.
function M.split_place(message)
  local file, line, rest = match(message, "^([%w_]+/[^:\n]+%.lua):(%d+): (.*)$")
  if file then
    return file, tointeger(line), rest
  end
  return nil, nil, (gsub(message, "^%[host%]/[%w_/]+%.lua:%d+: ", ""))
end

return M
