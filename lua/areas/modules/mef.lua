-- The module Mef: effects on squares of maps.

local import = ...
local creation = import "areas/object/creation"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local queries = import "areas/object/queries"

local Mef = {}

function Mef.create(id, x, y, params, where)
  return creation.create("base.mef", "Mef.create", id, x, y, params, where)
end

function Mef.at(x, y, map)
  return queries.at("base.mef", x, y, maps.given_or_current(map, "Mef.at"))[1]
end

function Mef.iter(map)
  return iterators.of_list(queries.list_of(maps.given_or_current(map, "Mef.iter"), "base.mef"))
end

function Mef.is_alive(object, map)
  return queries.is_on_map(object, "base.mef", map)
end

return Mef
