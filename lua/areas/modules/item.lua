-- The module Item: items on maps.

local import = ...
local creation = import "areas/object/creation"
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local queries = import "areas/object/queries"

local Item = {}

function Item.create(id, x, y, params, where)
  return creation.create("base.item", "Item.create", id, x, y, params, where)
end

function Item.at(x, y, map)
  return iterators.of_list(queries.at("base.item", x, y, maps.given_or_current(map, "Item.at")))
end

function Item.iter(where)
  if objects.is_carrier(where) then
    return where:iter_items()
  end
  return iterators.of_list(queries.list_of(maps.given_or_current(where, "Item.iter"), "base.item"))
end

function Item.is_alive(object, map)
  if not objects.is(object, "base.item") then
    return false
  end
  local state = objects.states[object]
  local amount = state.fields.amount
  return not state.gone and (amount == nil or type(amount) == "number" and amount > 0)
    and (state.map or state.inside) ~= nil and (map == nil or rawequal(state.map, map))
end

function Item.find(id, _, map)
  return queries.find(queries.list_of(maps.given_or_current(map, "Item.find"), "base.item"), id)
end

return Item
