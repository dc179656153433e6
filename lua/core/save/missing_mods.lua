-- What stands for things of a save whose mods are not loaded, so that they go into the next save as they were.

local import = ...
local raise = import("core/errors").raise

local setmetatable = setmetatable

local M = {}

-- What stands for a thing: token -> cell of the save (see core/save/graph).
M.cells = setmetatable({}, { __mode = "k" })
-- Tables that were instances of classes that are not there: table -> { mod, name }.
M.classes = setmetatable({}, { __mode = "k" })

local meta = {
  __metatable = false,
  __name = "absent",
  __tostring = function()
    return "what belongs to a mod that is not loaded"
  end,
  __index = function()
    raise "this belongs to a mod that is not loaded: nothing can be read of it"
  end,
  __newindex = function()
    raise "this belongs to a mod that is not loaded: nothing can be set of it"
  end,
}

-- What stands for the thing of a cell.
function M.token(cell)
  local made = setmetatable({}, meta)
  M.cells[made] = cell
  return made
end

function M.is_token(value)
  return M.cells[value] ~= nil
end

return M
