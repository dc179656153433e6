-- Aspects: objects of mods that belong to a chara, an item or a feat, each for an interface that includes IAspect. An
-- entry of data lists its aspects under `_ext`; they are created with the object, and are saved with it.

local import = ...
local arguments = import "areas/arguments"
local classes = import "areas/language/class"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local objects = import "areas/object/object_states"
local registry = import "areas/data/registry"
local loader = import "core/loader"
local moddable = import "areas/interface/moddable"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown

local M = { methods = {} }
local methods = M.methods

-- The interface that a mod passes: an interface, or the path of the file that returns it.
local function read_interface(value, title)
  return type(value) == "string" and loader.calling_mod(title).env.require(value) or value
end

-- The key of an interface of aspects in the field of an object; raises an error for any other value.
local function key_of(interface, title)
  return classes.aspect_key(interface)
    or fail("%s: %s is not an interface of aspects: must include IAspect", title, shown(interface))
end

-- The aspects of an object, key -> instance; nil when it has none. A mod may have set the field to anything, such as a
-- read-only proxy, which must not be written.
local function aspects_of(state)
  local aspects = state.fields._aspects
  return type(aspects) == "table" and debug.getmetatable(aspects) == nil and aspects or nil
end

-- The keys of the aspects of an object, in order.
local function keys_of(state)
  local keys = {}
  for key, aspect in next, aspects_of(state) or {} do
    if type(key) == "string" and classes.identify(aspect) then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  return keys
end

local function store(state, key, aspect, title)
  if aspect ~= nil and not classes.identify(aspect) then
    fail("%s: the aspect is %s: must be an instance of a class", title, shown(aspect))
  end
  local aspects = aspects_of(state)
  if not aspects then
    aspects = {}
    state.fields._aspects = aspects
  end
  rawset(aspects, key, aspect)
end

-- A new instance of an interface of aspects, of the class `_impl` of params or its default one.
local function new_aspect(object, interface, key, params, title)
  local implementation = params._impl or classes.default_implementation(interface)
  params._impl = nil
  if not classes.is_class(implementation) then
    fail("%s: the aspect %s has no class: must have a default_impl, or params with _impl", title, key)
  end
  return implementation:new(object, params)
end

-- Creates the aspects of a new object. `passed` are the params of its creation, interface -> table, or nil.
function M.build(object, passed, title)
  local state = objects.states[object]
  for _, key in ipairs(arguments.sorted_keys(state.record.aspects or {})) do
    local declared = state.record.aspects[key]
    local params = deep_copy(declared.params)
    local own = arguments.is_plain(passed) and passed[declared.interface]
    for name, value in next, arguments.is_plain(own) and arguments.copy(own) or {} do
      params[name] = value
    end
    store(state, key, new_aspect(object, declared.interface, key, params, title), title)
  end
end

-- Gives a copy of an object copies of its aspects.
function M.clone(state)
  local aspects = {}
  for _, key in ipairs(keys_of(state)) do
    aspects[key] = classes.clone(aspects_of(state)[key], deep_copy)
  end
  state.fields._aspects = next(aspects) and aspects
end

-- The aspect of an interface, or nil; and the key and the state.
local function find(object, interface, title)
  local state, key = objects.of(object, title), key_of(read_interface(interface, title), title)
  local aspect = rawget(aspects_of(state) or {}, key)
  if aspect ~= nil then
    objects.before_access(state)
  end
  return aspect, key, state
end

function methods.get_aspect(self, interface)
  return (find(self, interface, "get_aspect"))
end

function methods.get_aspect_or_default(self, interface, is_set)
  local title = "get_aspect_or_default"
  local aspect, key, state = find(self, interface, title)
  if aspect == nil then
    aspect = new_aspect(self, read_interface(interface, title), key, {}, title)
    if is_set then
      store(state, key, aspect, title)
    end
  end
  return aspect
end

function methods.set_aspect(self, interface, aspect)
  local _, key, state = find(self, interface, "set_aspect")
  store(state, key, aspect, "set_aspect")
end

function methods.remove_all_aspects(self)
  objects.of(self, "remove_all_aspects").fields._aspects = nil
end

function methods.iter_aspects(self, interface)
  local state, list = objects.of(self, "iter_aspects"), {}
  interface = read_interface(interface, "iter_aspects")
  for _, key in ipairs(keys_of(state)) do
    local aspect = aspects_of(state)[key]
    if interface == nil or classes.implements(aspect, interface) then
      list[#list + 1] = aspect
    end
  end
  objects.before_access(state)
  return iterators.of_list(list)
end

function methods.get_aspect_proto(self, interface)
  local _, key, state = find(self, interface, "get_aspect_proto")
  local declared = (state.record.aspects or {})[key]
  return declared and registry.table_for(declared.params, state.record, loader.running_mod()) or nil
end

-- Methods of aspects: fields with temporary values over them, which are stored with the fields of the object.

-- The temporary values of an aspect of an object; with `create` they are made.
local function temporary(aspect, object, create)
  local state = objects.of(object, "the object of an aspect")
  for _, key in ipairs(keys_of(state)) do
    if rawequal(aspects_of(state)[key], aspect) then
      local name = "aspect " .. key
      if create and type(state.temp[name]) ~= "table" then
        state.temp[name] = {}
      end
      return state.temp[name]
    end
  end
  if create then
    fail("the aspect does not belong to the %s %d: must be one of its aspects", state.record.id, state.uid)
  end
end

local aspect_methods = classes.aspect_methods

function aspect_methods.calc(self, object, key, base)
  local value = (temporary(self, object) or {})[key]
  if value == nil then
    value = base
  end
  if value == nil then
    value = self[key]
  end
  return value
end

function aspect_methods.mod(self, object, key, value, how)
  moddable.check_key(key)
  local values = temporary(self, object, true)
  local before = values[key]
  if before == nil then
    before = self[key]
  end
  values[key] = moddable.combine(before, value, how, "IAspect:mod: " .. text.tostring(key))
  return values[key]
end

function aspect_methods.mod_base(self, _, key, value, how)
  self[key] = moddable.combine(self[key], value, how, "IAspect:mod_base: " .. text.tostring(key))
  return self[key]
end

signatures.apply("areas", "IAspect", aspect_methods)

-- The same as methods of the object: name -> method of the aspect.
for name, called in next, { calc_aspect = "calc", mod_aspect = "mod", mod_aspect_base = "mod_base" } do
  methods[name] = function(self, interface, ...)
    local aspect = find(self, interface, name)
    if aspect ~= nil then
      return aspect[called](aspect, self, ...)
    end
    return nil
  end
end

function methods.calc_aspect_base(self, interface, key)
  local aspect = find(self, interface, "calc_aspect_base")
  return aspect and aspect[key]
end

return M
