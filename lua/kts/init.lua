-- The kts dialect: the table `kts`, the table `mod`, and the environments of kts modules.

local import, py = ...
local errors = import "core/errors"
local functions = import "core/border/functions"
local game = import "kts/game"
local namespaces = import "kts/namespaces"
local loader = import "core/loader"
local typos = import "core/typos"
local handles = import "core/border/handles"
local is_callable = import("core/border/values").is_callable
local proxies = import "core/sandbox/proxies"
local shown = import("core/sandbox/text").shown
local updates = import "kts/updates"
local variables = import "kts/variables"

local ipairs, next, pairs, rawset, setmetatable, type = ipairs, next, pairs, rawset, setmetatable, type
local raise = errors.raise

local M = { name = "kts", print_separator = " ", begin_play = updates.begin }

function M.new_game()
  updates.reset()
  game.begin()
end

local declared = functions.declared "kts"

-- Functions that do more in Lua than pass their arguments on: name -> make(mod, call), which returns the function for a
-- mod. call(name) is the declared Python function of that name.
local makers = {}
for _, module in ipairs { "kts/constructors", "kts/generation", "kts/random", "kts/play" } do
  for name, maker in next, import(module) do
    makers[name] = maker
  end
end

-- Names of the functions that mods see.
local public_names = {}
for name in next, declared do
  public_names[name] = true
end
local function_names = typos.set(public_names)
-- Names that mods assign.
local variable_names = typos.set(variables.reserved)

-- The value of a name in the table kts of a mod; functions are cached in `cache`.
local function read_name(mod, cache, name, call)
  local value = variables.get(name)
  local owner = type(value) == "table" and loader.mods[variables.owner_of(name)]
  if owner and not proxies.may_change(mod, owner) then
    return proxies.read_only(value, owner)
  elseif value == nil and public_names[name] then
    value = makers[name] and makers[name](mod, call) or call(name)
    rawset(cache, name, value)
  elseif value == nil and not variables.reserved[name] then
    typos.read(name, function_names, "kts")
  end
  return value
end

-- Warns of a value that the host cannot use as what a variable stands for.
local function warn_of_kind(name, value)
  local is_hook = variables.hooks[name] == true
  if value and (is_hook and not is_callable(value) or name == "DEFAULT_ITEM" and not handles.index("item", value)) then
    local text = handles.open(value) and tostring(value) or shown(value)
    local file, line = errors.where()
    py.warn("kts." .. name .. " is " .. text .. ", which the host does not use: must be "
      .. (is_hook and "a function" or "an ItemType"), file, line)
  end
end

-- The table kts of a mod: functions are the host's and fixed, variables are shared by all mods.
function M.of(mod)
  if mod.kts then
    return mod.kts
  end
  local bound = {}
  local function call(name)
    bound[name] = bound[name] or functions.bind(declared[name], mod)
    return bound[name]
  end
  local cache = setmetatable({}, {
    __index = function(cache, name)
      return read_name(mod, cache, name, call)
    end,
  })
  mod.kts = proxies.new("kts", {
    __index = cache,
    __newindex = function(_, name, value)
      if public_names[name] then
        raise("kts." .. name .. " is a function of the host and cannot be changed")
      end
      typos.name(name, variable_names, "kts")
      warn_of_kind(name, value)
      variables.set(mod, name, value)
    end,
    __pairs = function()
      local all = {}
      for name in next, public_names do
        all[name] = cache[name]
      end
      for name in variables.each() do
        all[name] = cache[name]
      end
      return pairs(all)
    end,
  })
  return mod.kts
end

-- The names that mods of this dialect find in their environment.
function M.ambient(mod)
  local names = namespaces.ambient(mod)
  names.kts = M.of(mod)
  return names
end

-- kts modules begin in a read-only environment, which mod.RegisterMod replaces.
function M.entry_environment(mod, legacy)
  if legacy then
    return namespaces.read_only_environment(mod)
  end
end

-- Drops what a mod that failed to load has registered.
function M.forget(mod)
  namespaces.forget(mod)
  variables.forget(mod)
end

return M
