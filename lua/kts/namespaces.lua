-- The table `mod`, dofile and use_strict: how kts modules register themselves and change their environments.

local import, py = ...
local raise = import("core/errors").raise
local old_functions = import "core/sandbox/old_functions"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"

local debug_getinfo, setupvalue = debug.getinfo, debug.setupvalue
local error, ipairs, rawget, rawset, select, setmetatable, tostring, type =
  error, ipairs, rawget, rawset, select, setmetatable, tostring, type
local format = string.format

local M = {}

-- Registered name -> { mod, version, prefix }, and the names in order.
local registered, order = {}, {}
local NOT_REGISTERED = {}

-- The calling function of `mod`, `level` levels up, and its environment, which must be its first upvalue.
local function caller_of(mod, level, name)
  local info = debug_getinfo(level + 1, "f")
  local fn = info and info.func
  local i, env
  if fn and old_functions.of_mod(fn, mod) then
    i, env = old_functions.find_env(fn)
  end
  if i ~= 1 then
    raise(name .. " must be called from a Lua function whose environment can be replaced, at the top level of a file")
  end
  return fn, env
end

function M.read_only_environment(mod)
  return proxies.new("the variable", {
    __index = mod.env,
    __newindex = function(_, name)
      raise(format("the variable %s cannot be set: this is a read-only environment until mod.RegisterMod is called",
        tostring(name)))
    end,
  })
end

local function register(mod, options)
  local name = tostring(options.name)
  if not mod.loading then
    raise("mod.RegisterMod: mods register themselves while they load, and loading is over")
  elseif registered[name] then
    raise(format('mod.RegisterMod: the name "%s" is taken, by mod %s', name, registered[name].mod.id))
  elseif name ~= mod.id then
    py.kts_check_name(mod.number, name)
  end
  -- RegisterMod ends in a call of this function, so its caller is two levels up.
  local fn = not options.keep_env and caller_of(mod, 2, "mod.RegisterMod")
  py.kts_set_version(mod.number, options.version)
  local namespace = setmetatable({}, { __metatable = false, __index = mod.env })
  registered[name] = { mod = mod, version = options.version or "", prefix = "/" .. mod.id .. "/" }
  order[#order + 1] = name
  mod.namespace = namespace
  loader.register_name(mod, name)
  if fn then
    setupvalue(fn, 1, namespace)
  end
  return namespace
end

-- Drops what a mod that failed to load has registered.
function M.forget(mod)
  for i = #order, 1, -1 do
    if registered[order[i]].mod == mod then
      registered[order[i]] = nil
      table.remove(order, i)
    end
  end
end

local function module_functions(mod)
  local function find(name)
    return registered[tostring(name)]
  end
  return {
    RegisterMod = function(options)
      return register(mod, options)
    end,
    GetRegisteredMod = function(name, least)
      local entry = find(name)
      if entry and (least == nil or py.kts_is_at_least(entry.version, tostring(least))) then
        return loader.result_for(mod, entry.mod)
      end
      return nil
    end,
    IsModRegistered = function(name)
      return find(name) ~= nil
    end,
    GetModVersion = function(name)
      return (find(name) or NOT_REGISTERED).version
    end,
    GetModPrefix = function(name)
      return (find(name) or NOT_REGISTERED).prefix
    end,
    GetAllMods = function()
      local versions = {}
      for _, name in ipairs(order) do
        versions[name] = registered[name].version
      end
      return versions
    end,
  }
end

local function dofile_for(mod)
  return function(name)
    local before = rawget(mod.env, "_CWD")
    local source, chunk_name, directory = py.kts_read_file(type(before) == "string" and before or "", name)
    -- The file runs in the environment of its caller. After a tail call another function, even one of the host, is in
    -- the place of the caller.
    local info = debug_getinfo(2, "f")
    local env
    if info and old_functions.of_mod(info.func, mod) then
      env = select(2, old_functions.find_env(info.func))
    end
    local chunk = loader.compile_text(source, chunk_name, env or mod.env)
    local _ <close> = protect.guard(function()
      rawset(mod.env, "_CWD", before)
    end)
    rawset(mod.env, "_CWD", directory)
    return chunk()
  end
end

-- Replaces the environment of a function with a proxy that refuses undeclared variables; main chunks declare a variable
-- by setting it.
local function make_strict(fn, env)
  local declared = {}
  setupvalue(fn, 1, setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      local value = env[name]
      if value == nil and not declared[name] then
        error("the variable " .. tostring(name) .. " is not declared", 2)
      end
      return value
    end,
    __newindex = function(_, name, value)
      if not declared[name] then
        if debug_getinfo(2, "S").what ~= "main" then
          error("the variable " .. tostring(name) .. " is assigned but not declared", 2)
        end
        declared[name] = true
      end
      env[name] = value
    end,
  }))
end

function M.ambient(mod)
  local directory = "/" .. mod.id .. "/"
  return signatures.apply("kts", "", {
    mod = proxies.fixed("mod", signatures.apply("kts", "mod", module_functions(mod))),
    dofile = dofile_for(mod),
    use_strict = function()
      make_strict(caller_of(mod, 2, "use_strict"))
    end,
    _CWD = directory,
    _MODULE_PREFIX = directory,
  })
end

return M
