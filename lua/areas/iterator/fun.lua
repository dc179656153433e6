-- The table `fun`: functions that begin an iterator, and every method with the iterator last.

local import = ...
local errors = import "core/errors"
local iterators = import "areas/iterator/instances"
import "areas/iterator/reductions"
import "areas/iterator/transformations"

local raise = errors.raise
local next, select = next, select
local methods, new, walk = iterators.methods, iterators.new, iterators.walk

local M = {}

local function range(from, to, by)
  if to == nil then
    from, to = 1, from
  end
  by = by or (from <= to and 1 or -1)
  if by == 0 then
    raise("fun.range: by is 0: must be another number")
  end
  return new(function(i)
    local value = from + i * by
    if by > 0 and value <= to or by < 0 and value >= to then
      return i + 1, value
    end
  end, 0)
end

local library = { range = range, wrap = iterators.wrap }
M.library = library

function library.iter(...)
  return walk("fun.iter: value", ...)
end

for name, method in next, methods do
  local what = "fun." .. name .. ": it"
  if name == "zip" or name == "chain" then
    library[name] = function(first, ...)
      return method(walk(what, first), ...)
    end
  else
    library[name] = function(...)
      local n = select("#", ...)
      if n < 2 then
        return method(walk(what, (...)))
      end
      local argument = ...
      return method(walk(what, (select(n, ...))), argument, select(2, ...))
    end
  end
end

return M
