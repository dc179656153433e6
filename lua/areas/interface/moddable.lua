-- Fields that last, and what lies over them for a while: calc, mod, mod_base, reset, refresh.

local import = ...
local errors = import "core/errors"
local emitter = import "areas/interface/event_emitter"
local stable_order = import "core/sandbox/stable_order"
local state = import "areas/session"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, type = ipairs, type

local M = {}

-- Methods calc, mod, … over a table of fields and one of what lies over them for a while: own(self, method) gives both.
-- `lent(one)` is told when a table of it gets into the hands of a mod.
function M.layered(own, lent, lasting)
  local made = {}

  local function given(one, value)
    if type(value) == "table" then
      lent(one)
    end
    return value
  end

  function made.calc(self, key)
    local one = own(self, "calc")
    local value = one.temp[key]
    if value == nil then
      value = lasting(self, one, key)
    end
    return given(one, value)
  end

  local function combined(before, value, how, what)
    if how == nil or how == "add" then
      if before == nil then
        return value
      elseif type(before) ~= "number" or type(value) ~= "number" then
        raise(format("%s: %s cannot be added to %s: must be numbers", what, shown(value), shown(before)))
      end
      return before + value
    elseif how == "set" then
      return value
    end
    if stable_order.type(before == nil and {} or before) ~= "table" or stable_order.type(value) ~= "table" then
      raise(format("%s: %s cannot be merged with %s: must be tables", what, shown(value), shown(before)))
    end
    local merged = {}
    for _, from in ipairs { before or {}, value } do
      for key, item in stable_order.pairs(from) do
        merged[key] = item
      end
    end
    return merged
  end

  function made.mod(self, key, value, how)
    local one = own(self, "mod")
    if key == nil or key ~= key then
      raise("mod: the name of the field is " .. shown(key))
    end
    local before = one.temp[key]
    if before == nil then
      before = lasting(self, one, key)
    end
    one.temp[key] = combined(before, value, how, "mod: " .. text.tostring(key))
    return given(one, one.temp[key])
  end

  function made.mod_base(self, key, value, how)
    local one = own(self, "mod_base")
    self[key] = combined(lasting(self, one, key), value, how, "mod_base: " .. text.tostring(key))
    return self[key]
  end

  function made.reset(self, key, value)
    local one = own(self, "reset")
    self[key] = value
    one.temp[key] = nil
  end

  -- Takes away what lies over the fields for a while, and has it laid anew by whoever wants to.
  function made.refresh(self)
    local one = own(self, "refresh")
    one.temp = {}
    emitter.emit(self, one.holder, "base.on_refresh", {})
  end
  made.on_refresh = made.refresh

  -- A table for what a mod wants to keep with this; mods that are not loaded have none.
  function made.get_mod_data(self, id)
    local one = own(self, "get_mod_data")
    local mod = import("core/loader").mods[id]
    if not mod then
      raise(format("get_mod_data: %s is not the id of a loaded mod", shown(id)))
    end
    lent(one)
    local kept = one.mod_data[id]
    if not kept then
      kept = {}
      one.mod_data[id] = kept
    end
    local reader = state.running_mod()
    return (not reader or proxies.may_change(reader, mod)) and kept or proxies.read_only(kept, mod)
  end

  return made
end

return M
