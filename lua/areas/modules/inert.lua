-- Inert modules: what mods without a mod.toml get for the modules of OpenNefia that this host leaves out. Each is a
-- class or an interface that mods can extend and name as a parent; its functions do nothing, and say so once.

local import, py = ...
local advice = import "areas/modules/advice"
local classes = import "areas/language/class"
local errors = import "core/errors"
local loader = import "core/loader"
local names = import "areas/modules/inert_names"
local session = import "areas/session"

local find, format = string.find, string.format

local M = {}

-- Path -> class or interface.
local modules = {}
-- Mod -> set of the functions that it was warned of, "PATH.NAME".
local warned = session.weak()

local function new_function(path, name)
  local title = name == "()" and path or path .. "." .. name
  return function()
    local mod = loader.running_mod() or M
    warned[mod] = warned[mod] or {}
    if not warned[mod][title] then
      warned[mod][title] = true
      py.warn(format("%s does nothing: this host leaves out %s", title, path), errors.where())
    end
    return nil
  end
end

local function new_module(path, name)
  -- Name -> function; and mod -> what the mod has added, name -> value.
  local functions, added = {}, session.weak()
  local module
  module = classes.front(name, find(name, "^I%u") and "interface" or "class", function(value)
    return classes.implements(value, module)
  end, function(_, key)
    local own = added[loader.running_mod() or M]
    if own and own[key] ~= nil then
      return own[key]
    elseif type(key) == "string" then
      functions[key] = functions[key] or new_function(path, key)
      return advice.wrapped(path, key, functions[key])
    end
  end, {
    __newindex = function(_, key, value)
      local mod = loader.calling_mod(path)
      added[mod] = added[mod] or {}
      added[mod][key] = value
    end,
    __call = new_function(path, "()"),
  })
  return module
end

-- The module of a path of areas/modules/inert_names.
function M.of(path)
  modules[path] = modules[path] or new_module(path, names[path])
  return modules[path]
end

-- The same, if a mod has it; or nil.
function M.find(path)
  return modules[path]
end

return M
