-- Fields that mods set on maps, areas and objects.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format

local M = {}

local MAX_FIELDS = 1000

-- The `__newindex` of a class of instances with a private state that has `fields` and `field_count`.
-- class: noun ("a map"), states (instance -> state), methods (set of names), reserved (set of names), touch(state), and
-- check(key, value, state), which raises an error for a wrong value and returns the value to store.
function M.setter(class)
  local states, methods, reserved, touch, check = class.states, class.methods, class.reserved, class.touch, class.check
  return function(self, key, value)
    if reserved[key] then
      raise(format("%s of %s cannot be set: that name is reserved", key, class.noun))
    elseif key == nil or key ~= key then
      raise(format("a field of %s cannot be called %s", class.noun, shown(key)))
    elseif methods[key] and not (class.assignable and class.assignable[key]) then
      raise(format("%s of %s cannot be set: it is a method", key, class.noun))
    end
    local state = states[self]
    value = check(key, value, state)
    local before = state.fields[key]
    if before == nil and value ~= nil then
      state.field_count = state.field_count + 1
      if state.field_count > MAX_FIELDS then
        raise(format("%s may have at most %d fields", class.noun, MAX_FIELDS))
      end
    elseif before ~= nil and value == nil then
      state.field_count = state.field_count - 1
    end
    touch(state)
    state.fields[key] = value
  end
end

return M
