-- The check of arguments in functions that each turn calls often: an argument that is a table is taken as it is; the
-- declared type is only looked at otherwise.

local import = ...
local signatures = import "core/border/signatures"

local type = type

-- Raises what is wrong with the arguments of the function `title`, unless `value` is a table.
return function(value, title, first, second, third)
  if type(value) ~= "table" then
    signatures.refuse("actions", title, first, second, third)
  end
end
