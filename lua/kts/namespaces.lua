-- mod.RegisterMod and its kin, dofile, use_strict: how kts modules get and change their environments.

local import, py = ...
local errors = import "core/errors"
local compat = import "core/sandbox/compat"
local loader = import "core/loader"
local type_name = import("core/sandbox/stable_order").type
local shown = import("core/sandbox/text").shown
local proxies = import "core/sandbox/proxies"

local debug_getinfo, setupvalue = debug.getinfo, debug.setupvalue
local error, rawget, rawset, select, setmetatable, tostring, type =
  error, rawget, rawset, select, setmetatable, tostring, type
local raise = errors.raise
local format, match = string.format, string.match

local M = {}

-- Registered name -> { mod, version, prefix, namespace }, and the names in order.
local registered, order = {}, {}

-- The position of _ENV among the upvalues of the function `level` levels up must be the first.
local function env_of_caller(mod, level, name)
  local info = debug_getinfo(level + 1, "f")
  local fn = info and info.func
  local i, env
  if fn and compat.of_mod(fn, mod) then
    i, env = compat.find_env(fn)
  end
  if i ~= 1 then
    raise(name .. " must be called from a Lua function whose environment can be exchanged (a file's top level)")
  end
  return fn, env
end

function M.read_only_environment(mod)
  return setmetatable({}, {
    __metatable = false,
    __index = mod.env,
    __newindex = function(_, name)
      error(format("the variable %s cannot be set: this is a read-only environment until mod.RegisterMod is called",
        tostring(name)), 2)
    end,
  })
end

local function check_version(version)
  if version == nil then
    return ""
  end
  if type(version) ~= "string" or not match(version, "^%d[%d.]*$") or match(version, "%.%.") or match(version, "%.$") then
    raise(format('mod.RegisterMod: version is %s: must be groups of digits joined by dots, such as "1.0.2"',
      type(version) == "string" and format("%q", version) or type(version)))
  end
  return version
end

local function as_name(value, where)
  if type(value) == "number" then
    return tostring(value)
  elseif type(value) ~= "string" then
    raise(where .. ": name must be a string, got " .. type_name(value))
  end
  return value
end

local function register(mod, t)
  if type(t) ~= "table" then
    raise("mod.RegisterMod: its argument is " .. shown(t) .. ": must be a table")
  end
  local name = as_name(t.name, "mod.RegisterMod")
  if not mod.loading then
    raise("mod.RegisterMod: mods register themselves while they load, and loading is over")
  end
  if registered[name] then
    raise(format('mod.RegisterMod: the name "%s" is taken, by mod %s', name, registered[name].mod.id))
  end
  if name ~= mod.id then
    py.kts_check_name(mod.number, name)
  end
  local version = check_version(t.version)
  local fn
  if not t.keep_env then
    -- RegisterMod below ends in a call of this function, so the caller is two levels up.
    fn = env_of_caller(mod, 2, "mod.RegisterMod")
  end
  local namespace = setmetatable({}, { __metatable = false, __index = mod.env })
  registered[name] = { mod = mod, version = version, prefix = "/" .. mod.id .. "/", namespace = namespace }
  order[#order + 1] = name
  mod.namespace = namespace
  loader.register_name(mod, name)
  py.kts_set_version(mod.number, version)
  if fn then
    setupvalue(fn, 1, namespace)
  end
  return namespace
end

-- Forgets what a mod that failed to load had registered.
function M.forget(mod)
  for i = #order, 1, -1 do
    if registered[order[i]].mod == mod then
      registered[order[i]] = nil
      table.remove(order, i)
    end
  end
end

local function at_least(version, least)
  local function groups(text)
    local list = {}
    for digits in text:gmatch("%d+") do
      list[#list + 1] = tonumber(digits)
    end
    return list
  end
  local have, want = groups(version), groups(least)
  for i = 1, math.max(#have, #want) do
    local a, b = have[i] or 0, want[i] or 0
    if a ~= b then
      return a > b
    end
  end
  return true
end

local function namespace_functions(mod)
  local function find(name, where)
    return registered[as_name(name, "mod." .. where)]
  end
  return {
    RegisterMod = function(t)
      return register(mod, t)
    end,
    GetRegisteredMod = function(name, least)
      local found = find(name, "GetRegisteredMod")
      if least ~= nil and type(least) ~= "number" and type(least) ~= "string" then
        raise("mod.GetRegisteredMod: least is " .. shown(least) .. ": must be a version")
      end
      if found and (least == nil or at_least(found.version, tostring(least))) then
        return loader.result_for(mod, found.mod)
      end
      return nil
    end,
    IsModRegistered = function(name)
      return find(name, "IsModRegistered") ~= nil
    end,
    GetModVersion = function(name)
      local found = find(name, "GetModVersion")
      return found and found.version
    end,
    GetModPrefix = function(name)
      local found = find(name, "GetModPrefix")
      return found and found.prefix
    end,
    GetAllMods = function()
      local all = {}
      for _, name in ipairs(order) do
        all[name] = registered[name].version
      end
      return all
    end,
  }
end

local function dofile_for(mod)
  return function(name)
    if type(name) ~= "string" then
      raise("dofile: a file name (a string) was expected, got " .. type_name(name))
    end
    local before = rawget(mod.env, "_CWD")
    local source, chunk_name, directory = py.kts_read_file(type(before) == "string" and before or "", name)
    -- The file runs in the environment of its caller. Behind a tail call the caller is gone, and somebody else, even
    -- the host, stands in its place.
    local info = debug_getinfo(2, "f")
    local env
    if info and compat.of_mod(info.func, mod) then
      env = select(2, compat.find_env(info.func))
    end
    local chunk = loader.compile_text(source, chunk_name, env or mod.env)
    local back <close> = setmetatable({}, {
      __close = function()
        rawset(mod.env, "_CWD", before)
      end,
    })
    rawset(mod.env, "_CWD", directory)
    return chunk()
  end
end

-- Puts a proxy in front of the caller's environment that refuses variables nobody declared; a main chunk declares a
-- variable by setting it.
local function make_strict(fn, env)
  local known = {}
  setupvalue(fn, 1, setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      local value = env[name]
      if value == nil and not known[name] then
        error("the variable " .. tostring(name) .. " is not declared", 2)
      end
      return value
    end,
    __newindex = function(_, name, value)
      if not known[name] then
        if debug_getinfo(2, "S").what ~= "main" then
          error("the variable " .. tostring(name) .. " is assigned but not declared", 2)
        end
        known[name] = true
      end
      env[name] = value
    end,
  }))
end

function M.ambient(mod)
  return {
    mod = proxies.fixed("mod", namespace_functions(mod)),
    dofile = dofile_for(mod),
    use_strict = function()
      make_strict(env_of_caller(mod, 2, "use_strict"))
    end,
    _CWD = "/" .. mod.id .. "/",
    _MODULE_PREFIX = "/" .. mod.id .. "/",
  }
end

return M
