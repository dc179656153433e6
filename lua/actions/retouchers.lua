-- Retouchers: functions on a class of entities that add common handlers to its chains.

local import = ...
local algos = import "actions/action/algorithms"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local decorate = import "actions/decorators/decorate"
local layers = import "actions/constants"
local notes = import "actions/entity/notes"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"

local ipairs, next, setmetatable = ipairs, next, setmetatable
local retouch, types = decorate.retouch, stat_types.types
local LOW, HIGHEST = chains.ranks.LOW, chains.ranks.HIGHEST
local MEDIUM_NUMBER = chains.rank_map[chains.ranks.MEDIUM]

local function retoucher(chain, handler)
  return function(target)
    retouch(target, chain, handler)
  end
end

local M = {}

M.Algos = {
  simple = retoucher("action", algos.simple),
  general = retoucher("action", algos.general),
}

local known_attackableness = {}
for _, value in next, layers.Attackableness do
  known_attackableness[value] = true
end

local function constant(target, value)
  if not known_attackableness[value] then
    errors.raise("Retouchers.Attackableness.constant: the value is none of Attackableness")
  end
  retouch(target, "attackableness", function(passing)
    passing.result = value
  end)
end

M.Attackableness = {
  constant = constant,
  no = function(target)
    constant(target, layers.Attackableness.NO)
  end,
}

-- Registers `bump` when a move leads nowhere.
M.Bumping = retoucher("displace", {
  function(passing)
    local pos, to = passing.actor.pos, passing.newPos
    if pos.x == to.x and pos.y == to.y then
      passing.actor:registerEvent(layers.Changes.Bump)
    end
  end,
  MEDIUM_NUMBER + 1,
})
M.Bump = M.Bumping

-- Picks up what lies where the entity comes to stand.
M.Equip = {
  onDisplace = retoucher("displace", {
    function(passing)
      local actor = passing.actor
      local dropped = actor.world.grid:getDroppedAt(actor.pos)
      if dropped then
        local ids = dropped.state
        dropped:die()
        for _, id in ipairs(ids) do
          actor:equip(registry.item(id, "Equip.onDisplace"))
        end
        actor:dropExcess()
      end
    end,
    LOW,
  }),
}

M.Skip = {
  emptyAttack = retoucher("getAttack", cycle.skip_empty),
  emptyDig = retoucher("getDig", cycle.skip_empty),
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
  self = retoucher("getAttack", function(passing)
    local kept = {}
    for _, target in ipairs(passing.targets) do
      if target.entity ~= passing.actor then
        kept[#kept + 1] = target
      end
    end
    passing.targets = kept
  end),
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

local function take_turn(passing)
  passing.actor.didAction = true
end

M.NoAction = {
  ifHit = retoucher("beHit", take_turn),
  ifPushed = retoucher("executePush", take_turn),
  -- Whoever attacks does nothing else this turn, as when another made it act.
  byAttacking = retoucher("attack", take_turn),
}

-- After something happened to it, the entity cannot be hurt for some beats: as many as its stat Invincible says.
local function invincible_after(chain)
  -- class -> how often it was retouched so.
  local counts = setmetatable({}, { __mode = "k" })
  return function(target)
    local class_of_target = class.raw(target)
    counts[class_of_target] = (counts[class_of_target] or 0) + 1
    local name = "invincible " .. chain .. " " .. class.name(class_of_target) .. " " .. counts[class_of_target]
    retouch(target, chain, function(passing)
      notes.of(passing.actor)[name] = passing.actor:getStat(types.Invincible)
    end)
    retouch(target, "defence", {
      function(passing)
        local kept = notes.known(passing.actor)
        if kept and (kept[name] or 0) > 0 then
          passing.propagate = false
        end
      end,
      HIGHEST,
    })
    retouch(target, "tick", function(passing)
      local kept = notes.known(passing.actor)
      local beats = kept and kept[name]
      if beats and beats > 0 then
        kept[name] = beats > 1 and beats - 1 or nil
      end
    end)
  end
end

M.Invincible = { ifHit = invincible_after "beHit", ifPushed = invincible_after "executePush" }

M.utils = { retouch = retouch }

return M
