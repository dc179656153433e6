-- Makes the classes of maps, areas and objects: each instance has a private state, fields that mods set, and methods.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local session = import "areas/session"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local raise, fail, shown = errors.raise, errors.fail, text.shown
local next, type = next, type

local M = {}

local MAX_FIELDS = 1000
-- Names that no instance can have as a field.
local RESERVED = { __class = true, __iface = true, __mt = true }

-- Makes the states of instances that `noun` names: a weak table (instance -> state); of(self, method), which returns
-- the state of an instance on which a mod called a method and marks it for the next save; and a function that marks all
-- instances as part of a game that is over. `explain_gone(state)` says why an instance can no longer be used.
function M.new_states(noun, touch, explain_gone)
  local states = session.weak()
  local function of(self, method)
    local state = states[self]
    if not state then
      fail("%s: it is called on %s: must be %s, with a colon", method, shown(self), noun)
    elseif state.gone then
      raise(method .. ": " .. explain_gone(state))
    end
    touch(state)
    return state
  end
  local function end_game()
    for _, state in next, states do
      state.gone = true
    end
  end
  return states, of, end_game
end

-- A function that reads a field of a state, for `computed` of a class.
function M.reads(name)
  return function(state)
    return state[name]
  end
end

-- The `__newindex` of a class, as `new_class` describes it.
local function make_setter(class)
  local states, methods, assignable = class.states, class.methods, class.assignable
  local noun, touch, check = class.noun, class.touch, class.check
  local reserved = arguments.copy(class.computed)
  for key in next, RESERVED do
    reserved[key] = true
  end
  return function(self, key, value)
    if reserved[key] then
      fail("%s of %s cannot be set: '%s' is a reserved field name on map objects.", key, noun, key)
    elseif key == nil or key ~= key then
      fail("a field of %s cannot be called %s", noun, shown(key))
    elseif methods[key] and not (assignable and assignable[key]) then
      fail("%s of %s cannot be set: it is a method", key, noun)
    end
    local state = states[self]
    value = check(key, value, state)
    local before = state.fields[key]
    if before == nil and value ~= nil then
      state.field_count = state.field_count + 1
      if state.field_count > MAX_FIELDS then
        fail("%s may have at most %d fields", noun, MAX_FIELDS)
      end
    elseif before ~= nil and value == nil then
      state.field_count = state.field_count - 1
    end
    touch(state)
    state.fields[key] = value
  end
end

-- Makes the metatable of a class of instances whose states have `fields` and `field_count`. A class:
--   name, noun               "InstancedMap" and "a map"
--   states                   instance -> state
--   methods                  name -> function; add_methods fills it later
--   computed                 name -> function(state): what mods can read, but not set
--   assignable               set of the methods that a field may hide; may be missing
--   touch(state)             marks an instance for the next save
--   before_access(state)              is called before a mod gets hold of a table of the state
--   check(key, value, state) raises an error for a wrong value of a field; returns the value to store
--   title(state)             an instance as text
function M.new_class(class)
  local states, methods, computed, before_access = class.states, class.methods, class.computed, class.before_access
  local meta = proxies.refuse_rawset(class.name, { __name = class.name, __newindex = make_setter(class) })

  function meta.__index(self, key)
    local state = states[self]
    local value = state.fields[key]
    if value ~= nil then
      if type(value) == "table" then
        before_access(state)
      end
      return value
    end
    value = methods[key]
    if value ~= nil then
      return value
    end
    local compute = computed[key]
    return compute and compute(state)
  end

  function meta.__pairs(self)
    before_access(states[self])
    return stable_order.closed_pairs(states[self].fields)
  end

  function meta.__tostring(self)
    return class.title(states[self])
  end

  return meta
end

-- Adds methods to a class, which has none of their names yet. The classes and interfaces of the list `names` declare
-- their arguments. Methods are added late, because their files require the file that makes the class.
function M.add_methods(methods, names, ...)
  for name, method in next, arguments.merge(methods, ...) do
    methods[name] = method
  end
  for _, name in ipairs(names) do
    signatures.apply("areas", name, methods)
  end
  return methods
end

return M
