-- StatTinker, RefStatTinker, StoreStatTinker: tinkers that change stats. An element is { stat, name, amount },
-- { stat, amount or Stats } or { stat, function }.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local tinkers = import "actions/tinkers/tinker"
local typos = import "actions/mod/typos"

local raise = errors.raise
local NUMBER = stat_types.HowToReturn.NUMBER

local StatTinker = class.define("StatTinker", tinkers.Tinker)

function StatTinker:__construct(elements)
  tinkers.Tinker.__construct(self, elements)
  for i = 1, #elements do
    local element = elements[i]
    if type(element) == "table" then
      if element[1] == nil then
        raise("StatTinker: element " .. i .. " names no stat: must begin with one of StatTypes")
      end
      local changes = element[3] ~= nil or type(element[2]) == "table"
      typos.check_attribute(element[1], changes and element[2] or nil, "StatTinker: element " .. i .. " for")
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

-- The amounts that an element without a function adds to the stored stat: attribute -> amount.
local function amounts_of(dynamic, index, first, second)
  if type(first) == "table" then
    return stats.from_table(first).stats
  elseif second ~= nil then
    return { [first] = second }
  elseif type(first) ~= "number" then
    raise("StatTinker: the change of a stat is " .. stable_order.type(first)
      .. ": must be a number, Stats, a function, or a name and a number")
  end
  local definition, amounts = stat_types.definitions[index], {}
  if definition.how == NUMBER then
    return { [definition.attributes[1][1]] = first }
  end
  for name in next, dynamic:getStatRaw(index).stats do
    amounts[name] = first
  end
  return amounts
end

-- A function is a handler of the stat; amounts are added to what is stored.
function StatTinker:addElement(entity, element)
  local dynamic, index, change = dynamic_stats(entity), element[1], element[2]
  if type(change) == "function" then
    dynamic:addHandler(index, change)
    return { index, change }
  end
  -- Raises for a stat that does not exist.
  dynamic:getStatRaw(index)
  local amounts = amounts_of(dynamic, index, change, element[3])
  for name, amount in next, amounts do
    dynamic:addStat(index, name, amount)
  end
  return { index, false, amounts }
end

function StatTinker:removeElement(entity, added)
  local dynamic = dynamic_stats(entity)
  if added[2] then
    dynamic:removeHandler(added[1], added[2])
    return
  end
  for name, amount in next, added[3] do
    dynamic:addStat(added[1], name, -amount)
  end
end

class.close(StatTinker)

local RefStatTinker = class.define("RefStatTinker", StatTinker, tinkers.RefTinker)
RefStatTinker.__construct, RefStatTinker.generate = tinkers.RefTinker.__construct, tinkers.RefTinker.generate
class.close(RefStatTinker)

tinkers.define_with_store("StoreStatTinker", RefStatTinker)

return StatTinker
