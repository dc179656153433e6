-- The rooms dialect: levels of rooms and hallways, with the names of Codea. Loaded when the first mod uses it.

local import = ...
local type = type

local M = { name = "rooms" }

local library

local function load_library()
  library = library or import "rooms/library"
  return library
end

function M.of(mod)
  return load_library().of(mod)
end

-- Names that other dialects define too: whether a call with these arguments is meant for this dialect. Here class() and
-- class(Base).
M.accepts = {
  class = function(first)
    return type(first) ~= "string"
  end,
}

function M.ambient(mod)
  return load_library().ambient(mod)
end

function M.new_game()
  if library then
    library.new_game()
  end
end

return M
