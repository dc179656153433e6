-- Classes and interfaces as this dialect knows them, a front over core/class.lua: no inheritance, interfaces are mixed in.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, next, rawget, rawset, setmetatable, type = ipairs, next, rawget, rawset, setmetatable, type

local M = {}

-- What the host gives for a class or an interface: table -> { name, kind, is(value) }.
local fronts = setmetatable({}, { __mode = "k" })
-- Interfaces of mods: table -> { name, members, methods, parents, mod }.
local interfaces = setmetatable({}, { __mode = "k" })
-- Classes of mods: class -> { name, mod, interfaces }, and "mod\0name" -> class.
local classes = setmetatable({}, { __mode = "k" })
local by_key = {}

-- A class or interface of the host, whose instances `is` knows.
function M.front(name, kind, is, functions)
  local front = setmetatable({}, {
    __metatable = false,
    __name = kind,
    __index = functions,
    __newindex = function(_, key)
      raise(format("%s.%s cannot be set: %s is of the host", name, text.tostring(key), name))
    end,
    __tostring = function()
      return kind .. " " .. name
    end,
  })
  fronts[front] = { name = name, kind = kind, is = is }
  return front
end

local function need_name(name, what)
  if name == "" or #name > 100 then
    raise(format("%s: name is %s: must have 1 to 100 characters", what, shown(name)))
  end
end

local function is_interface(value)
  return interfaces[value] ~= nil or fronts[value] ~= nil and fronts[value].kind == "interface"
end

local function is_class(value)
  return classes[value] ~= nil or fronts[value] ~= nil and fronts[value].kind == "class"
end

local function each_parent(list)
  return list == nil and {} or is_interface(list) and { list } or list
end

-- The members that an interface asks for: name -> Lua type, or "" for any.
local function members_of(interface, into)
  local known = interfaces[interface]
  if known then
    for _, parent in ipairs(known.parents) do
      members_of(parent, into)
    end
    for name, kind in next, known.members do
      into[name] = kind
    end
  end
  return into
end

local function fits(kind, value)
  if kind == "function" then
    return type(value) == "function"
  end
  return value ~= nil and (kind == "" or type(value) == kind)
end

local function missing(interface, object)
  local members = members_of(interface, {})
  local names = {}
  for name in next, members do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    if not fits(members[name], object[name]) then
      return name, members[name]
    end
  end
end

local function new_interface(mod, name, members, parents)
  need_name(name, "class.interface")
  local interface = {}
  local known = { name = name, members = {}, parents = each_parent(parents), mod = mod }
  for key, kind in stable_order.pairs(members or {}) do
    if type(kind) == "table" then
      kind = kind.optional and "optional" or kind.type or ""
    end
    if type(key) ~= "string" or type(kind) ~= "string" then
      raise(format("class.interface: the member %s is %s: must be a name and a type of Lua", shown(key), shown(kind)))
    end
    if kind ~= "optional" then
      known.members[key] = kind == "any" and "" or kind
    end
  end
  interfaces[interface] = known
  return setmetatable(interface, {
    __metatable = false,
    __name = "interface",
    __tostring = function()
      return "interface " .. name
    end,
  })
end

-- Gives a class the methods of an interface that it has not itself.
local function mix(target, interface)
  local known = interfaces[interface]
  for _, parent in ipairs(known and known.parents or {}) do
    mix(target, parent)
  end
  if known then
    for key, value in next, interface do
      if type(value) == "function" and rawget(target, key) == nil and key ~= "init" then
        rawset(target, key, value)
      end
    end
  end
end

local function new_class(mod, name, list)
  need_name(name, "class.class")
  local parents = each_parent(list)
  local made = class.new { name = name, constructor = "init" }
  local prepared = false
  local function prepare()
    if not prepared then
      prepared = true
      for _, interface in ipairs(parents) do
        mix(made, interface)
      end
    end
  end
  made.new = function(self, ...)
    if self ~= made then
      raise(format("%s.new: it is called with a colon: %s:new(…)", name, name))
    end
    prepare()
    local object = class.instance(made, ...)
    for _, interface in ipairs(parents) do
      local member, kind = missing(interface, object)
      if member then
        raise(format("%s:new: the instance has no %s: %s asks for it%s", name, member, interfaces[interface].name,
          kind ~= "" and " (" .. kind .. ")" or ""))
      end
    end
    return object
  end
  made.delegate = function(_, field, names)
    for _, method in ipairs(names) do
      made[method] = function(self, ...)
        local target = self[field]
        return target[method](target, ...)
      end
    end
  end
  classes[made] = { name = name, mod = mod, interfaces = parents, prepare = prepare }
  signatures.apply("areas", "Class", made)
  by_key[mod.id .. "\0" .. name] = made
  return made
end

-- For saves: the mod and the name of the class of an instance, or nil; and the class of these.
function M.identify(object)
  local known = classes[class.of(object)]
  if known then
    return known.mod.id, known.name
  end
end

function M.find(mod, name)
  return by_key[mod .. "\0" .. name]
end

-- An instance without its constructor being called, to be filled from a save.
function M.bare(made, object)
  classes[made].prepare()
  class.settle(made)
  return class.bare(made, object)
end

function M.forget(mod)
  for key, made in next, by_key do
    if classes[made].mod == mod then
      by_key[key] = nil
    end
  end
end

local function is_an(of, object, what)
  if fronts[of] then
    return fronts[of].is(object)
  elseif classes[of] then
    return class.of(object) == of
  elseif interfaces[of] then
    return type(object) == "table" and missing(of, object) == nil
  end
  raise(format("%s: of is %s: must be a class or an interface", what, shown(of)))
end
M.is_an, M.is_class, M.is_interface = is_an, is_class, is_interface

-- The table `class` of a mod. `by_path` finds what a require path stands for.
function M.of(mod, by_path)
  local function resolved(of)
    return type(of) == "string" and by_path(of) or of
  end
  local library = {
    class = function(name, list)
      return new_class(mod, name, list)
    end,
    interface = function(name, members, parents)
      return new_interface(mod, name, members, parents)
    end,
    is_an = function(of, object)
      return is_an(resolved(of), object, "class.is_an")
    end,
    assert_is_an = function(of, object)
      of = resolved(of)
      if not is_an(of, object, "class.assert_is_an") then
        local known = fronts[of] or classes[of] or interfaces[of]
        raise(format("a %s was expected, got %s", known.name, shown(object)))
      end
      return object
    end,
    is_class = is_class,
    is_interface = is_interface,
    is_class_instance = function(value)
      return classes[class.of(value)] ~= nil
    end,
    implements = function(of, interface)
      local known = classes[of]
      for _, one in ipairs(known and known.interfaces or {}) do
        if one == interface then
          return true
        end
      end
      return false
    end,
  }
  signatures.apply("areas", "class", library)
  return setmetatable({}, {
    __metatable = false,
    __index = library,
    __call = function(_, ...)
      return library.class(...)
    end,
    __newindex = function(_, key)
      raise(format("class.%s cannot be set: class is a table of the host", text.tostring(key)))
    end,
  })
end

return M
