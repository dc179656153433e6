-- algos.simple and algos.general: handlers of the chain `action`, which pass an event through the chain of the action.

local import = ...
local chains = import "actions/chain/chain"
local errors = import "core/errors"
local event = import "actions/chain/event"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local turn_errors = import "actions/action/errors"

local raise = errors.raise
local type = type
local new_event, pass, check_propagate = event.new, chains.pass, chains.check_propagate

local M = {}

local MOST_DIRECTIONS = 1000

local function chain_of(action)
  local chain = action:getChain()
  if not chains.is_chain(chain) then
    raise("the chain of an action is " .. stable_order.type(chain) .. ": must be a chain")
  end
  return chain
end

-- For players: does the action in its own direction.
function M.simple(enclosing)
  if type(enclosing) ~= "table" then
    signatures.refuse("actions", "algos.simple", enclosing)
  end
  local action = enclosing.action
  local passing = new_event(enclosing.actor, action)
  enclosing.algoEvent = passing
  pass(chain_of(action), passing, check_propagate)
  enclosing.success, passing.succeed = passing.success, passing.success == true
end

-- For all others: does the action in the first direction of the sequence in which it succeeds. A real on the next
-- square that has not acted yet acts first, and then the direction is tried again.
function M.general(enclosing)
  if type(enclosing) ~= "table" then
    signatures.refuse("actions", "algos.general", enclosing)
  end
  local actor, action = enclosing.actor, enclosing.action
  local chain = chain_of(action)
  local directions = actor.sequence:getMovs(actor, action)
  if type(directions) ~= "table" then
    raise("the movs of a step returned " .. stable_order.type(directions) .. ": must return a list of directions")
  elseif #directions > MOST_DIRECTIONS then
    raise("the movs of a step returned " .. #directions .. " directions: may return at most " .. MOST_DIRECTIONS)
  end
  enclosing.directions = directions
  local grid = actor.world.grid
  for i = 1, #directions do
    local direction = directions[i]
    action.direction = direction
    local passing = new_event(actor, action)
    while true do
      pass(chain, passing, check_propagate)
      passing.succeed = passing.success == true
      if passing.success then
        enclosing.success, enclosing.algoEvent = true, passing
        return
      end
      local pos = actor.pos
      local other = grid:realAt(pos.x + direction.x, pos.y + direction.y)
      if not other or other.didAction or other.doingAction then
        break
      end
      turn_errors.act(other)
      passing.propagate = true
    end
  end
  enclosing.success = false
end

return M
