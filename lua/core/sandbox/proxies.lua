-- Read-only tables, of one kind: an empty table with a locked metatable, through which all of Lua reads and which no
-- raw function gets past. A proxy stands for a table of another mod, which mods that depend on that mod may change, or
-- for a table of the host, which none may. Objects of the host with fields of their own are locked the same way.

local import = ...
local class = import "core/class"
local errors = import "core/errors"
local locked = import("core/border/handles").locked
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local ipairs, next, rawequal, rawget, setmetatable, type = ipairs, next, rawequal, rawget, setmetatable, type
local concat = table.concat
local getmetatable = debug.getmetatable
local raise = errors.raise

local M = {}

-- Locked metatable -> what it is about. A table of a mod: value, owner (the mod), see(element, owner), which returns an
-- element of the table as the running mod may have it, and is_shared (see `shared`). A table of the host: title, rule
-- (why it cannot be set), value, see. Any other object of the host: title, rule, is_writable.
local locks = setmetatable({}, { __mode = "k" })
-- Table -> its proxy: one list for each kind of proxy.
local read_only_proxies = setmetatable({}, { __mode = "k" })
local shared_proxies = setmetatable({}, { __mode = "k" })
local host_proxies = setmetatable({}, { __mode = "k" })

-- Whether the running mod may only read what belongs to a mod; set by the loader.
local is_foreign

function M.on_foreign(is)
  is_foreign = is
end

-- Raises that the running mod may not change `key` of what a mod has.
function M.refuse(key, owner)
  raise(("%s belongs to mod %s and is read-only here: name %s under [dependencies] to change it"):format(
    text.tostring(key), owner.id, owner.id))
end

-- Locking -------------------------------------------------------------------------------------------------------------

local function refuse_host(lock, key)
  raise(lock.title .. "." .. text.tostring(key) .. " cannot be set: " .. lock.rule)
end

-- Makes a metatable for objects that mods can change, but not by rawset: it would hide methods from other mods.
function M.refuse_rawset(title, meta)
  meta.__metatable = false
  locks[meta] = { title = title, rule = "its fields are set without rawset", is_writable = true }
  return meta
end

-- Makes a metatable for objects that mods cannot change, unless `meta` has its own __newindex. `title` is what
-- messages call such an object; `rule` ends the message and may be left out.
function M.lock(title, meta, rule)
  local lock = { title = title, rule = rule or title .. " is the host's", is_writable = meta.__newindex ~= nil }
  meta.__metatable = false
  meta.__newindex = meta.__newindex or function(_, key)
    refuse_host(lock, key)
  end
  locks[meta] = lock
  return meta
end

-- Makes an empty table with such a metatable.
function M.new(title, meta, rule)
  return setmetatable({}, M.lock(title, meta, rule))
end

-- Refuses to set a key of what mods may not change, before it is set by rawset or by the host.
function M.check_changeable(value, key)
  local lock = locks[getmetatable(value)]
  if not lock then
    return
  elseif not lock.owner then
    refuse_host(lock, key)
  elseif not lock.is_shared or is_foreign(lock.owner) then
    M.refuse(key, lock.owner)
  end
end

-- Reading -------------------------------------------------------------------------------------------------------------

-- Returns the table of a mod behind a proxy; nil for anything else.
function M.original(value)
  local lock = locks[getmetatable(value)]
  return lock and lock.owner and lock.value
end
local original = M.original

-- Whether a value is a proxy, or another object of the host that is locked the same way.
function M.is_locked(value)
  return locks[getmetatable(value)] ~= nil
end

-- Returns the table behind a proxy, of a mod or of the host, or the value itself.
function M.unwrap(value)
  local lock = locks[getmetatable(value)]
  return lock and lock.value or value
end

-- rawget for tables and proxies.
function M.rawget(value, key)
  local lock = locks[getmetatable(value)]
  if not (lock and lock.owner) then
    return rawget(value, key)
  end
  local element = rawget(lock.value, original(key) or key)
  if lock.is_shared and is_foreign(lock.owner) then
    return M.read_only(element, lock.owner)
  end
  return lock.see(element, lock.owner)
end

-- next for a proxy of a table of a mod.
function M.next(proxy, key)
  local lock = locks[getmetatable(proxy)]
  local owner, see = lock.owner, lock.see
  if lock.is_shared and is_foreign(owner) then
    see = M.read_only
  end
  local element
  key, element = stable_order.next(lock.value, original(key) or key)
  return see(key, owner), see(element, owner)
end

-- Returns a value that the table behind a proxy leads to, as the running mod may have it.
function M.see(proxy, value)
  local lock = locks[getmetatable(proxy)]
  return lock.see(value, lock.owner)
end

-- pairs of `value`, with elements as `see` returns them; `hidden` names are left out. The state of the loop is nil: no
-- mod gets the table itself.
local function pairs_of(value, owner, see, hidden)
  local step, state, control = stable_order.pairs(value)
  return function()
    local element
    repeat
      control, element = step(state, control)
    until control == nil or not (hidden and hidden(control))
    return see(control, owner), see(element, owner)
  end
end

-- Making proxies ------------------------------------------------------------------------------------------------------

-- Makes a proxy of `value` for the mod `owner`, or for the host if `owner` is a title. Elements are read through `see`.
local function new(value, owner, see, meta)
  local own_meta = getmetatable(value)
  local lock = locks[meta] or { owner = owner }
  lock.value, lock.see, locks[meta] = value, see, lock
  meta.__metatable = false
  meta.__index = meta.__index or function(_, key)
    if type(key) == "table" then
      key = original(key) or key
    end
    return see(value[key], owner)
  end
  meta.__newindex = meta.__newindex or function(_, key)
    M.refuse(key, owner)
  end
  function meta.__len()
    return #value
  end
  meta.__call = meta.__call or type(own_meta) == "table" and rawget(own_meta, "__call") and function(_, ...)
    return value(...)
  end or nil
  function meta.__pairs()
    return pairs_of(value, owner, see)
  end
  return setmetatable({}, meta)
end

-- Returns a value of the mod `owner` for mods that may only read it.
function M.read_only(value, owner)
  if type(value) ~= "table" then
    return value
  end
  local meta = getmetatable(value)
  local lock = locks[meta]
  if locked[meta] or lock and not lock.is_writable then
    return value
  end
  local proxy = read_only_proxies[value]
  if not proxy then
    proxy = new(value, owner, M.read_only, {})
    read_only_proxies[value] = proxy
  end
  return proxy
end
local read_only = M.read_only

local function see_shared(element, owner)
  return type(element) == "table" and is_foreign(owner) and read_only(element, owner) or element
end

-- Returns a proxy for a table of the mod `owner` that any mod may reach: `owner` and mods that may change what it has
-- read and write through the proxy; other mods see read-only proxies.
function M.shared(value, owner)
  if locks[getmetatable(value)] then
    return value
  end
  local proxy = shared_proxies[value]
  if not proxy then
    proxy = new(value, owner, see_shared, {
      __newindex = function(_, key, element)
        if is_foreign(owner) then
          M.refuse(key, owner)
        end
        value[key] = element
      end,
    })
    locks[getmetatable(proxy)].is_shared = true
    shared_proxies[value] = proxy
  end
  return proxy
end

-- Warns, once, of a name that is nearly one of those in a table.
local function warn_of_typo(value, name, title, missed)
  if type(name) == "string" and getmetatable(value) == nil and not missed[name] then
    missed[name] = true
    typos.read(name, typos.set(value), title)
  end
end

-- Returns a value of the host for all mods: of a table its proxy, through which all tables in it are proxies, too.
-- Instances of classes stay as they are. `title` is what messages call it.
function M.freeze(value, title)
  if type(value) ~= "table" then
    return value
  end
  local meta = getmetatable(value)
  if locked[meta] or locks[meta] or class.of(value) then
    return value
  end
  local proxy = host_proxies[value]
  if proxy or class.is_class(value) then
    return proxy or value
  end
  local missed = {}
  proxy = new(value, title, M.freeze, M.lock(title, {
    __name = title,
    __index = function(_, key)
      local element = value[key]
      if element == nil then
        warn_of_typo(value, key, title, missed)
      end
      return M.freeze(element, title)
    end,
  }))
  host_proxies[value] = proxy
  return proxy
end

-- Makes the proxy of a class of the host; calling it makes an instance.
function M.freeze_class(value, name)
  host_proxies[value] = new(value, name, M.freeze, M.lock(name, {
    __name = "class",
    __call = function(_, ...)
      return class.instance(value, ...)
    end,
  }))
  return host_proxies[value]
end

-- Returns what mods see of a class.
function M.seen(value)
  return host_proxies[value] or value
end

-- Names that are not there and in which a proxy of variables looks for typos.
local MOST_MISSED = 100

-- The names of the variables of a mod that are not hidden, as `typos.read` takes them.
local function names_of(variables, hidden)
  local list = {}
  for _, name in ipairs(typos.keys(variables)) do
    if not (hidden and hidden(name)) then
      list[#list + 1] = name
    end
  end
  return typos.names(concat(list, " "))
end

-- Returns the variables of the mod `owner` as another mod sees them: variables that are in the table itself, except
-- those for which `hidden` holds; nothing behind a metatable.
function M.variables(variables, owner, changeable, hidden)
  local function see(value)
    return changeable and value or read_only(value, owner)
  end
  local missed, count = {}, 0
  local meta = {
    __metatable = false,
    __index = function(_, key)
      local value = rawget(variables, key)
      if hidden and hidden(key) then
        return nil
      elseif value == nil and type(key) == "string" and count < MOST_MISSED and not missed[key] then
        missed[key], count = true, count + 1
        typos.read(key, names_of(variables, hidden), "mod " .. owner.id)
      end
      return see(value)
    end,
    __newindex = function(_, key, value)
      if not changeable or hidden and hidden(key) then
        M.refuse(key, owner)
      end
      variables[key] = value
    end,
    __pairs = function()
      return pairs_of(variables, owner, see, hidden)
    end,
  }
  return setmetatable({}, meta)
end

-- Makes a table of functions of the host, which mods cannot change; reading a typo of a name gives a warning.
function M.fixed(title, functions)
  local names, missed = nil, {}
  setmetatable(functions, {
    __index = function(_, name)
      if type(name) == "string" and not missed[name] then
        missed[name], names = true, names or typos.set(functions)
        typos.read(name, names, title)
      end
    end,
  })
  return M.new(title, {
    __index = functions,
    __pairs = function()
      return stable_order.closed_pairs(functions)
    end,
  }, title .. " is a table of the host")
end

-- The same, for functions that are called with a dot: a call with a colon is an error that says so.
function M.dotted(title, functions)
  local checked, fixed = {}, nil
  for name, fn in next, functions do
    checked[name] = function(...)
      if rawequal((...), fixed) then
        local rule = "%s.%s is called with a colon: must be called with a dot, as %s.%s(…)"
        raise(rule:format(title, name, title, name))
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

-- A value of the mod `owner`, or of the host without one, as the mod `reader` may see it.
function M.seen_by(reader, value, owner)
  return (not owner or M.may_change(reader, owner)) and value or M.read_only(value, owner)
end

return M
