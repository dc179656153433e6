-- The module Advice: wraps functions of modules, in the manner of Emacs.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local tested = import "core/tested"
local text = import "core/sandbox/text"

local raise, fail, shown = errors.raise, errors.fail, text.shown
local remove = table.remove

local M = {}

local MAX_NAME, MAX_ADVICE = 128, 200

-- Kinds of advice: kind -> function(advice, original), which returns the wrapped function.
local wrappers = {}

function wrappers.before(advice, original)
  return function(...)
    advice(...)
    return original(...)
  end
end

function wrappers.after(advice, original)
  return function(...)
    local results = table.pack(original(...))
    advice(...)
    return table.unpack(results, 1, results.n)
  end
end

function wrappers.around(advice, original)
  return function(...)
    return advice(original, ...)
  end
end

function wrappers.override(advice)
  return function(...)
    return advice(...)
  end
end

-- Calls the first function, and then the second one if the first result is true; else returns nil.
local function chain_while(first, second)
  return function(...)
    if first(...) then
      return second(...)
    end
    return nil
  end
end

-- Calls the first function, and then the second one unless the first result is true.
local function chain_until(first, second)
  return function(...)
    local results = table.pack(first(...))
    if not results[1] then
      return second(...)
    end
    return table.unpack(results, 1, results.n)
  end
end

for kind, chain in next, { ["while"] = chain_while, ["until"] = chain_until } do
  wrappers["before_" .. kind] = function(advice, original)
    return chain(advice, original)
  end
  wrappers["after_" .. kind] = function(advice, original)
    return chain(original, advice)
  end
end

function wrappers.filter_args(advice, original)
  return function(...)
    return original(advice(...))
  end
end

function wrappers.filter_return(advice, original)
  return function(...)
    return advice(original(...))
  end
end

-- path -> name of a function -> { name, list (pieces of advice in order), wrapped (original -> wrapped function), and
-- for a module of a mod: target (its table), original }. A piece: { kind, key, fn, priority, enabled, mod }.
local advised = {}

local function find(path, name)
  return advised[path] and advised[path][name]
end

local function wrap(target, original)
  local fn = original
  for _, piece in ipairs(target.list) do
    if piece.enabled then
      fn = wrappers[piece.kind](piece.fn, fn)
    end
  end
  return fn
end

-- Sorts the advice of a function and lets it take effect.
local function update(target)
  table.sort(target.list, function(a, b)
    if a.priority ~= b.priority then
      return a.priority < b.priority
    end
    return a.key < b.key
  end)
  target.wrapped = {}
  if target.target then
    rawset(target.target, target.name, wrap(target, target.original))
  end
end

-- A function of a module of the host with its advice.
function M.wrapped(path, name, original)
  local target = find(path, name)
  if not target or not target.list[1] then
    return original
  end
  target.wrapped[original] = target.wrapped[original] or wrap(target, original)
  return target.wrapped[original]
end

local function key_of(mod_id, identifier)
  return text.tostring(mod_id) .. ": " .. text.tostring(identifier)
end

local function index_of(target, key)
  for i, piece in ipairs(target and target.list or {}) do
    if piece.key == key then
      return i, piece
    end
  end
end

-- Removes the pieces of advice for which accepts(target, piece) holds.
local function remove_pieces(accepts)
  for _, targets in next, advised do
    for _, target in next, targets do
      for i = #target.list, 1, -1 do
        if accepts(target, target.list[i]) then
          remove(target.list, i)
        end
      end
      update(target)
    end
  end
end

-- The functions of Advice for a mod. find_module(path) returns the canonical path of a module; for a module of a mod
-- also its table and the mod; for a module of the host nil, nil, and a function that returns whether it has a function
-- of a name.
function M.of(mod, find_module)
  local Advice = {}

  function Advice.add(kind, path, name, identifier, fn, options)
    if not wrappers[kind] then
      fail("Advice.add: Invalid advice location '%s': must be one of %s", text.tostring(kind),
        table.concat(arguments.sorted_keys(wrappers), ", "))
    elseif identifier == "" or #identifier > MAX_NAME then
      fail("Advice.add: identifier is %s: must be a text of at most %d characters", shown(identifier), MAX_NAME)
    end
    options = options or {}
    local priority = options.priority == nil and 100000 or options.priority
    if priority ~= priority then
      raise "Advice.add: options.priority is nan: must be a number"
    end
    local canonical_path, module, owner, has_function = find_module(path)
    if module and not proxies.may_change(mod, owner) then
      proxies.refuse(path .. "." .. text.tostring(name), owner, 3)
    elseif module and type(rawget(module, name)) ~= "function" or not module and not has_function(name) then
      fail("Advice.add: The thing at '%s:%s' was not a function", path, text.tostring(name))
    end
    advised[canonical_path] = advised[canonical_path] or {}
    local target = advised[canonical_path][name]
    if not target then
      target = { list = {}, name = name, target = module, original = module and module[name], wrapped = {} }
      advised[canonical_path][name] = target
    end
    local key = key_of(mod.id, identifier)
    if index_of(target, key) then
      fail("Advice.add: Advice already exists for mod '%s' and identifier '%s'.", mod.id, identifier)
    elseif #target.list >= MAX_ADVICE then
      fail("Advice.add: %s.%s may have at most %d pieces of advice", path, name, MAX_ADVICE)
    end
    target.list[#target.list + 1] = {
      kind = kind, key = key, fn = fn, priority = priority, enabled = options.enabled ~= false, mod = mod,
    }
    update(target)
  end

  -- A piece of advice that this mod may change: its target, its index, and itself.
  local function find_changeable(title, path, name, mod_id, identifier)
    local target = find((find_module(path)), name)
    local i, piece = index_of(target, key_of(tested.real_id(mod_id), identifier))
    if not i then
      fail("%s: Advice from mod '%s' with identifier '%s' does not exist.", title, text.tostring(mod_id),
        text.tostring(identifier))
    elseif piece.mod ~= mod and not proxies.may_change(mod, piece.mod) then
      proxies.refuse("the advice " .. shown(identifier), piece.mod, 3)
    end
    return target, i, piece
  end

  function Advice.remove(path, name, mod_id, identifier)
    local target, i = find_changeable("Advice.remove", path, name, mod_id, identifier)
    remove(target.list, i)
    update(target)
  end

  function Advice.set_enabled(path, name, mod_id, identifier, enabled)
    local target, _, piece = find_changeable("Advice.set_enabled", path, name, mod_id, identifier)
    piece.enabled = enabled and true or false
    update(target)
  end

  function Advice.is_advised(path, name, mod_id, identifier)
    local target = find((find_module(path)), name)
    for _, piece in ipairs(target and target.list or {}) do
      if (mod_id == nil or piece.mod.id == tested.real_id(mod_id))
        and (identifier == nil or piece.key == key_of(piece.mod.id, identifier)) then
        return true
      end
    end
    return false
  end

  function Advice.remove_by_mod(mod_id)
    remove_pieces(function(_, piece)
      return piece.mod.id == tested.real_id(mod_id) and proxies.may_change(mod, piece.mod)
    end)
  end

  function Advice.remove_all(path, name)
    local wanted = find((find_module(path)), name)
    remove_pieces(function(target, piece)
      return target == wanted and proxies.may_change(mod, piece.mod)
    end)
  end

  return Advice
end

-- Removes the advice of a mod.
function M.forget(mod)
  remove_pieces(function(_, piece)
    return piece.mod == mod
  end)
end

return M
