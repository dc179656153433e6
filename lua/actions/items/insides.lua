-- insides: the contents of a chest and the like: gold, an entity, an item, an item from a pool.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"

local M = {}

local Options = { GOLD = 1, ENTITY = 2, ITEM = 3, ITEM_FROM_POOL = 4 }
M.Options = Options

local function check(insides)
  if type(insides) ~= "table" then
    errors.raise("insides is " .. stable_order.type(insides) .. ": must be a table")
  end
  return insides
end

-- Makes a function(actor, option) that also takes its arguments the other way round, as mods for version 0.1.0 do.
local function in_either_order(fn)
  return function(actor, option)
    if option == nil or class.of(option) and not class.of(actor) then
      actor, option = option, actor
    end
    return fn(check(option), actor)
  end
end

M.setup = {
  [Options.GOLD] = check,
  [Options.ENTITY] = check,
  [Options.ITEM] = check,
  -- Drawn when the chest is created, not when it is opened.
  [Options.ITEM_FROM_POOL] = function(insides, actor)
    return { id = Options.ITEM_FROM_POOL, itemId = actor.world:drawFromPool(check(insides).poolId) }
  end,
}

local function drop_item(insides, actor)
  actor.world:createDroppedItem(check(insides).itemId, actor.pos)
end

-- Option -> function(actor, option) that creates the contents where the actor stands.
M.realizers = {
  [Options.GOLD] = function(insides, actor)
    actor.world:registerGold(check(insides).amount or 1, actor.pos)
  end,
  [Options.ENTITY] = function(insides, actor)
    actor.world:create(check(insides).class, actor.pos)
  end,
  [Options.ITEM] = drop_item,
  [Options.ITEM_FROM_POOL] = drop_item,
}

for _, functions in next, { M.setup, M.realizers } do
  for id, fn in next, functions do
    functions[id] = in_either_order(fn)
  end
end

return M
