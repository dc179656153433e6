-- Which map an object of a dialect stands for: a Dungeon, a plan, an instanced map. Python knows maps by a number within
-- the game; what a mod holds of an earlier game stands for none.

local import = ...
local blame = import "host/blame"
local text = import "host/text"

local setmetatable = setmetatable

local M = {}

local number_of = setmetatable({}, { __mode = "k" })

-- Lets an object stand for the map with a number.
function M.bind(object, number)
  number_of[object] = number
end

-- The number of the map of an object, or nil.
function M.number(object)
  if object ~= nil then
    return number_of[object]
  end
end

-- The number of the map of an object; `what` is what messages call it. nil, the map of the game, stays nil.
function M.check(object, what)
  if object == nil then
    return nil
  end
  local number = number_of[object]
  if not number then
    blame.raise(what .. " is " .. text.shown(object) .. ": must be a map of this game, such as a Dungeon or a plan")
  end
  return number
end

-- A new game begins.
function M.forget()
  number_of = setmetatable({}, { __mode = "k" })
end

return M
