-- The actions dialect: entities that live and act on a map. The rest of it is loaded when a mod first uses it.

local import, py = ...

local M = { name = "actions" }

-- The global names of a mod.
M.names = [[
  Action AttackSourceTypes Attackableness Chain ChainTemplate Decorators Emitter Entities Entity Event GameObject
  Generator HowToReturn InventorySlots Item Items Layers Luaoop MODULE_NAME Mods Numbers RankNumbers Ranks Retouchers
  StatTypes StatusTypes Vec World addAttribute clamp class copyChains decorate ins printf registerAttackSource
  registerEntity registerItem registerStat registerStatus sign
]]

local library

local function load_library()
  library = library or import "actions/mod/library"
  return library
end

M.load = load_library

-- A save may hold worlds though no loaded mod uses this dialect: kind of chunk -> function that declares its codec.
M.codecs = { world = load_library }

-- Distinguishes calls of this dialect from calls of others that have the same name: class("Name", Base).
M.accepts = {
  class = function(first)
    return type(first) == "string"
  end,
}

-- Adds functions to the libraries of a mod.
function M.extend(mod)
  import("actions/extensions/libraries").extend(mod)
end

for _, name in ipairs { "ambient", "of", "loaded" } do
  M[name] = function(mod)
    return load_library()[name](mod)
  end
end

-- Whether a path that a mod requires is one of this dialect.
function M.has_path(path)
  return string.match(path, "^modules%.") ~= nil
    or string.find(py.declared_modules "actions" .. "\0", string.gsub(path, "^logic%.", "@") .. "\0", 1, true) ~= nil
end

-- A mod finds the modules when any mod has this dialect.
function M.require(mod, path)
  if library or M.is_expected and M.has_path(path) then
    return load_library().require(mod, path)
  end
end

function M.module_names()
  if library or M.is_expected then
    return load_library().module_names()
  end
end

for _, name in ipairs { "stand_in", "forget", "new_game", "check_content", "list_looks" } do
  M[name] = function(...)
    return library and library[name](...)
  end
end

return M
