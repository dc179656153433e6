-- The module Item: items on maps.

local import = ...
local creation = import "areas/object/creation"
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"
local queries = import "areas/object/queries"

local Item = {}

function Item.create(id, x, y, params, where)
  return creation.create("base.item", "Item.create", id, x, y, params, where)
end

function Item.at(x, y, map)
  return iterators.of_list(queries.at("base.item", x, y, maps.given_or_current(map, "Item.at")))
end

function Item.iter(map)
  return iterators.of_list(queries.list_of(maps.given_or_current(map, "Item.iter"), "base.item"))
end

function Item.find(id, _, map)
  return queries.find(queries.list_of(maps.given_or_current(map, "Item.find"), "base.item"), id)
end

return Item
