-- What is inside a chest and the like: gold, an entity, an item, an item from a pool.

local import = ...
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"

local type = type

local M = {}

M.Options = { GOLD = 1, ENTITY = 2, ITEM = 3, ITEM_FROM_POOL = 4 }

local function check(insides)
  if type(insides) ~= "table" then
    errors.raise("insides is " .. stable_order.type(insides) .. ": must be a table")
  end
  return insides
end

-- By option: what a new entity keeps in `insides`, given what it is to hold.
M.setup = {
  [M.Options.GOLD] = check,
  [M.Options.ENTITY] = check,
  [M.Options.ITEM] = check,
  -- Drawn at once, not when it is opened.
  [M.Options.ITEM_FROM_POOL] = function(insides, actor)
    return { id = M.Options.ITEM_FROM_POOL, itemId = actor.world:drawFromPool(check(insides).poolId) }
  end,
}

local function drop(insides, actor)
  actor.world:createDroppedItem(check(insides).itemId, actor.pos)
end

-- By option: lets what was inside appear where the actor is.
M.realizers = {
  [M.Options.GOLD] = function(insides, actor)
    actor.world:registerGold(check(insides).amount or 1, actor.pos)
  end,
  [M.Options.ENTITY] = function(insides, actor)
    actor.world:create(check(insides).class, actor.pos)
  end,
  [M.Options.ITEM] = drop,
  [M.Options.ITEM_FROM_POOL] = drop,
}

return M
