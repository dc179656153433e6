-- require "host.toolbox": generators, walking, scatter and stamping for any mod. All of it is read when the first mod asks.

local import = ...

local M = { name = "toolbox" }

local library

function M.of(mod)
  library = library or import "toolbox/library"
  return library.of(mod)
end

function M.new_game()
  if library then
    library.new_game()
  end
end

return M
