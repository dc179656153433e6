-- Stats: numbers by name, and strings where effects have them. A name that is not set counts as 0.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local inherited = import "core/border/inherited"
local stable_order = import "core/sandbox/stable_order"

local raise = errors.raise
local next, setmetatable, type = next, setmetatable, type

local MOST_NAMES = 1000

local Stats = class.define "Stats"

local meta

local function new(values)
  return setmetatable({ stats = values }, meta)
end

function Stats:__construct()
  self.stats = {}
end

local function check(name, amount, method)
  if type(name) ~= "string" and type(name) ~= "number" then
    raise("Stats." .. method .. ": the name is " .. stable_order.type(name) .. ": must be a string")
  elseif amount ~= amount or type(amount) ~= "number" and (method ~= "set" or type(amount) ~= "string") then
    raise("Stats." .. method .. ": the amount of " .. name .. " is " .. stable_order.type(amount)
      .. ": must be a number")
  end
end

function Stats:set(name, amount)
  check(name, amount, "set")
  self.stats[name] = amount
end

function Stats:get(name)
  return self.stats[name] or 0
end

function Stats:add(name, amount)
  check(name, amount, "add")
  self.stats[name] = (self.stats[name] or 0) + amount
end

function Stats:isSet(name)
  return self.stats[name] ~= nil
end

local function copy_of(values)
  local copy, n = {}, 0
  for name, amount in next, values do
    n = n + 1
    if n > MOST_NAMES then
      raise("Stats: the table has more than " .. MOST_NAMES .. " values: may have at most " .. MOST_NAMES)
    end
    copy[name] = amount
  end
  return copy
end

function Stats:clone()
  return new(copy_of(self.stats))
end

local function values_of(other)
  return class.is(other, Stats) and other.stats or inherited(class.raw(other))
end

-- Overwrites with the values of `other`.
function Stats:updateTo(other)
  for name, amount in next, copy_of(values_of(other)) do
    self.stats[name] = amount
  end
end

-- Adds the values of `other`.
function Stats:addStats(other)
  for name, amount in next, copy_of(values_of(other)) do
    check(name, amount, "addStats")
    self.stats[name] = (self.stats[name] or 0) + amount
  end
end

function Stats:__unm()
  local values = {}
  for name, amount in next, self.stats do
    values[name] = -amount
  end
  return new(values)
end

function Stats.fromTable(values)
  return new(values == nil and {} or copy_of(values_of(values)))
end

meta = class.close(Stats)

return { class = Stats, new = new, from_table = Stats.fromTable }
