-- The module Item: items on maps.

local import = ...
local creation = import "areas/object/creation"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local queries = import "areas/object/queries"

local Item = {}

function Item.create(id, x, y, params, where)
  return creation.create("base.item", "Item.create", id, x, y, params, where)
end

function Item.at(x, y, map)
  return iterators.of_list(queries.at("base.item", x, y, maps.given_or_current(map, "Item.at")))
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

function Item.iter(where)
  if objects.is_carrier(where) then
    return where:iter_items():filter(Item.is_alive)
  end
  return Item.iter_ground(where)
end

function Item.iter_ground(map)
  return iterators.of_list(queries.list_of(maps.given_or_current(map, "Item.iter"), "base.item", Item.is_alive))
end

function Item.iter_all(map)
  return iterators.of_list(queries.list_of(maps.given_or_current(map, "Item.iter_all"), "base.item"))
end

function Item.iter_in_everything(map)
  local list = {}
  local function add(objects_there)
    for _, object in ipairs(objects_there) do
      if Item.is_alive(object) then
        list[#list + 1] = object
      end
      add(objects.states[object].carried or {})
    end
  end
  map = maps.given_or_current(map, "Item.iter_in_everything")
  add(queries.list_of(map, "base.item"))
  add(queries.list_of(map, "base.chara"))
  return iterators.of_list(list)
end

function Item.find(id, where, map)
  map = maps.given_or_current(map, "Item.find")
  return queries.find(queries.list_of(map, "base.item"), id)
    or where == "all" and queries.find(Item.iter_in_everything(map):to_list(), id) or nil
end

return Item
