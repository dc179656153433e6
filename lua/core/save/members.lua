-- Objects with a uid in a chunk: charas, items and feats of a map; entities of a world. Records of missing mods stay as
-- they are.

local import = ...
local fields = import "core/save/fields"
local objects = import "core/game/objects"
local references = import "core/save/references"

local M = {}

local Members = {}
Members.__index = Members

-- Declares the objects:
--   letter        what references to them begin with
--   record        what is saved of each, with its uid and its position `above` on its square
--   find(saved)   its class or prototype; nil when the mod is missing
--   make_object(class, object, saved, home)   makes the table an object
--   put(object, saved, home)   puts it where it was
--   fill(object, saved, home)   the rest
-- A home is the state of the chunk. It has lists `made` of { saved, object } and `missing` of { saved, placeholder }.
function M.declare(declared)
  declared.kind = fields.table_of(declared.record)
  return setmetatable(declared, Members)
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

-- The records of a list of states, and records of missing mods.
function Members:write(states, home)
  local records = {}
  for i, state in ipairs(states) do
    records[i] = self.record:write(state)
  end
  for _, entry in ipairs(home.missing or {}) do
    records[#records + 1] = entry[1]
  end
  return records
end

-- Makes the objects of records.
function Members:make(records, home)
  local entries = {}
  for i, saved in ipairs(records) do
    entries[i] = { saved, references.resolve(self.letter .. saved.uid) }
  end
  self:adopt(entries, home)
end

-- Makes the objects that are not missing any more; entries are as in `missing`.
function Members:adopt(entries, home)
  home.made, home.missing = {}, {}
  for _, entry in ipairs(entries) do
    local class = self.find(entry[1])
    local list = class and home.made or home.missing
    list[#list + 1] = entry
    if class then
      self.make_object(class, references.claim(entry[2]), entry[1], home)
    end
    objects.give_uid(entry[2], entry[1].uid)
  end
end

local function lies_lower(a, b)
  local x, y = a[1].above or 1, b[1].above or 1
  return x < y or x == y and a[1].uid < b[1].uid
end

-- Calls a function of the declaration with all that was made, the lowest on their squares first.
function Members:each(step, home)
  table.sort(home.made, lies_lower)
  for _, entry in ipairs(home.made) do
    self[step](entry[2], entry[1], home)
  end
end

return M
