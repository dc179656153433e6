-- The actions dialect: entities that live and act on a map. The rest of it is read when a mod first speaks it.

local import = ...
local type = type

local M = { name = "actions" }

local library

local function spoken()
  library = library or import "actions/mod/library"
  return library
end

-- Calls by names that other dialects use, too, that are meant for this one: class("Name", Base).
M.accepts = {
  class = function(first)
    return type(first) == "string"
  end,
}

-- What it adds to Lua's own libraries.
function M.extend(mod)
  spoken().extend(mod)
end

function M.ambient(mod)
  return spoken().ambient(mod)
end

function M.of(mod)
  return spoken().of(mod)
end

function M.require(mod, path)
  if library then
    return library.require(mod, path)
  end
end

function M.module_names()
  return library and library.module_names()
end

function M.loaded(mod)
  return spoken().loaded(mod)
end

function M.forget(mod)
  if library then
    library.forget(mod)
  end
end

function M.new_game()
  if library then
    library.new_game()
  end
end

return M
