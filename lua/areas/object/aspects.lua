-- Aspects: objects of mods that belong to a chara, an item or a feat, each for an interface that includes IAspect. An
-- entry of data lists its aspects under `_ext`; they are created with the object, and are saved with it.

local import = ...
local arguments = import "areas/arguments"
local classes = import "areas/language/class"
local errors = import "core/errors"
local iterators = import "areas/iterator/instances"
local objects = import "areas/object/instances"
local registry = import "areas/data/registry"
local loader = import "core/loader"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown

local M = { methods = {} }
local methods = M.methods

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

-- Creates the aspects of a new object. `passed` are the params of its creation, interface -> table, or nil.
function M.build(object, passed, title)
  local state = objects.states[object]
  for _, key in ipairs(arguments.sorted_keys(state.record.aspects or {})) do
    local declared = state.record.aspects[key]
    local params = arguments.copy(declared.params)
    local own = arguments.is_plain(passed) and passed[declared.interface]
    for name, value in next, arguments.is_plain(own) and arguments.copy(own) or {} do
      params[name] = value
    end
    local implementation = params._impl or classes.default_implementation(declared.interface)
    params._impl = nil
    if not classes.is_class(implementation) then
      fail("%s: the aspect %s has no class: must have a default_impl, or params with _impl", title, key)
    end
    store(state, key, implementation:new(object, params), title)
  end
end

function methods.get_aspect(self, interface)
  local state = objects.of(self, "get_aspect")
  local aspects = aspects_of(state)
  local aspect = rawget(aspects or {}, key_of(interface, "get_aspect"))
  if aspect ~= nil then
    objects.lend(state)
  end
  return aspect
end

function methods.set_aspect(self, interface, aspect)
  store(objects.of(self, "set_aspect"), key_of(interface, "set_aspect"), aspect, "set_aspect")
end

function methods.iter_aspects(self)
  local state, list = objects.of(self, "iter_aspects"), {}
  local aspects = arguments.copy(aspects_of(state))
  for i, key in ipairs(arguments.sorted_keys(aspects)) do
    list[i] = aspects[key]
  end
  objects.lend(state)
  return iterators.of_list(list)
end

function methods.get_aspect_proto(self, interface)
  local state = objects.of(self, "get_aspect_proto")
  local declared = (state.record.aspects or {})[key_of(interface, "get_aspect_proto")]
  return declared and registry.table_for(declared.params, state.record, loader.running_mod()) or nil
end

return M
