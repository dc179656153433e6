-- Checks of arguments that must be tiles.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local type = type

local M = {}

-- Raise an error unless `tile` has the method that the caller needs, which is `addDeferredContents` by default.
function M.check_tile(tile, subject, method)
  if type(tile) ~= "table" or tile[method or "addDeferredContents"] == nil then
    errors.raise(subject .. " is " .. text.shown(tile) .. ": must be a Tile")
  end
end

return M
