-- StatTinker, RefStatTinker, StoreStatTinker: tinkers that change stats. An element is { stat, name, amount },
-- { stat, amount or Stats } or { stat, function }.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local tinkers = import "actions/tinkers/tinker"
local typos = import "actions/mod/typos"

local raise = errors.raise

local StatTinker = class.define("StatTinker", tinkers.Tinker)

function StatTinker:__construct(elements)
  tinkers.Tinker.__construct(self, elements)
  for i = 1, #elements do
    local element = elements[i]
    if type(element) == "table" then
      if element[1] == nil then
        raise("StatTinker: element " .. i .. " names no stat: must begin with one of StatTypes")
      end
      typos.check_attribute(element[1], element[3] ~= nil and element[2] or nil, "StatTinker: element " .. i .. " for")
    end
  end
end

-- The handler for the second and third field of an element.
local function make_handler(first, second)
  if type(first) == "function" then
    return first
  elseif type(first) == "table" then
    return function(passing)
      passing.stats:addStats(first)
    end
  elseif second ~= nil then
    return function(passing)
      passing.stats:add(first, second)
    end
  elseif type(first) ~= "number" then
    raise("StatTinker: the change of a stat is " .. stable_order.type(first)
      .. ": must be a number, Stats, a function, or a name and a number")
  end
  return function(passing)
    if type(passing.stats) == "number" then
      passing.stats = passing.stats + first
    else
      for name in next, passing.stats.stats do
        passing.stats:add(name, first)
      end
    end
  end
end

local function dynamic_stats(entity)
  local decorator = entity.decorators.DynamicStats
  if not decorator then
    raise("StatTinker: " .. class.type_name(entity) .. " must be decorated with DynamicStats")
  end
  return decorator
end

function StatTinker:addElement(entity, element)
  local handler = make_handler(element[2], element[3])
  dynamic_stats(entity):addHandler(element[1], handler)
  return { element[1], handler }
end

function StatTinker:removeElement(entity, added)
  dynamic_stats(entity):removeHandler(added[1], added[2])
end

class.close(StatTinker)

local RefStatTinker = class.define("RefStatTinker", StatTinker, tinkers.RefTinker)
RefStatTinker.__construct, RefStatTinker.generate = tinkers.RefTinker.__construct, tinkers.RefTinker.generate
class.close(RefStatTinker)

tinkers.define_with_store("StoreStatTinker", RefStatTinker)

return StatTinker
