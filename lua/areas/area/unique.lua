-- Declarations of unique areas: entries of data that make the only area of their id.

local import = ...
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local errors = import "core/errors"
local loader = import "core/loader"
local schema = import "areas/data/schema"
local text = import "core/sandbox/text"

local M = {}

-- A declaration in one form for all types of entries: { id, entry, type, archetype, generator, parent, parent_floor,
-- x, y, starting_floor, area_archetype }.
local function declaration_of(record)
  local entry = record.entry
  local declaration = {
    id = record.id, entry = entry, type = record.type, archetype = entry.archetype, generator = entry.area_generator,
    parent = entry.parent_map, parent_floor = entry.parent_floor, x = entry.x, y = entry.y,
  }
  if record.type == "base.area_archetype" then
    declaration.area_archetype = record
    local parent = entry.parent_area
    if parent then
      declaration.parent, declaration.parent_floor = parent._id, parent.on_floor
      declaration.x, declaration.y, declaration.starting_floor = parent.x, parent.y, parent.starting_floor
    end
  end
  return declaration
end

-- The declaration of a full id, or nil. Of two under one id, the first type in `schema.UNIQUE` counts.
function M.find(id)
  for _, type_name in ipairs(schema.UNIQUE) do
    local record = data.find(type_name, id)
    if record then
      return declaration_of(record)
    end
  end
  for _, record in ipairs(data.records "base.map_archetype") do
    local ids = record.entry.register_unique
    if ids == true and record.id == id or arguments.contains(ids, id) then
      return { id = id, entry = {}, archetype = record.id }
    end
  end
end

-- The declarations that name an id as their parent, in order.
function M.children_of(id)
  local list = {}
  for _, type_name in ipairs(schema.UNIQUE) do
    for _, record in ipairs(data.records(type_name)) do
      local declaration = declaration_of(record)
      if declaration.parent == id and M.find(declaration.id).type == type_name then
        list[#list + 1] = declaration
      end
    end
  end
  return list
end

-- A hint at the id of a unique area that is nearest to an id, for the end of a message; empty when none is near.
function M.suggest(id)
  local ids = {}
  for _, type_name in ipairs(schema.UNIQUE) do
    for _, record in ipairs(data.records(type_name)) do
      ids[#ids + 1] = record.id
    end
  end
  return arguments.suggest(id, ids)
end

-- The declaration of an id, which may leave out the running mod; raises an error when there is none.
function M.need(id, title)
  local declaration = M.find(id)
  local mod = loader.running_mod()
  if not declaration and type(id) == "string" and mod and not id:find(".", 1, true) then
    declaration = M.find(mod.id .. "." .. id)
  end
  if not declaration then
    errors.fail("%s: there is no unique area %s%s", title, text.shown(id), M.suggest(id))
  end
  return declaration
end

return M
