-- The class Iterator: its methods, from the files that define them.

local import = ...
local instance_classes = import "areas/instance_classes"
local iterators = import "areas/iterator/creation"

instance_classes.add_methods(iterators.methods, { "Iterator" },
  import "areas/iterator/reductions",
  import "areas/iterator/transformations"
)

return iterators
