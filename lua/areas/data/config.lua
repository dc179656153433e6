-- Options of mods: `config.my_mod.option`, declared as base.config_option.

local import, py = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, setmetatable, type = ipairs, setmetatable, type

local M = {}

-- full id -> what it was set to.
local set = {}

local function checker_of(entry)
  local kind = entry.type
  if checkers.is_checker(kind) then
    return kind
  end
  local atoms, make = checkers.atoms, checkers.make
  if kind == "number" or kind == "integer" then
    return make.range(kind == "integer" and atoms.int or atoms.number, entry.min_value or -math.huge, entry.max_value or math.huge)
  elseif kind == "enum" then
    return make.literal(table.unpack(entry.choices or {}))
  elseif kind == "data_id" then
    return data.data_id(entry.data_type or "base.item")
  end
  return atoms[kind]
end

local function record_of(id)
  local record = data.find("base.config_option", id)
  if not record then
    local ids = {}
    for _, one in ipairs(data.records "base.config_option") do
      ids[#ids + 1] = one.id
    end
    local close = py.suggest(id, table.concat(ids, "\0"))
    raise(format("config.%s: there is no option of that name%s", id, close and "; " .. close or ""))
  end
  return record
end

-- The value of an option.
function M.get(id)
  local record = record_of(id)
  local value = set[id]
  if value == nil then
    value = record.entry.default
  end
  return value
end

local function assign(id, value)
  local record = record_of(id)
  local wrong = checkers.check(checker_of(record.entry), value)
  if wrong[1] then
    raise(format("config.%s is %s: %s", id, shown(value), wrong[1].rule))
  end
  set[id] = copying.deep_copy(value)
  if record.entry.on_changed then
    record.entry.on_changed(value, false)
  end
end

local proxies = {}

local function proxy(mod)
  if not proxies[mod] then
    proxies[mod] = setmetatable({}, {
      __metatable = false,
      __name = "config",
      __index = function(_, key)
        local value = M.get(mod .. "." .. text.tostring(key))
        return type(value) == "table" and stable_order.type(value) == "table" and copying.deep_copy(value) or value
      end,
      __newindex = function(_, key, value)
        assign(mod .. "." .. text.tostring(key), value)
      end,
    })
  end
  return proxies[mod]
end

-- The table `config`.
M.config = setmetatable({}, {
  __metatable = false,
  __name = "config",
  __index = function(_, mod)
    if type(mod) ~= "string" then
      raise(format("config[%s]: must be the id of a mod", shown(mod)))
    end
    return proxy(mod)
  end,
  __newindex = function(_, mod)
    raise(format("config.%s cannot be set: set an option of it", text.tostring(mod)))
  end,
})

return M
