-- Small classes that mods require: Queue, CircularBuffer, SkipList, DateTime. Each mod has its own copy of a class, as
-- if the mod had called class.class: mods can give instances fields, and instances are saved.

local import = ...
local classes = import "areas/language/class"
local iterators = import "areas/iterator/creation"
local signatures = import "core/border/signatures"
local values = import "core/border/values"

local format = string.format

local M = {}

-- The first item that was pushed comes first.
local Queue = {}

function Queue:init()
  self.items, self.first, self.last = {}, 1, 0
end
Queue.clear = Queue.init

function Queue:push(value)
  self.last = self.last + 1
  self.items[self.last] = value
end

function Queue:peek()
  return self.items[self.first]
end

function Queue:pop()
  local value = self.items[self.first]
  if self.first <= self.last then
    self.items[self.first], self.first = nil, self.first + 1
  end
  return value
end

function Queue:len()
  return self.last - self.first + 1
end

function Queue:is_empty()
  return self:len() == 0
end

function Queue:iter()
  return iterators.of_list(table.move(self.items, self.first, self.last, 1, {}))
end

-- The last items that were pushed, from the newest to the oldest.
local CircularBuffer = {}

function CircularBuffer:init(max_length)
  self.items, self.max_length = {}, max_length
end

function CircularBuffer:clear()
  self.items = {}
end

function CircularBuffer:push(value)
  table.insert(self.items, 1, value)
  self.items[self.max_length + 1] = nil
end

function CircularBuffer:get(index)
  return self.items[index < 0 and #self.items + 1 + index or index]
end

function CircularBuffer:len()
  return #self.items
end

function CircularBuffer:is_full()
  return #self.items >= self.max_length
end

function CircularBuffer:iter()
  return iterators.of_list(table.move(self.items, 1, #self.items, 1, {}))
end

-- Values sorted by their keys.
local SkipList = {}

function SkipList:init(is_less)
  self.is_less = values.is_callable(is_less) and is_less or nil
  self:clear()
end

function SkipList:clear()
  self.keys, self.items = {}, {}
end

-- The first position whose key is not less than a key, and whether it has that key.
local function locate(self, key)
  local low, high, is_less = 1, #self.keys + 1, self.is_less
  while low < high do
    local middle = (low + high) // 2
    local other = self.keys[middle]
    if is_less and is_less(other, key) or not is_less and other < key then
      low = middle + 1
    else
      high = middle
    end
  end
  return low, self.keys[low] == key
end

function SkipList:insert(key, value)
  local at = locate(self, key)
  table.insert(self.keys, at, key)
  table.insert(self.items, at, value)
end

function SkipList:find(key)
  local at, is_there = locate(self, key)
  if not is_there then
    return nil
  end
  return self.items[at]
end

local function remove_at(self, at)
  return table.remove(self.keys, at), table.remove(self.items, at)
end

function SkipList:delete(key)
  local at, is_there = locate(self, key)
  local _, value = nil, nil
  if is_there then
    _, value = remove_at(self, at)
  end
  return value
end

function SkipList:peek()
  return self.keys[1], self.items[1]
end

function SkipList:pop()
  if self.keys[1] ~= nil then
    return remove_at(self, 1)
  end
end

function SkipList:len()
  return #self.keys
end
SkipList.length = SkipList.len

function SkipList:iter()
  return iterators.of_pairs(table.move(self.keys, 1, #self.keys, 1, {}), table.move(self.items, 1, #self.items, 1, {}))
end
SkipList.iterate = SkipList.iter

-- A moment of game time, in years of 12 months of 30 days.
local DateTime = {}

function DateTime:init(year, month, day, hour, minute, second)
  self.year, self.month, self.day = year or 0, month or 0, day or 0
  self.hour, self.minute, self.second = hour or 0, minute or 0, second or 0
end

function DateTime:hours()
  return ((self.year * 12 + self.month) * 30 + self.day) * 24 + self.hour
end

function DateTime:from_hours(hours)
  return self:new(hours // 8640, hours // 720 % 12, hours // 24 % 30, hours % 24)
end

local function seconds_of(date)
  return (date:hours() * 60 + date.minute) * 60 + date.second
end

function DateTime.__eq(a, b)
  return seconds_of(a) == seconds_of(b)
end

function DateTime.__lt(a, b)
  return seconds_of(a) < seconds_of(b)
end

function DateTime.__le(a, b)
  return seconds_of(a) <= seconds_of(b)
end

function DateTime:__tostring()
  return format("%d-%02d-%02d %02d:%02d:%02d", self.year, self.month, self.day, self.hour, self.minute, self.second)
end

local DEFINITIONS = { CircularBuffer = CircularBuffer, DateTime = DateTime, Queue = Queue, SkipList = SkipList }

-- The class of that name for a mod.
function M.of(mod, name)
  local class = classes.new_class(mod, "api." .. name)
  local functions = { new = class.new }
  for key, fn in next, DEFINITIONS[name] do
    functions[key] = fn
  end
  signatures.apply("areas", name, functions)
  for key, fn in next, functions do
    class[key] = fn
  end
  return class
end

M.names = DEFINITIONS

-- What can be compared: a table with a method `compare`.
M.IComparable = classes.front("IComparable", "interface", function(value)
  return type(value) == "table" and values.is_callable(value.compare)
end, {})

return M
