-- require "host.toolbox": generators, paths, scatter and stamping for any mod. Loaded when the first mod requires it.

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
