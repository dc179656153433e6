-- require "host.toolbox": generators, paths, scatter and stamping for any mod. Loaded when the first mod requires it.

local import = ...

return import("core/dialects").lazy("toolbox", "toolbox/library")
