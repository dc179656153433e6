-- Notes of the host about an entity, beside its fields: a table of names and plain values, which saves contain.

local M = {}

local notes = setmetatable({}, { __mode = "k" })

-- The notes of an entity, or nil.
function M.find(entity)
  return notes[entity]
end

-- The notes of an entity, created when it has none.
function M.of(entity)
  local entity_notes = notes[entity]
  if not entity_notes then
    entity_notes = {}
    notes[entity] = entity_notes
  end
  return entity_notes
end

function M.set(entity, values)
  notes[entity] = values
end

return M
