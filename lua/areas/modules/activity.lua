-- The module Activity: what charas do for many turns.

local import = ...
local activities = import "areas/object/activities"

local Activity = {}

function Activity.create(id, params)
  return activities.create("Activity.create", id, params)
end

return Activity
