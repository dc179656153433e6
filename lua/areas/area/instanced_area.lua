-- The class InstancedArea: its methods, from the files that define them, and InstancedArea:new.

local import = ...
local areas = import "areas/area/area_states"
local classes = import "areas/language/class"
local instance_classes = import "areas/instance_classes"

instance_classes.add_methods(areas.methods, { "InstancedArea" },
  import("areas/area/archetype").methods,
  import("areas/area/child_areas").methods,
  import("areas/area/floor_generation").methods,
  import("areas/area/floors").methods
)

return classes.front("InstancedArea", "class", areas.is, {
  new = function(_, archetype, generator)
    return areas.new(archetype, generator)
  end,
})
