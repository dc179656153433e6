-- The error for a name that is not registered, with the nearest registered name.

local import, py = ...
local errors = import "core/errors"

-- `message` says what is wrong; `names` is the list of valid names.
return function(message, name, names)
  errors.finish(py.unknown_name(message, type(name) == "string" and name or "", table.concat(names, "\n")))
end
