-- The class Iterator: its methods, from the files that define them.

local import = ...
local arguments = import "areas/arguments"
local iterators = import "areas/iterator/instances"
local signatures = import "core/border/signatures"

iterators.set_methods(signatures.apply("areas", "Iterator", arguments.merge(
  import "areas/iterator/reductions",
  import "areas/iterator/transformations"
)))

return iterators
