-- Classes and interfaces of areas (`Class:new`), over core/class.lua: without inheritance; interfaces add methods.

local import = ...
local arguments = import "areas/arguments"
local class = import "core/class"
local errors = import "core/errors"
local pass_on = import "areas/language/delegation"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local fail, shown = errors.fail, text.shown

local M = {}

local MAX_NAME = 100

-- Classes and interfaces of the host: table -> { name, kind ("class" or "interface"), is(value) }.
local fronts = setmetatable({}, { __mode = "k" })
-- Interfaces of mods: table -> { name, members (name -> Lua type, or "" for any), parents, mod }.
local interfaces = setmetatable({}, { __mode = "k" })
-- Classes of mods: class -> { name, mod, interfaces, delegates (name -> field of the instance that holds the inner
-- object), is_prepared, passes_on }; and "mod\0name" -> class.
local classes = setmetatable({}, { __mode = "k" })
local classes_by_key = {}

-- A class or an interface of the host. `is(value)` recognises its instances. With `inert_meta`, further metamethods, it
-- stands for a module that the host leaves out.
function M.front(name, kind, is, functions, inert_meta)
  local front = proxies.new(name, arguments.merge({
    __name = kind,
    __index = functions,
    __tostring = function()
      return kind .. " " .. name
    end,
  }, inert_meta or {}), name .. " belongs to the host")
  fronts[front] = { name = name, kind = kind, is = is, is_inert = inert_meta ~= nil }
  return front
end

local function is_inert(value)
  return fronts[value] ~= nil and fronts[value].is_inert
end

local function check_name(name, title)
  if name == "" or #name > MAX_NAME then
    fail("%s: name is %s: must have 1 to %d characters", title, shown(name), MAX_NAME)
  end
end

function M.is_interface(value)
  return interfaces[value] ~= nil or fronts[value] ~= nil and fronts[value].kind == "interface"
end

function M.is_class(value)
  return classes[value] ~= nil or fronts[value] ~= nil and fronts[value].kind == "class"
end

-- Whether classes and interfaces may name a value as a parent: an interface, or a class that is left out.
function M.is_parent(value)
  return M.is_interface(value) or is_inert(value)
end

-- One parent, a list of them, or nil, as a list.
local function as_list(parents)
  return parents == nil and {} or M.is_parent(parents) and { parents } or parents
end

-- Adds the members of an interface and its parents to a table: name -> Lua type, or "" for any.
local function add_members(interface, members)
  local definition = interfaces[interface]
  if definition then
    for _, parent in ipairs(definition.parents) do
      add_members(parent, members)
    end
    for name, type_name in next, definition.members do
      members[name] = type_name
    end
  end
  return members
end

local function has_type(value, type_name)
  return value ~= nil and (type_name == "" or type(value) == type_name)
end

-- The first member of an interface that an object lacks, and its type; nothing when it has all.
local function find_missing(interface, object)
  local members = add_members(interface, {})
  for _, name in ipairs(arguments.sorted_keys(members)) do
    if not has_type(object[name], members[name]) then
      return name, members[name]
    end
  end
end

function M.new_interface(mod, name, members, parents)
  check_name(name, "class.interface")
  local interface = {}
  local definition = { name = name, members = {}, parents = as_list(parents), mod = mod }
  for key, type_name in stable_order.pairs(members or {}) do
    if type(type_name) == "table" then
      type_name = type_name.optional and "optional" or type_name.type or ""
    end
    if type(key) ~= "string" or type(type_name) ~= "string" then
      fail("class.interface: the member %s is %s: must be a name and a type of Lua", shown(key), shown(type_name))
    elseif type_name ~= "optional" then
      definition.members[key] = type_name == "any" and "" or type_name
    end
  end
  interfaces[interface] = definition
  return setmetatable(interface, {
    __metatable = false,
    __name = "interface",
    __tostring = function()
      return "interface " .. name
    end,
  })
end

-- Copies the methods of an interface and its parents to a class, except those that the class defines or delegates.
local function copy_methods(target, interface, delegates)
  local definition = interfaces[interface]
  for _, parent in ipairs(definition and definition.parents or {}) do
    copy_methods(target, parent, delegates)
  end
  for key, value in next, definition and interface or interface == M.IAspect and M.aspect_methods or {} do
    if type(value) == "function" and rawget(target, key) == nil and key ~= "init" and not delegates[key] then
      rawset(target, key, value)
    end
  end
end

-- Adds the names that a parameter of `delegate` stands for to the list `names`.
local function add_delegated(names, value)
  if interfaces[value] then
    local members = add_members(value, {})
    for key in next, value do
      members[key] = members[key] or ""
    end
    table.move(arguments.sorted_keys(members), 1, #arguments.sorted_keys(members), #names + 1, names)
  elseif type(value) == "string" then
    names[#names + 1] = value
  elseif is_inert(value) then
    return
  elseif arguments.is_plain(value) then
    for _, item in ipairs(value) do
      add_delegated(names, item)
    end
  else
    fail("Invalid delegate parameter %s: must be an interface of a mod, the name of a member, or a list of names",
      shown(value))
  end
end

-- Lets instances of a class pass members on, as soon as there are instances and such members.
local function add_delegates(of, definition)
  if definition.is_prepared and not definition.passes_on and next(definition.delegates) then
    definition.passes_on = true
    pass_on(of, definition.delegates)
  end
end

-- Prepares a class for instances: interfaces may get methods until the first one is created.
local function prepare(of)
  local definition = classes[of]
  if not definition.is_prepared then
    definition.is_prepared = true
    for _, interface in ipairs(definition.interfaces) do
      copy_methods(of, interface, definition.delegates)
    end
    class.settle(of)
    add_delegates(of, definition)
  end
end

-- Makes a class of a mod.
function M.new_class(mod, name, interface_list)
  check_name(name, "class.class")
  local new = class.new { name = name, constructor = "init" }
  local definition = { name = name, mod = mod, interfaces = as_list(interface_list), delegates = {} }
  new.new = function(self, ...)
    if self ~= new then
      fail("%s.new: must be called with a colon: %s:new(…)", name, name)
    end
    prepare(new)
    local object = class.instance(new, ...)
    for _, interface in ipairs(definition.interfaces) do
      local member, type_name = find_missing(interface, object)
      if member then
        fail("%s:new: the instance has no %s: %s requires it%s", name, member, interfaces[interface].name,
          type_name ~= "" and " (" .. type_name .. ")" or "")
      end
    end
    return object
  end
  new.delegate = function(_, field, ...)
    local names = {}
    for i = 1, math.max(1, select("#", ...)) do
      add_delegated(names, (select(i, ...)))
    end
    for _, member in ipairs(names) do
      if member ~= field then
        definition.delegates[member] = field
      end
    end
    add_delegates(new, definition)
  end
  classes[new] = definition
  signatures.apply("areas", "Class", new)
  classes_by_key[mod.id .. "\0" .. name] = new
  return new
end

-- The fields of a class that the host sets.
local MADE_BY_HOST = { __class = true, delegate = true, new = true }

-- Puts what a new table holds into an old one, except the fields of the set `skipped`.
local function replace_members(old, new, set, skipped)
  for key in next, old do
    if not skipped[key] then
      set(old, key, nil)
    end
  end
  for key, value in next, new do
    if not skipped[key] then
      set(old, key, value)
    end
  end
end

-- After a hot reload, lets a class or an interface be what the new one is. Returns whether both are of that kind.
function M.replace(old, new)
  local before, after = classes[old], classes[new]
  if before and after then
    prepare(new)
    replace_members(old, new, class.set, MADE_BY_HOST)
    before.interfaces = after.interfaces
    replace_members(before.delegates, after.delegates, rawset, {})
    add_delegates(old, before)
    -- Functions of the new text mean the old class, too.
    class.set_alias(new, old)
    rawset(new, "new", function(_, ...)
      return old:new(...)
    end)
    classes_by_key[after.mod.id .. "\0" .. after.name] = old
    return true
  elseif interfaces[old] and interfaces[new] then
    replace_members(old, new, rawset, {})
    interfaces[old] = interfaces[new]
    return true
  end
  return false
end

-- The methods of aspects, filled by areas/object/aspects.
M.aspect_methods = {}

-- Whether an interface is another one, or includes it.
local function includes(interface, other)
  if interface == other then
    return true
  end
  for _, parent in ipairs((interfaces[interface] or { parents = {} }).parents) do
    if includes(parent, other) then
      return true
    end
  end
  return false
end

-- Whether the class of an instance of a mod implements an interface.
function M.implements(object, interface)
  for _, implemented in ipairs((classes[class.of(object)] or { interfaces = {} }).interfaces) do
    if includes(implemented, proxies.original(interface) or interface) then
      return true
    end
  end
  return false
end

-- The interface that interfaces of aspects include.
M.IAspect = M.front("IAspect", "interface", function(value)
  return M.implements(value, M.IAspect)
end, M.aspect_methods)

-- The key of an interface of a mod that includes IAspect, "mod.Name"; nil for any other value.
function M.aspect_key(interface)
  interface = proxies.original(interface) or interface
  local definition = interfaces[interface]
  return definition and includes(interface, M.IAspect) and definition.mod.id .. "." .. definition.name or nil
end

-- A copy of an instance of a mod; `copy_value(value)` copies its fields.
function M.clone(object, copy_value)
  local copy = {}
  for key, value in next, object do
    copy[key] = copy_value(value)
  end
  return M.bare(class.of(object), copy)
end

-- Sets the `default_impl` of an interface of aspects for a mod, which may change it.
function M.set_default_implementation(mod, interface, implementation)
  interface = proxies.original(interface) or interface
  local owner = interfaces[interface].mod
  if not proxies.may_change(mod, owner) then
    proxies.refuse("default_impl", owner)
  end
  rawset(interface, "default_impl", implementation)
end

-- The `default_impl` of an interface of aspects: a class, or the path of the file that returns it.
function M.default_implementation(interface)
  interface = proxies.original(interface) or interface
  local implementation = rawget(interface, "default_impl")
  if type(implementation) == "string" then
    return interfaces[interface].mod.env.require(implementation)
  end
  return implementation
end

-- For saves: the id of the mod and the name of the class of an instance; nothing for other values.
function M.identify(object)
  local definition = classes[class.of(object)]
  if definition then
    return definition.mod.id, definition.name
  end
end

-- For saves: whether the class of an instance of a mod has a method.
function M.has_method(object, name)
  local of = class.of(object)
  return (classes[of] and rawget(of, name)) ~= nil
end

-- For saves: calls a method of an instance of a mod, if its class has it; whether it has.
function M.call_method(object, name)
  local of = class.of(object)
  local method = classes[of] and rawget(of, name)
  if values.is_callable(method) then
    method(object)
    return true
  elseif method ~= nil then
    error(string.format("the class %s: %s is %s: must be a function", classes[of].name, name, shown(method)), 0)
  end
end

-- For saves: the class of a mod and a name, or nil.
function M.find(mod, name)
  return classes_by_key[mod .. "\0" .. name]
end

-- For saves: makes a table an instance of a class, without a call of its constructor.
function M.bare(of, object)
  prepare(of)
  return class.bare(of, object)
end

-- Drops the classes of a mod.
function M.forget(mod)
  for key, of in next, classes_by_key do
    if classes[of].mod == mod then
      classes_by_key[key] = nil
    end
  end
end

-- Whether an object is an instance of a class, or has the members of an interface.
function M.is_an(of, object, title)
  if fronts[of] then
    return fronts[of].is(object)
  elseif classes[of] then
    return class.of(object) == class.resolve_alias(of)
  elseif interfaces[of] then
    return type(object) == "table" and find_missing(of, object) == nil
  end
  fail("%s: of is %s: must be a class or an interface", title, shown(of))
end

-- The name of a class or an interface.
function M.name(of)
  return (fronts[of] or classes[of] or interfaces[of]).name
end

-- Whether a class of a mod names an interface.
function M.names_interface(of, interface)
  return classes[of] ~= nil and arguments.contains(classes[of].interfaces, interface)
end

return M
