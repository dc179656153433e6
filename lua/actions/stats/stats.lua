-- Stats: numbers by name, and words where effects have them; what is not set is 0.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
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

local function check(name, amount, what)
  if type(name) ~= "string" and type(name) ~= "number" then
    raise("Stats." .. what .. ": the name is " .. stable_order.type(name) .. ": must be a string")
  elseif amount ~= amount or type(amount) ~= "number" and (what ~= "set" or type(amount) ~= "string") then
    raise("Stats." .. what .. ": the amount of " .. name .. " is " .. stable_order.type(amount) .. ": must be a number")
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

local function copied(from)
  local values, n = {}, 0
  for name, amount in next, from do
    n = n + 1
    if n > MOST_NAMES then
      raise("Stats: a table of more than " .. MOST_NAMES .. " values was given")
    end
    values[name] = amount
  end
  return values
end

function Stats:clone()
  return new(copied(self.stats))
end

local function values_of(other)
  return class.is(other, Stats) and other.stats or class.raw(other)
end

-- Sets what is set in `other`.
function Stats:updateTo(other)
  for name, amount in next, copied(values_of(other)) do
    self.stats[name] = amount
  end
end

-- Adds what is set in `other`.
function Stats:addStats(other)
  for name, amount in next, copied(values_of(other)) do
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
  if values == nil then
    return new {}
  end
  return new(copied(values_of(values)))
end

meta = class.close(Stats)

return { class = Stats, new = new, from_table = Stats.fromTable }
