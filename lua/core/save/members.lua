-- Objects with a uid in a chunk, such as those on a map: its head names each, so that others can refer to it, and its
-- body has the record of each, in the same order.

local import = ...
local fields = import "core/save/fields"
local objects = import "core/game/objects"

local check, damaged, shown = fields.check, fields.damaged, fields.shown
local format, sort = string.format, table.sort
local ipairs, rawequal, setmetatable = ipairs, rawequal, setmetatable

local M = {}

local Members = {}
Members.__index = Members

-- Declares the members of a chunk: the name of their list, the record of what the head has of each (the uid first), and
-- the record in the body.
function M.declare(list, head, body)
  return setmetatable({ list = list, head = head, body = body }, Members)
end

function Members:add(head, body, entry, saved)
  local i = #head[self.list] + 1
  head[self.list][i], body[self.list][i] = entry, saved
end

-- Checks the list in a head; `taken` are the uids of members of other chunks. `check_entry(entry, where)` checks more.
function Members:check_head(head, where, taken, check_entry)
  check(head[self.list], "list of table", where, self.list)
  for i, entry in ipairs(head[self.list]) do
    local place = format("%s → %s[%d]", where, self.list, i)
    self.head:check(entry, place)
    if check_entry then
      check_entry(entry, place)
    end
    if entry[1] < 1 or taken[entry[1]] then
      damaged(place, "has the uid %d, which another object has", entry[1])
    end
    taken[entry[1]] = true
  end
end

-- Checks the list in a body; `check_member(saved, entry, where)` checks more.
function Members:check_body(head, body, where, check_member)
  local entries, records = head[self.list], check(body[self.list], "list of table", where, self.list)
  if #records ~= #entries then
    damaged(where, "has %d %s, and %d in its head", #records, self.list, #entries)
  end
  for i, saved in ipairs(records) do
    local place = format("%s → %s[%d]", where, self.list, i)
    self.body:check(saved, place)
    if saved.uid ~= entries[i][1] then
      damaged(place, "has the uid %s: its head has %d", shown(saved.uid), entries[i][1])
    end
    check_member(saved, entries[i], place)
  end
  return records
end

-- The position of an object on its square, from below; nothing for the lowest, and for one on no square.
function M.above(object)
  local square, layer, _, store = objects.place(object)
  for i, other in ipairs(square and store:at(layer, square) or {}) do
    if i > 1 and rawequal(other, object) then
      return i
    end
  end
end

-- The numbers of records in the order in which to put their objects on squares.
function M.in_order(records)
  local order = {}
  for i in ipairs(records) do
    order[i] = i
  end
  sort(order, function(i, k)
    local a, b = records[i], records[k]
    local x, y = a.above or 1, b.above or 1
    return x < y or x == y and a.uid < b.uid
  end)
  return order
end

return M
