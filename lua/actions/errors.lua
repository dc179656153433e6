-- Errors of handlers during a turn: they end what the entity was doing, are told once, and the turn goes on.

local import, py = ...
local blame = import "host/blame"
local class = import "actions/class"
local order = import "host/order"
local protect = import "host/protect"
local turns = import "actions/turns"

local error, tostring, type = error, tostring, type

local M = {}

-- So deep in each other calls are protected, each by itself; what is deeper ends with those around it.
local DEEPEST = 25

-- Whether an error ends the turn, and all.
M.strict = false
-- The number of the running turn, and who is told of errors besides the log of warnings.
M.turn, M.told = 0, nil

local function text_of(problem)
  if type(problem) == "string" then
    return problem
  end
  return "an error object that is a " .. order.type(problem)
end

-- Tells of an error of an entity.
function M.report(entity, problem)
  if M.strict then
    error(problem, 0)
  end
  local file, line, rest = class.split_place(text_of(problem))
  local who = class.type_name(entity) .. " " .. tostring(entity.id)
  local message = "turn " .. M.turn .. ": the action of " .. who .. " ended in an error: " .. rest
  blame.finish(py.warn(message, file, line))
  if M.told then
    M.told(who, file and file .. ":" .. line .. ": " .. rest or rest)
  end
end

local pcall = protect.pcall

-- Calls a method of an entity, and says whether it ended well.
function M.guard(entity, method, ...)
  local depth = turns.depth()
  if depth > DEEPEST then
    entity[method](entity, ...)
    return true
  end
  local ok, problem = pcall(entity[method], entity, ...)
  if not ok then
    turns.back_to(depth)
    entity.doingAction = false
    M.report(entity, problem)
  end
  return ok
end

-- Lets an entity act, in its turn or before it.
function M.act(entity)
  if not M.guard(entity, "executeAction") then
    entity.didAction = true
  end
end

return M
