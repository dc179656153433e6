-- A fast check of arguments, for functions that run many times a turn: any table passes, and only the message of an
-- error uses the declared types.

local import = ...
local signatures = import "core/border/signatures"

local type = type

-- Raises an error about the arguments of the function `title`, unless `value` is a table.
return function(value, title, first, second, third)
  if type(value) ~= "table" then
    signatures.refuse("actions", title, first, second, third)
  end
end
