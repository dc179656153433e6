-- Advice: functions wrapped around functions of a module, in the manner of Emacs.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise, shown = errors.raise, text.shown
local concat, format, insert, pack, remove, sort, unpack =
  table.concat, string.format, table.insert, table.pack, table.remove, table.sort, table.unpack
local ipairs, next, rawget, rawset, type = ipairs, next, rawget, rawset, type

local M = {}

local MOST_NAME = 128
local MOST_ADVICE = 200

-- kind -> maker(fn, original) of the advised function.
local kinds = {}

function kinds.before(fn, original)
  return function(...)
    fn(...)
    return original(...)
  end
end

function kinds.after(fn, original)
  return function(...)
    local results = pack(original(...))
    fn(...)
    return unpack(results, 1, results.n)
  end
end

function kinds.around(fn, original)
  return function(...)
    return fn(original, ...)
  end
end

function kinds.override(fn)
  return function(...)
    return fn(...)
  end
end

-- fn(...) and original(...), and so on; the results of the one that decides.
local function decided(results, goes_on, ...)
  if (results[1] and true or false) == goes_on then
    return nil
  end
  return results
end

local function in_turn(first_is_advice, goes_on)
  return function(fn, original)
    local first, second = fn, original
    if not first_is_advice then
      first, second = original, fn
    end
    return function(...)
      local results = decided(pack(first(...)), goes_on)
      if results then
        return unpack(results, 1, results.n)
      end
      return second(...)
    end
  end
end

kinds.before_while = in_turn(true, true)
kinds.before_until = in_turn(true, false)
kinds.after_while = in_turn(false, true)
kinds.after_until = in_turn(false, false)

function kinds.filter_args(fn, original)
  return function(...)
    return original(fn(...))
  end
end

function kinds.filter_return(fn, original)
  return function(...)
    return fn(original(...))
  end
end

-- path -> function name -> { list, path, name, target (a mod's table) and original, or nothing for the host's own;
-- version }.
local advised = {}

local function compose(known, original)
  local fn = original
  for _, one in ipairs(known.list) do
    if one.enabled then
      fn = kinds[one.kind](one.fn, fn)
    end
  end
  return fn
end

local function changed(known)
  sort(known.list, function(a, b)
    if a.priority ~= b.priority then
      return a.priority < b.priority
    end
    return a.key < b.key
  end)
  known.made = {}
  if known.target then
    rawset(known.target, known.name, known.list[1] and compose(known, known.original) or known.original)
  end
end

-- A function of a module of the host, with its advice.
function M.wrapped(path, name, original)
  local known = advised[path] and advised[path][name]
  if not known or not known.list[1] then
    return original
  end
  local made = known.made[original]
  if not made then
    made = compose(known, original)
    known.made[original] = made
  end
  return made
end

local function key_of(mod, identifier)
  return mod .. ": " .. identifier
end

local function find(path, name)
  return advised[path] and advised[path][name]
end

local function index_of(known, key)
  for i, one in ipairs(known and known.list or {}) do
    if one.key == key then
      return i, one
    end
  end
end

-- The functions of Advice for a mod. `module(path)` gives, for a path, its one name and either a table of a mod with
-- that mod, or nothing and whether the host's module has a function of a name.
function M.of(mod, module)
  local api = {}

  function api.add(where, path, name, identifier, fn, options)
    if not kinds[where] then
      local names = {}
      for kind in next, kinds do
        names[#names + 1] = kind
      end
      sort(names)
      raise(format("Advice.add: where is %s: must be one of %s", shown(where), concat(names, ", ")))
    elseif identifier == "" or #identifier > MOST_NAME then
      raise(format("Advice.add: identifier is %s: must be a text of at most %d characters", shown(identifier), MOST_NAME))
    end
    options = options or {}
    local priority = options.priority == nil and 100000 or options.priority
    if priority ~= priority then
      raise "Advice.add: options.priority is nan: must be a number"
    end
    local canonical, target, owner, has = module(path)
    if target and not proxies.may_change(mod, owner) then
      proxies.refuse(path .. "." .. text.tostring(name), owner, 3)
    end
    if target and type(rawget(target, name)) ~= "function" or not target and not has(name) then
      raise(format("Advice.add: %s of %s is no function", shown(name), shown(path)))
    end
    advised[canonical] = advised[canonical] or {}
    local known = advised[canonical][name]
    if not known then
      known = { list = {}, name = name, target = target, original = target and target[name], made = {} }
      advised[canonical][name] = known
    end
    local key = key_of(mod.id, identifier)
    if index_of(known, key) then
      raise(format("Advice.add: this mod advises %s.%s as %s already", path, name, shown(identifier)))
    elseif #known.list >= MOST_ADVICE then
      raise(format("Advice.add: %s.%s has %d pieces of advice: that is the most", path, name, MOST_ADVICE))
    end
    insert(known.list, {
      kind = where, key = key, fn = fn, priority = priority, enabled = options.enabled ~= false, mod = mod,
    })
    changed(known)
  end

  -- Advice is taken away by the mod that gave it.
  local function own(what, path, name, by, identifier)
    local known = find((module(path)), name)
    local i, one = index_of(known, key_of(text.tostring(by), text.tostring(identifier)))
    if not i then
      raise(format("%s: mod %s gives no advice %s to %s of %s", what, text.tostring(by), shown(identifier), shown(name), shown(path)))
    elseif one.mod ~= mod and not proxies.may_change(mod, one.mod) then
      proxies.refuse("the advice " .. shown(identifier), one.mod, 3)
    end
    return known, i, one
  end

  function api.remove(path, name, by, identifier)
    local known, i = own("Advice.remove", path, name, by, identifier)
    remove(known.list, i)
    changed(known)
  end

  function api.set_enabled(path, name, by, identifier, enabled)
    local known, _, one = own("Advice.set_enabled", path, name, by, identifier)
    one.enabled = enabled and true or false
    changed(known)
  end

  function api.is_advised(path, name, by, identifier)
    local known = find((module(path)), name)
    for _, one in ipairs(known and known.list or {}) do
      if (by == nil or one.mod.id == by) and (identifier == nil or one.key == key_of(one.mod.id, text.tostring(identifier))) then
        return true
      end
    end
    return false
  end

  local function drop(fits)
    for _, functions in next, advised do
      for _, known in next, functions do
        for i = #known.list, 1, -1 do
          local one = known.list[i]
          if fits(known, one) and proxies.may_change(mod, one.mod) then
            remove(known.list, i)
          end
        end
        changed(known)
      end
    end
  end

  function api.remove_by_mod(by)
    drop(function(_, one)
      return one.mod.id == by
    end)
  end

  function api.remove_all(path, name)
    local wanted = find((module(path)), name)
    drop(function(known)
      return known == wanted
    end)
  end

  return api
end

function M.forget(mod)
  for _, functions in next, advised do
    for _, known in next, functions do
      for i = #known.list, 1, -1 do
        if known.list[i].mod == mod then
          remove(known.list, i)
        end
      end
      changed(known)
    end
  end
end

return M
