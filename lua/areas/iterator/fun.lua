-- The table `fun`: functions that create an iterator, and every method of Iterator (`reductions`, `transformations`) as
-- a function whose last argument is the iterator.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"

local from = iterators.from

local fun = { wrap = iterators.wrap }

function fun.iter(...)
  return from("fun.iter: value", ...)
end

function fun.range(first, last, step)
  if last == nil then
    first, last = 1, first
  end
  step = step or (first <= last and 1 or -1)
  if step == 0 then
    errors.raise("fun.range: by is 0: must be another number")
  end
  return iterators.new(function(i)
    local value = first + i * step
    if step > 0 and value <= last or step < 0 and value >= last then
      return i + 1, value
    end
  end, 0)
end

local ITERATOR_FIRST = { zip = true, chain = true }

for name, method in next, arguments.merge(
  import "areas/iterator/reductions",
  import "areas/iterator/transformations"
) do
  local title = "fun." .. name .. ": it"
  if ITERATOR_FIRST[name] then
    fun[name] = function(it, ...)
      return method(from(title, it), ...)
    end
  else
    fun[name] = function(...)
      local n = select("#", ...)
      if n < 2 then
        return method(from(title, (...)))
      end
      return method(from(title, (select(n, ...))), ...)
    end
  end
end

signatures.apply("areas", "fun", fun)

return {
  -- The table `fun` of a mod.
  of = function(mod)
    mod.area_fun = mod.area_fun or proxies.fixed("fun", fun)
    return mod.area_fun
  end,
}
