-- Items: what they can do beside carrying; and the modules Item and Feat.

local import = ...
local errors = import "core/errors"
local creating = import "areas/object/creation"
local iterators = import "areas/iterator/instances"
local listing = import "areas/object/queries"
local objects = import "areas/object/instances"
local state = import "areas/session"

local raise = errors.raise
local format = string.format
local whole = state.whole
local METHODS, of, shared = objects.METHODS, objects.of, objects.shared
local create, map_of = creating.create, creating.map_of
local at, find_on, list_of = listing.at, listing.find_on, listing.list_of

local M = {}

local item = METHODS["base.item"]

-- Takes away so many of a stack, or all of it.
function item.remove(self, amount)
  local own = of(self, "remove")
  local count = amount == nil and own.fields.amount or whole(amount, "IItem:remove: amount")
  if count < 0 then
    raise(format("IItem:remove: amount is %d: must be 0 or more", count))
  end
  own.fields.amount = own.fields.amount > count and own.fields.amount - count or 0
  if own.fields.amount == 0 then
    shared.remove_ownership(self)
  end
end

-- What Item and Feat have alike.
local function functions_of(kind, title)
  return {
    create = function(id, x, y, params, where)
      return create(kind, title .. ".create", id, x, y, params, where)
    end,
    at = function(x, y, map)
      return iterators.of_list(at(kind, x, y, map, title .. ".at"))
    end,
    iter = function(map)
      return iterators.of_list(list_of(map_of(map, title .. ".iter"), kind))
    end,
  }
end

M.Item, M.Feat = functions_of("base.item", "Item"), functions_of("base.feat", "Feat")

function M.Item.find(id, _, map)
  return find_on("base.item", id, list_of(map_of(map, "Item.find"), "base.item"))
end

return M
