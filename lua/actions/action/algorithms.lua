-- Algorithms: what runs the components of an action, once or in one direction after the other.

local import = ...
local blame = import "core/errors"
local chains = import "actions/chain/chain"
local errors = import "actions/action/errors"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"

local raise = blame.raise
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

-- The action in the direction that it has: for players.
function M.simple(enclosing)
  if type(enclosing) ~= "table" then
    signatures.refuse("actions", "algos.simple", enclosing)
  end
  local actor, action = enclosing.actor, enclosing.action
  local passing = new_event(actor, action)
  enclosing.algoEvent = passing
  pass(chain_of(action), passing, check_propagate)
  enclosing.success = passing.success
end

-- The action in the first of the directions from the sequence in which it succeeds. Who stands in the way and has not
-- acted yet acts first.
function M.general(enclosing)
  if type(enclosing) ~= "table" then
    signatures.refuse("actions", "algos.general", enclosing)
  end
  local actor, action = enclosing.actor, enclosing.action
  local chain = chain_of(action)
  local directions = actor.sequence:getMovs(actor, action)
  if type(directions) ~= "table" then
    raise("the movs of a step gave " .. stable_order.type(directions) .. ": must be a list of directions")
  elseif #directions > MOST_DIRECTIONS then
    raise("the movs of a step gave " .. #directions .. " directions: may be at most " .. MOST_DIRECTIONS)
  end
  enclosing.directions = directions
  local grid = actor.world.grid
  for i = 1, #directions do
    local direction = directions[i]
    action.direction = direction
    local passing = new_event(actor, action)
    while true do
      pass(chain, passing, check_propagate)
      if passing.success then
        enclosing.success, enclosing.algoEvent = true, passing
        return
      end
      local pos = actor.pos
      local other = grid:realAt(pos.x + direction.x, pos.y + direction.y)
      if not other or other.didAction or other.doingAction then
        break
      end
      errors.act(other)
      passing.propagate = true
    end
  end
  enclosing.success = false
end

return M
