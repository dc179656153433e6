-- The module Activity: what charas do for many turns.

local import = ...
local creation = import "areas/object/creation"

local Activity = {}

function Activity.create(id, params)
  return creation.create("base.activity", "Activity.create", id, nil, nil,
    { ownerless = true, no_build = true, params = params })
end

return Activity
