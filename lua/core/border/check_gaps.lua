-- A check of the lists that mods write: Lua would leave out what comes after a nil without a word.

local import = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"

local next, math_type, rawget = next, math.type, rawget

-- Raises an error unless all elements of the list `title` come before its first nil.
return function(list, title)
  -- A list of another mod is seen through a proxy.
  list = proxies.unwrap(list)
  -- `#` may count over a gap.
  local last = 0
  while rawget(list, last + 1) ~= nil do
    last = last + 1
  end
  for key in next, list do
    if math_type(key) == "integer" and key > last then
      errors.raise(title .. "[" .. last + 1 .. "] is nil, and what follows would be left out: must be a list without "
        .. "gaps")
    end
  end
end
