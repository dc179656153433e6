-- CyclicBuffer(size): holds so many items; one more pushes out the oldest.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local signatures = import "core/border/signatures"

local ipairs, move, remove, type = ipairs, table.move, table.remove, type

local MOST = 10000

local CyclicBuffer = class.define "CyclicBuffer"

local function check_size(size, what)
  if size < 0 or size > MOST then
    errors.raise(what .. ": the size is out of bounds: must be a whole number from 0 to " .. MOST)
  end
  return size
end

-- items: the oldest first; excess: what was pushed out and nobody has taken yet; clock: how many have come.
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
  if type(index) ~= "number" then
    signatures.refuse("actions", "CyclicBuffer:get", self, index)
  end
  return self.items[index]
end

-- Takes an item out; gives it back, or nil when it is not there.
function CyclicBuffer:removeItem(item)
  for i, one in ipairs(self.items) do
    if one == item then
      return remove(self.items, i)
    end
  end
end

function CyclicBuffer:increaseSize(by)
  self.size = check_size(self.size + (by or 1), "CyclicBuffer:increaseSize")
end

-- What was pushed out, which is then forgotten here.
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
