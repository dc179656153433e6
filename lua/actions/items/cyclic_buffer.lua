-- CyclicBuffer(size): a list of limited size. An item that is added to a full buffer pushes out the oldest one.

local import, py = ...
local class = import "actions/class"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local MOST = 10000

local CyclicBuffer = class.define "CyclicBuffer"

local function check_size(size, title)
  if size < 0 or size > MOST then
    errors.raise(title .. ": the size is out of bounds: must be a whole number from 0 to " .. MOST)
  end
  return size
end

-- items: by position; length: how many they are; clock: the position of the next item, in a full buffer of the
-- oldest one; excess: the items that were pushed out and not taken yet.
function CyclicBuffer:__construct(size)
  self.size, self.length, self.clock = check_size(size, "CyclicBuffer"), 0, 1
  self.items, self.excess = {}, {}
end

-- Writes an item at the clock; the item that was there goes to `excess`.
function CyclicBuffer:addItem(item)
  local items, size = self.items, self.size
  local at = #items + 1
  if size == 0 then
    self.excess[#self.excess + 1] = item
    return
  elseif at > size then
    at = (self.clock - 1) % size + 1
    self.excess[#self.excess + 1] = items[at]
  end
  items[at] = item
  self.length, self.clock = #items, at % size + 1
end

function CyclicBuffer:get(index)
  return self.items[index]
end

-- Removes the item at a position and gives it back. The items after it move up.
function CyclicBuffer:removeAt(index)
  local items = self.items
  if math.type(index) ~= "integer" or index < 1 or index > #items then
    return nil
  end
  local removed = table.remove(items, index)
  self.length, self.clock = #items, #items + 1
  return removed
end

-- Removes an item and gives it back; nil when the buffer does not hold it.
function CyclicBuffer:removeItem(item)
  for i, other in ipairs(self.items) do
    if other == item then
      return self:removeAt(i)
    end
  end
end

function CyclicBuffer:increaseSize(by)
  self.size = check_size(self.size + (by or 1), "CyclicBuffer:increaseSize")
end

-- Returns the items that were pushed out, and clears their list.
function CyclicBuffer:removeExcess()
  local excess = self.excess
  self.excess = {}
  return excess
end

CyclicBuffer.takeExcess = CyclicBuffer.removeExcess

-- A new list of the items, the oldest first.
function CyclicBuffer:toList()
  local items = self.items
  local count = #items
  local first = count == self.size and count > 0 and (self.clock - 1) % count + 1 or 1
  local list = table.move(items, first, count, 1, {})
  return table.move(items, 1, first - 1, #list + 1, list)
end

-- Prints the items by position.
function CyclicBuffer:print()
  local parts = {}
  for i, item in ipairs(self.items) do
    parts[i] = text.tostring(item)
  end
  py.print(table.concat(parts, "\t"))
end

class.close(CyclicBuffer)

return CyclicBuffer
