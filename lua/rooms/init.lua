-- The rooms dialect: levels of rooms and hallways, in the words of Codea. All of it is read when the first mod speaks it.

local import = ...
local type = type

local M = { name = "rooms" }

local library

local function spoken()
  library = library or import "rooms/library"
  return library
end

function M.of(mod)
  return spoken().of(mod)
end

-- Calls by names that other dialects use, too, that are meant for this one: class(), class(Base).
M.accepts = {
  class = function(first)
    return type(first) ~= "string"
  end,
}

function M.ambient(mod)
  return spoken().ambient(mod)
end

function M.new_game()
  if library then
    library.new_game()
  end
end

return M
