-- CyclicBuffer(size): a list of limited size. An item that is added to a full buffer pushes out the oldest one.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"

local ipairs, move, remove = ipairs, table.move, table.remove

local MOST = 10000

local CyclicBuffer = class.define "CyclicBuffer"

local function check_size(size, title)
  if size < 0 or size > MOST then
    errors.raise(title .. ": the size is out of bounds: must be a whole number from 0 to " .. MOST)
  end
  return size
end

-- items: the oldest first; excess: the items that were pushed out and not taken yet; clock: how many were ever added.
function CyclicBuffer:__construct(size)
  self.size, self.clock, self.items, self.excess = check_size(size, "CyclicBuffer"), 0, {}, {}
end

function CyclicBuffer:addItem(item)
  self.clock = self.clock + 1
  self.items[#self.items + 1] = item
  while #self.items > self.size do
    self.excess[#self.excess + 1] = remove(self.items, 1)
  end
end

function CyclicBuffer:get(index)
  return self.items[index]
end

-- Removes an item and gives it back; nil when the buffer does not hold it.
function CyclicBuffer:removeItem(item)
  for i, other in ipairs(self.items) do
    if other == item then
      return remove(self.items, i)
    end
  end
end

function CyclicBuffer:increaseSize(by)
  self.size = check_size(self.size + (by or 1), "CyclicBuffer:increaseSize")
end

-- Returns the items that were pushed out, and clears their list.
function CyclicBuffer:takeExcess()
  local excess = self.excess
  self.excess = {}
  return excess
end

function CyclicBuffer:toList()
  return move(self.items, 1, #self.items, 1, {})
end

class.close(CyclicBuffer)

return CyclicBuffer
