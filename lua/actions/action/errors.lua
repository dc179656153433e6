-- Errors of handlers during a turn: an error ends the action of its entity, or the run with `--strict`; it is reported
-- once, and the turn continues.

local import, py = ...
local class = import "actions/class"
local errors = import "core/errors"
local nesting = import "actions/action/nesting"
local protect = import "core/sandbox/protect"
local stable_order = import "core/sandbox/stable_order"

local pcall = protect.pcall

local M = {}

-- Nesting depth up to which each action runs in its own `pcall`; deeper actions share the outermost one.
local MOST_PROTECTED = 25

-- Whether the first error ends the turn.
M.strict = false
-- The number of the turn that is played; and on_report(entity name, message), called besides the warning, or nil.
M.turn, M.on_report = 0, nil

function M.report(entity, problem)
  local file, line, message = errors.split_location(type(problem) == "string" and problem
    or "an error object that is a " .. stable_order.type(problem))
  -- The host met it, in a position that a mod has spoiled: the class is of that mod.
  local spoiled = not file and class.problem_of_position(entity)
  if spoiled then
    message, file, line = spoiled, class.location(class.of(entity))
  end
  if M.strict and file then
    errors.raise_at(file, line, message)
  elseif M.strict then
    error(problem, 0)
  end
  local name = class.type_name(entity) .. " " .. tostring(entity.id)
  py.warn("turn " .. M.turn .. ": the action of " .. name .. " ended in an error: " .. message, file, line)
  if M.on_report then
    M.on_report(name, file and file .. ":" .. line .. ": " .. message or message)
  end
end

local function abort(entity, problem)
  entity.doingAction, entity.didAction = false, true
  M.report(entity, problem)
end

-- Calls visit(entity) for each entity of a list, in order. An error of one is reported and the next one is visited. A
-- protected call serves all entities up to the next error.
function M.each(list, visit)
  local at, n = 0, #list
  local function walk()
    for i = at + 1, n do
      at = i
      visit(list[i])
    end
  end
  repeat
    local ok, problem = pcall(walk)
    if not ok then
      abort(list[at], problem)
    end
  until at >= n
end

-- Calls fn(entity, argument) and reports an error.
function M.guard(entity, fn, argument)
  local ok, problem = pcall(fn, entity, argument)
  if not ok then
    M.report(entity, problem)
  end
end

-- Lets an entity act before its turn, because another one waits for it.
function M.act(entity)
  if nesting.depth() > MOST_PROTECTED then
    entity:executeAction()
    return
  end
  local ok, problem = pcall(entity.executeAction, entity)
  if not ok then
    abort(entity, problem)
  end
end

return M
