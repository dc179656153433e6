-- Errors of handlers during a turn: they end what the entity was doing, are told once, and the turn goes on.

local import, py = ...
local errors = import "core/errors"
local class = import "actions/class"
local stable_order = import "core/sandbox/stable_order"
local protect = import "core/sandbox/protect"
local turns = import "actions/action/nesting"

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
  return "an error object that is a " .. stable_order.type(problem)
end

-- Tells of an error of an entity.
function M.report(entity, problem)
  local file, line, rest = class.split_place(text_of(problem))
  if M.strict and file then
    errors.raise_at(file, line, rest)
  elseif M.strict then
    error(problem, 0)
  end
  local who = class.type_name(entity) .. " " .. tostring(entity.id)
  local message = "turn " .. M.turn .. ": the action of " .. who .. " ended in an error: " .. rest
  py.warn(message, file, line)
  if M.told then
    M.told(who, file and file .. ":" .. line .. ": " .. rest or rest)
  end
end

local pcall = protect.pcall

-- Calls visit(entity) for each of a list, in order. When one ends in an error, that is told, and the next is visited.
-- One protected call does for as many as come through it.
function M.each(list, visit)
  local at, n = 0, #list
  local function walk()
    for i = at + 1, n do
      at = i
      visit(list[i])
    end
  end
  local depth = turns.depth()
  repeat
    local ok, problem = pcall(walk)
    if not ok then
      local entity = list[at]
      turns.back_to(depth)
      entity.doingAction, entity.didAction = false, true
      M.report(entity, problem)
    end
  until at >= n
end

-- Calls a function for an entity, and says whether it ended well.
function M.guard(entity, fn, argument)
  local ok, problem = pcall(fn, entity, argument)
  if not ok then
    M.report(entity, problem)
  end
  return ok
end

-- Lets an entity act before its turn, because another waits for it.
function M.act(entity)
  local depth = turns.depth()
  if depth > DEEPEST then
    entity:executeAction()
    return
  end
  local ok, problem = pcall(entity.executeAction, entity)
  if not ok then
    turns.back_to(depth)
    entity.doingAction, entity.didAction = false, true
    M.report(entity, problem)
  end
end

return M
