-- The actions dialect: entities that live and act on a map. The rest of it is loaded when a mod first uses it.

local import = ...

local M = { name = "actions" }

local library

local function load_library()
  library = library or import "actions/mod/library"
  return library
end

-- A save may hold worlds though no loaded mod uses this dialect: kind of chunk -> function that declares its codec.
M.codecs = { world = load_library }

-- Distinguishes calls of this dialect from calls of others that have the same name: class("Name", Base).
M.accepts = {
  class = function(first)
    return type(first) == "string"
  end,
}

for _, name in ipairs { "extend", "ambient", "of", "loaded" } do
  M[name] = function(mod)
    return load_library()[name](mod)
  end
end

for _, name in ipairs { "require", "stand_in", "module_names", "forget", "new_game", "check_content" } do
  M[name] = function(...)
    return library and library[name](...)
  end
end

return M
