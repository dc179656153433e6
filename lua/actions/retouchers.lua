-- Retouchers: functions that add a common handler to the chains of a class of entities.

local import = ...
local algorithms = import "actions/action/algorithms"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local constants = import "actions/constants"
local decorate = import "actions/decorators/decorate"
local decorator = import "actions/decorators/decorator"
local grids = import "actions/world/grid"
local InventoryOfEntity = import "actions/items/inventory"
local loose_items = import "actions/world/loose_items"
local notes = import "actions/entity/notes"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local targets = import "actions/items/target"
local world_state = import "actions/world/state"

local target_filter = targets.filter
local retouch, ranks = decorate.retouch, chains.ranks
local Attackableness = constants.Attackableness

local function retoucher(chain, handler)
  return function(target)
    retouch(target, chain, handler)
  end
end

local M = {}

M.utils = { retouch = retouch }

M.Algos = {
  simple = retoucher("action", algorithms.simple),
  general = retoucher("action", algorithms.general),
}

local function constant(target, value)
  retouch(target, "attackableness", function(passing)
    passing.result = value
  end)
end

M.Attackableness = {
  constant = constant,
  no = function(target)
    constant(target, Attackableness.NO)
  end,
}

-- Registers the event Bump when a move does not change the position.
M.Bumping = retoucher("displace", {
  function(passing)
    local pos, to = passing.actor.pos, passing.newPos
    if pos.x == to.x and pos.y == to.y then
      passing.actor:registerEvent(constants.Changes.Bump)
    end
  end,
  -- Before the handlers of rank MEDIUM, one of which changes the position.
  chains.rank_map[ranks.MEDIUM] + 1,
})
M.Bump = M.Bumping

-- Picks up the items on the square that the entity enters: it equips items of this dialect, and carries items of kts.
local function pick_up(passing)
  local actor = passing.actor
  if not actor.world.grid:getDroppedAt(actor.pos) then
    return
  end
  local state = world_state.states[actor.world]
  local square, inventory = grids.square_at(state.grid_state, actor.pos.x, actor.pos.y), actor.inventory
  local dropped = loose_items.other_dropped(state, square)
  if dropped then
    local ids = dropped.state
    dropped:die()
    for _, id in ipairs(ids) do
      actor:equip(registry.item(id, "Equip.onDisplace"))
    end
    actor:dropExcess()
  end
  if class.is(inventory, InventoryOfEntity) then
    loose_items.pick_up(state, square, inventory)
  end
end

M.Equip = { onDisplace = retoucher("displace", { pick_up, ranks.LOW }) }

M.Skip = {
  emptyAttack = retoucher("getAttack", decorator.skip_empty),
  emptyDig = retoucher("getDig", decorator.skip_empty),
  blockedMove = retoucher("getMove", function(passing)
    local actor, direction = passing.actor, passing.move.direction
    local pos = actor.pos
    if actor.world.grid:isBlocked(pos.x + direction.x, pos.y + direction.y) then
      passing.propagate = false
    end
  end),
  noPlayer = retoucher("getAttack", function(passing)
    for _, target in ipairs(passing.targets) do
      if target.entity:isPlayer() then
        return
      end
    end
    passing.propagate = false
  end),
  self = retoucher("getAttack", target_filter(function(target, passing)
    return target.entity ~= passing.actor
  end)),
}

local function reorient(passing)
  local direction = passing.action and passing.action.direction or passing.move and passing.move.direction
  if direction then
    passing.actor:reorient(direction)
  end
end

M.Reorient = {
  onMove = retoucher("move", reorient),
  onDisplace = retoucher("displace", reorient),
  onActionSuccess = retoucher("succeedAction", reorient),
  onAttack = retoucher("attack", reorient),
  onDig = retoucher("dig", reorient),
}

-- Ends the turn of the actor: it does not act any more in this turn.
local function end_turn(passing)
  passing.actor.didAction = true
end

M.NoAction = {
  ifHit = retoucher("beHit", end_turn),
  ifPushed = retoucher("executePush", end_turn),
  byAttacking = retoucher("attack", end_turn),
}

-- Makes a retoucher: after the event of a chain, the entity cannot be hurt for as many turns as its stat Invincible
-- says.
local function invincible_after(chain)
  -- class -> how often it was retouched.
  local counts = setmetatable({}, { __mode = "k" })
  return function(target)
    local target_class = class.raw(target)
    counts[target_class] = (counts[target_class] or 0) + 1
    -- The note that counts the turns, which saves contain.
    local name = "invincible " .. chain .. " " .. class.name(target_class) .. " " .. counts[target_class]
    retouch(target, chain, function(passing)
      notes.of(passing.actor)[name] = passing.actor:getStat(stat_types.types.Invincible)
    end)
    retouch(target, "defence", {
      function(passing)
        local own_notes = notes.find(passing.actor)
        if own_notes and (own_notes[name] or 0) > 0 then
          passing.propagate = false
        end
      end,
      ranks.HIGHEST,
    })
    retouch(target, "tick", function(passing)
      local own_notes = notes.find(passing.actor)
      local beats = own_notes and own_notes[name]
      if beats and beats > 0 then
        own_notes[name] = beats > 1 and beats - 1 or nil
      end
    end)
  end
end

-- Dungeon Hopper has nothing there.
M.Step = true

M.Invincible = { ifHit = invincible_after "beHit", ifPushed = invincible_after "executePush" }

return M
