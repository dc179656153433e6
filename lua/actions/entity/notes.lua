-- What the host remembers of an entity beside its fields: a table of names and plain values, which is saved with it.

local setmetatable = setmetatable

local M = {}

local notes = setmetatable({}, { __mode = "k" })

-- The notes of an entity; nil when there are none.
function M.known(entity)
  return notes[entity]
end

function M.of(entity)
  local found = notes[entity]
  if not found then
    found = {}
    notes[entity] = found
  end
  return found
end

function M.set(entity, values)
  notes[entity] = values
end

return M
