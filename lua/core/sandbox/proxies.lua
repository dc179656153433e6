-- Read-only proxies: what a mod sees of the variables and tables of another mod. Mods that depend on the other may
-- change them, all others may only read.

local import = ...
local locked = import("core/border/handles").locked
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"

local error, format, next, rawequal, rawget, setmetatable, tostring, type =
  error, string.format, next, rawequal, rawget, setmetatable, tostring, type
local getmetatable = debug.getmetatable

local M = {}

-- Table -> its read-only proxy, and proxy -> { table, owner }; a shared proxy (see `shared`): { table, owner, true }.
local views = setmetatable({}, { __mode = "k" })
local shared_views = setmetatable({}, { __mode = "k" })
local behind = setmetatable({}, { __mode = "k" })

-- Raises that the running mod may not change `key`.
function M.refuse(key, owner, level)
  error(format("%s belongs to mod %s and is read-only here: name %s under [dependencies] to change it",
    tostring(key), owner.id, owner.id), level)
end

-- Whether the running mod may only read what belongs to a mod; set by the loader.
local is_foreign

function M.on_foreign(is)
  is_foreign = is
end

-- Returns the table behind a proxy; nil for anything else.
function M.original(value)
  local found = behind[value]
  return found and found[1]
end

-- A key as its owner knows it: other mods hold a proxy of a table.
local function as_owned(key)
  local found = behind[key]
  return found and found[1] or key
end

-- Tables of the host that no mod may change -> their names in messages.
local host_tables = setmetatable({}, { __mode = "k" })

-- Locks a table of the host, for rawset, too.
function M.lock(value, title)
  host_tables[value] = title
end

-- Refuses to set a key of a proxy or of a locked table.
function M.check_changeable(value, key)
  if host_tables[value] then
    error(format("%s.%s cannot be set: %s is the host's", host_tables[value], tostring(key), host_tables[value]), 4)
  end
  local found = behind[value]
  if found and not (found[3] and not is_foreign(found[2])) then
    M.refuse(key, found[2], 4)
  end
end

-- rawget for tables and proxies.
function M.rawget(value, key)
  local found = behind[value]
  if not found then
    return rawget(value, key)
  end
  local element = rawget(found[1], as_owned(key))
  return found[3] and not is_foreign(found[2]) and element or M.read_only(element, found[2])
end

-- next for a proxy.
function M.next(view, key)
  local value, owner, is_shared = behind[view][1], behind[view][2], behind[view][3]
  if key ~= nil then
    key = as_owned(key)
  end
  local found, element = stable_order.next(value, key)
  if is_shared and not is_foreign(owner) then
    return found, element
  elseif found ~= nil then
    return M.read_only(found, owner), M.read_only(element, owner)
  end
end

local function as_it_is(value)
  return value
end

-- pairs of `value`, with elements as other mods see them; `hidden` names are left out. The state of the loop is nil: no
-- mod gets the table itself.
local function read_only_pairs(value, owner, hidden, seen)
  local step, state, control = stable_order.pairs(value)
  return function()
    local element
    repeat
      control, element = step(state, control)
    until control == nil or not (hidden and hidden(control))
    return seen(control, owner), seen(element, owner)
  end
end

-- Returns a value of the mod `owner` for mods that may only read it.
function M.read_only(value, owner)
  if type(value) ~= "table" then
    return value
  end
  local meta = getmetatable(value)
  if locked[meta] or behind[value] then
    return value
  end
  local known = views[value]
  if not known then
    known = setmetatable({}, {
      __metatable = false,
      __index = function(_, key)
        return M.read_only(value[as_owned(key)], owner)
      end,
      __newindex = function(_, key)
        M.refuse(key, owner, 3)
      end,
      __len = function()
        return #value
      end,
      __call = type(meta) == "table" and rawget(meta, "__call") and function(_, ...)
        return value(...)
      end or nil,
      __pairs = function()
        return read_only_pairs(value, owner, nil, M.read_only)
      end,
    })
    views[value] = known
    behind[known] = { value, owner }
  end
  return known
end

-- Returns a proxy for a table of the mod `owner` that any mod may reach: `owner` and mods that may change what it has
-- read and write through the proxy; other mods see read-only proxies.
function M.shared(value, owner)
  if behind[value] then
    return value
  end
  local known = shared_views[value]
  if not known then
    local function seen(element)
      return type(element) == "table" and is_foreign(owner) and M.read_only(element, owner) or element
    end
    known = setmetatable({}, {
      __metatable = false,
      __index = function(_, key)
        return seen(value[as_owned(key)])
      end,
      __newindex = function(_, key, element)
        if is_foreign(owner) then
          M.refuse(key, owner, 3)
        end
        value[key] = element
      end,
      __len = function()
        return #value
      end,
      __pairs = function()
        return read_only_pairs(value, owner, nil, seen)
      end,
    })
    shared_views[value], behind[known] = known, { value, owner, true }
  end
  return known
end

-- Returns the variables of the mod `owner` as another mod sees them: variables that are in the table itself, except
-- those that still have their values in `given`; nothing behind a metatable.
function M.variables(variables, owner, changeable, given)
  local hidden = given and function(key)
    local before = given[key]
    return before ~= nil and rawequal(before, rawget(variables, key))
  end
  local function get(key)
    if not (hidden and hidden(key)) then
      return rawget(variables, key)
    end
  end
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      local value = get(key)
      return changeable and value or M.read_only(value, owner)
    end,
    __newindex = function(_, key, value)
      if not changeable or hidden and hidden(key) then
        M.refuse(key, owner, 3)
      end
      variables[key] = value
    end,
    __pairs = function()
      return read_only_pairs(variables, owner, hidden, changeable and as_it_is or M.read_only)
    end,
  })
end

-- Makes a table of functions of the host, which mods cannot change; reading a typo of a name gives a warning.
function M.fixed(title, functions)
  local known, asked = nil, {}
  setmetatable(functions, {
    __index = function(_, name)
      if type(name) == "string" and not asked[name] then
        asked[name] = true
        known = known or typos.set(functions)
        typos.check({ [name] = true }, known, title)
      end
    end,
  })
  local fixed = setmetatable({}, {
    __metatable = false,
    __index = functions,
    __newindex = function(_, name)
      error(format("%s.%s cannot be set: %s is a table of the host", title, tostring(name), title), 2)
    end,
    __pairs = function()
      return stable_order.closed_pairs(functions)
    end,
  })
  M.lock(fixed, title)
  return fixed
end

-- The same, for functions that are called with a dot: a call with a colon is an error that says so.
function M.dotted(title, functions)
  local checked, fixed = {}, nil
  for name, fn in next, functions do
    checked[name] = function(...)
      if rawequal((...), fixed) then
        local rule = "%s.%s is called with a colon: must be called with a dot, as %s.%s(…)"
        errors.raise(format(rule, title, name, title, name))
      end
      return fn(...)
    end
  end
  fixed = M.fixed(title, checked)
  return fixed
end

-- Whether `mod` may change what belongs to `owner`: it declares the dependency, or it has no manifest.
function M.may_change(mod, owner)
  return mod.legacy or mod.depends[owner.id] or mod == owner
end

return M
