-- The rooms dialect: levels of rooms and hallways, with the names of Codea. Loaded when the first mod uses it.

local import = ...
local type = type

local M = { name = "rooms" }

local library

-- The names of the dialect for a mod; the same table each time.
function M.of(mod)
  library = library or import "rooms/library"
  return library.of(mod)
end
M.ambient = M.of

-- Names that other dialects define too: whether a call with these arguments is meant for this dialect. Here class() and
-- class(Base).
M.accepts = {
  class = function(first)
    return type(first) ~= "string"
  end,
}

function M.new_game()
  if library then
    library.new_game()
  end
end

return M
