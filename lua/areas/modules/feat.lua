-- The module Feat: feats on maps.

local import = ...
local creation = import "areas/object/creation"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local queries = import "areas/object/queries"

local Feat = {}

function Feat.create(id, x, y, params, where)
  return creation.create("base.feat", "Feat.create", id, x, y, params, where)
end

function Feat.at(x, y, map)
  return iterators.of_list(queries.at("base.feat", x, y, maps.given_or_current(map, "Feat.at")))
end

function Feat.iter(map)
  return iterators.of_list(queries.list_of(maps.given_or_current(map, "Feat.iter"), "base.feat"))
end

function Feat.is_alive(object, map)
  return queries.is_on_map(object, "base.feat", map)
end

return Feat
