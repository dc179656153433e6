-- The actions dialect: entities that live and act on a map. The rest of it is read when a mod first speaks it.

local import = ...

local M = { name = "actions" }

local library

local function spoken()
  library = library or import "actions/library"
  return library
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
