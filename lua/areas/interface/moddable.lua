-- IModdable: fields with temporary values over them (calc, mod, mod_base, reset, refresh), and data of mods.

local import = ...
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local tested = import "core/tested"
local text = import "core/sandbox/text"

local raise, fail, shown = errors.raise, errors.fail, text.shown

local M = {}

-- The value that `how` makes of a former and a new value: "add" (or nil), "set" or "merge".
local function combine(before, value, how, title)
  if how == nil or how == "add" then
    if before == nil then
      return value
    elseif type(before) ~= "number" or type(value) ~= "number" then
      fail("%s: %s cannot be added to %s: must be numbers", title, shown(value), shown(before))
    end
    return before + value
  elseif how == "set" then
    return value
  end
  if stable_order.type(before == nil and {} or before) ~= "table" or stable_order.type(value) ~= "table" then
    fail("%s: %s cannot be merged with %s: must be tables", title, shown(value), shown(before))
  end
  local merged = {}
  for _, source in ipairs { before or {}, value } do
    for key, item in stable_order.pairs(source) do
      merged[key] = item
    end
  end
  return merged
end
M.combine = combine

-- Raises an error for what cannot be the name of a field with a temporary value.
function M.check_key(key)
  if key == nil or key ~= key then
    raise("mod: the name of the field is " .. shown(key))
  end
end

-- The methods of a class whose instances have a private state with `fields`, `temp` (the values over them), `holder`
-- and `mod_data`.
-- state_of(self, method): the state of an instance.
-- before_access(state): called before a mod gets hold of a table of the state.
-- base_value(state, key): the value of a field without temporary values over it.
function M.methods(state_of, before_access, base_value)
  local methods = {}

  local function hand_out(state, value)
    if type(value) == "table" then
      before_access(state)
    end
    return value
  end

  function methods.calc(self, key)
    local state = state_of(self, "calc")
    local value = state.temp[key]
    if value == nil then
      value = base_value(state, key)
    end
    return hand_out(state, value)
  end

  function methods.mod(self, key, value, how)
    local state = state_of(self, "mod")
    M.check_key(key)
    local before = state.temp[key]
    if before == nil then
      before = base_value(state, key)
    end
    state.temp[key] = combine(before, value, how, "mod: " .. text.tostring(key))
    return hand_out(state, state.temp[key])
  end

  function methods.mod_base(self, key, value, how)
    local state = state_of(self, "mod_base")
    self[key] = combine(base_value(state, key), value, how, "mod_base: " .. text.tostring(key))
    return self[key]
  end

  function methods.reset(self, key, value)
    local state = state_of(self, "reset")
    self[key] = value
    state.temp[key] = nil
  end

  function methods.refresh(self)
    local state = state_of(self, "refresh")
    state.temp = {}
    self:emit "base.on_refresh"
  end
  methods.on_refresh = methods.refresh

  function methods.get_mod_data(self, id)
    local state = state_of(self, "get_mod_data")
    id = tested.real_id(id)
    local mod = loader.mods[id]
    if not mod then
      fail("get_mod_data: %s is not the id of a loaded mod", shown(id))
    end
    before_access(state)
    local mod_data = state.mod_data[id]
    if not mod_data then
      mod_data = {}
      state.mod_data[id] = mod_data
    end
    local reader = loader.running_mod()
    return reader and proxies.may_change(reader, mod) and mod_data or proxies.read_only(mod_data, mod)
  end

  return methods
end

return M
