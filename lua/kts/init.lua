-- The kts dialect: the table `kts`, the table `mod`, and the loading habits of kts modules.

local import = ...
local functions = import "core/border/functions"
local game = import "kts/game"
local namespaces = import "kts/namespaces"
local loader = import "core/loader"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local error, ipairs, next, pairs, rawset, setmetatable, type = error, ipairs, next, pairs, rawset, setmetatable, type

local M = { name = "kts", print_separator = " " }

local declared = functions.declared("kts")

-- Functions that need more of Lua than arguments in, results out: name -> maker(mod, call), where
-- call(name) is the declared Python function of that name, for `mod`.
local made_in_lua = {}
for _, part in ipairs { "kts/constructors", "kts/generation", "kts/random", "kts/play" } do
  for name, maker in next, import(part) do
    made_in_lua[name] = maker
  end
end

-- Variables of the table kts, shared by all mods: MENU, DUNGEON_ERROR, what mods add.
local variables = import "kts/variables"

local function bound(mod, name)
  local functions_of_mod = mod.kts_functions
  local fn = functions_of_mod[name]
  if not fn then
    local description = declared[name]
    if not description then
      error("[host] there is no function kts." .. name, 0)
    end
    fn = functions.bind(description, mod)
    functions_of_mod[name] = fn
  end
  return fn
end

local function is_function(name)
  return made_in_lua[name] or declared[name] and not declared[name].internal
end

-- Names that somebody read in vain.
local asked = {}
local names

local function known_names()
  if not names then
    local list = {}
    for name in next, declared do
      if is_function(name) then
        list[#list + 1] = name
      end
    end
    names = typos.names(table.concat(list, " "))
  end
  return names
end

-- The table kts of a mod: functions are the host's and fixed, variables are shared.
function M.of(mod)
  if mod.kts then
    return mod.kts
  end
  mod.kts_functions = {}
  local function call(name)
    return bound(mod, name)
  end
  -- What has been asked for once is found without a call.
  local public = setmetatable({}, {
    __index = function(public, name)
      local value = variables.get(name)
      local owner = type(value) == "table" and loader.mods[variables.owner_of(name)]
      if owner and not proxies.may_change(mod, owner) then
        return proxies.read_only(value, owner)
      elseif value == nil and is_function(name) then
        local maker = made_in_lua[name]
        value = maker and maker(mod, call) or bound(mod, name)
        rawset(public, name, value)
      elseif value == nil and type(name) == "string" and not variables.known[name] and not asked[name] then
        asked[name] = true
        typos.check({ [name] = true }, known_names(), "kts")
      end
      return value
    end,
  })
  mod.kts = setmetatable({}, {
    __metatable = false,
    __index = public,
    __newindex = function(_, name, value)
      if is_function(name) then
        error('kts.' .. name .. " is a function of the host and cannot be changed", 2)
      end
      variables.set(mod, name, value)
    end,
    __pairs = function()
      local all = {}
      for name in next, declared do
        if is_function(name) then
          all[name] = public[name]
        end
      end
      for name in next, made_in_lua do
        all[name] = public[name]
      end
      for name, value in variables.each() do
        all[name] = value
      end
      return pairs(all)
    end,
  })
  return mod.kts
end

-- The names that a mod of this dialect finds in its environment.
function M.ambient(mod)
  local names = namespaces.ambient(mod)
  names.kts = M.of(mod)
  return names
end

-- kts modules begin in a read-only environment, which mod.RegisterMod exchanges.
function M.entry_environment(mod, legacy)
  if legacy then
    return namespaces.read_only_environment(mod)
  end
end

M.new_game = game.begin

function M.forget(mod)
  namespaces.forget(mod)
  variables.forget(mod)
end

return M
