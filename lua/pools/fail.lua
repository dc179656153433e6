-- fail(pattern, ...): raises a formatted message at the innermost frame of a mod.

local import = ...
local raise = import("core/errors").raise

local format = string.format

return function(pattern, ...)
  raise(format(pattern, ...))
end
