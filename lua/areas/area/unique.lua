-- Unique areas as they are declared, under an id each.

local import, py = ...
local errors = import "core/errors"
local data = import "areas/data/registry"
local schema = import "areas/data/schema"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, type = ipairs, type

local M = {}

-- What declares the unique area of an id, in one form: { id, entry, mod, archetype, generator, parent, parent_floor, x, y,
-- starting_floor, area_archetype }; or nil.
local function unique_of(record)
  local entry = record.entry
  local one = {
    id = record.id, entry = entry, kind = record.type, archetype = entry.archetype, generator = entry.area_generator,
    parent = entry.parent_map, parent_floor = entry.parent_floor, x = entry.x, y = entry.y,
  }
  if record.type == "base.area_archetype" then
    one.area_archetype = record
    local parent = entry.parent_area
    if parent then
      one.parent, one.parent_floor, one.x, one.y = parent._id, parent.on_floor, parent.x, parent.y
      one.starting_floor = parent.starting_floor
    end
  end
  return one
end

function M.unique(id)
  for _, kind in ipairs(schema.UNIQUE) do
    local record = data.find(kind, id)
    if record then
      return unique_of(record)
    end
  end
  for _, record in ipairs(data.records "base.map_archetype") do
    local ids = record.entry.register_unique
    if ids == true and record.id == id then
      return { id = id, entry = {}, archetype = record.id }
    elseif type(ids) == "table" then
      for _, one in ipairs(ids) do
        if one == id then
          return { id = id, entry = {}, archetype = record.id }
        end
      end
    end
  end
end

-- All that declare an id as their parent, in order.
local function children_of(id)
  local list = {}
  for _, kind in ipairs(schema.UNIQUE) do
    for _, record in ipairs(data.records(kind)) do
      local one = unique_of(record)
      -- Of two declarations under one id the first kind counts.
      if one.parent == id and M.unique(one.id).kind == kind then
        list[#list + 1] = one
      end
    end
  end
  return list
end

local function need_unique(id, what)
  local mod = state.running_mod()
  local one = M.unique(id)
  if not one and type(id) == "string" and mod and not id:find(".", 1, true) then
    one = M.unique(mod.id .. "." .. id)
  end
  if not one then
    local ids = {}
    for _, kind in ipairs(schema.UNIQUE) do
      for _, record in ipairs(data.records(kind)) do
        ids[#ids + 1] = record.id
      end
    end
    local close = type(id) == "string" and py.suggest(id, table.concat(ids, "\0"))
    raise(format("%s: there is no unique area %s%s", what, shown(id), close and "; " .. close or ""))
  end
  return one
end

M.need_unique, M.children_of = need_unique, children_of

return M
