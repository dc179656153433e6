-- The items of kts, which Python stores, as a source of items (see core/game/item_sources). The key of a stack is its
-- square, which has items of one type at most.

local import, py = ...
local item_sources = import "core/game/item_sources"
local layers = import "core/game/objects"

-- Bytes of a row of Python.
local ROW = 12

item_sources.kts = {
  most = 2 ^ 31 - 1 | 0,
  describe = py.item_type,
  version = py.items_version,
  total = py.items_total,
  find = function(id)
    local index = py.item_type_index(id)
    return index >= 0 and index or nil
  end,
  read = function(number, visit)
    local rows = py.items_on(number)
    for at = 1, #rows, ROW do
      local square, index, count = string.unpack("<i4i4i4", rows, at)
      visit(square, square, index, count)
    end
  end,
  key_at = function(_, square)
    return square
  end,
  set = function(number, square, index, count)
    local version = py.items_set(number, square, index, count)
    layers.written(number)
    return version
  end,
}
