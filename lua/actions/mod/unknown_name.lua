-- The error for a name that is not registered, with the nearest registered name.

local _, py = ...

-- `message` says what is wrong; `names` is the list of valid names.
return function(message, name, names)
  py.refuse_name(message, type(name) == "string" and name or "", table.concat(names, "\0"))
end
