-- Placeholders for values of missing mods: mods that a save names and that are not loaded. They are saved as they
-- were.

local import = ...
local raise = import("core/errors").raise

local setmetatable = setmetatable

local M = {}

-- placeholder → the text of its reference (see core/save/graph).
M.references = setmetatable({}, { __mode = "k" })
-- Plain tables that were instances of missing classes: table → { mod, class }.
M.classes = setmetatable({}, { __mode = "k" })

local meta = {
  __metatable = false,
  __name = "missing",
  __tostring = function() return "a value of a mod that is not loaded" end,
  __index = function() raise "this is a value of a mod that is not loaded: it cannot be read" end,
  __newindex = function() raise "this is a value of a mod that is not loaded: it cannot be changed" end,
}

function M.placeholder(reference)
  local value = setmetatable({}, meta)
  M.references[value] = reference
  return value
end

function M.is_placeholder(value)
  return M.references[value] ~= nil
end

return M
