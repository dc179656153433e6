-- The class Iterator: its methods, from the files that define them.

local import = ...
local instances = import "areas/instances"
local iterators = import "areas/iterator/instances"

instances.add_methods(iterators.methods, { "Iterator" },
  import "areas/iterator/reductions",
  import "areas/iterator/transformations"
)

return iterators
