-- Notifies the recorder (host/tools/provenance/recorder.py) of each call of a mod to a function of the host that may
-- change a map, each object that is put on the square, and each edit of an entry.

local import, py = ...
local functions = import "core/border/functions"
local objects = import "core/game/objects"
local show = import "testing/show"

local where = import("core/errors").where

local M = {}

-- Services that write maps, and the functions of mods that call them.
local WRITERS = { map_new = "InstancedMap:new", map_fill = "InstancedMap:set_tile", map_rooms = "rooms of a map" }

local function with_note(call, title)
  return function(...)
    local file, line = where()
    py.note_call(title, file, line)
    return call(...)
  end
end

-- The square whose objects are noted; -1 for none.
local watched_x, watched_y = -1, -1

local function record_squares()
  functions.on_invoke(with_note)
  for name, title in next, WRITERS do
    rawset(py, name, with_note(py[name], title))
  end
  objects.on_put(function(number, width, square, uid)
    if watched_x >= 0 and square == watched_y * width + watched_x then
      local file, line = where()
      py.note_object(number, uid, file, line)
    end
  end)
end

-- The field of a table by its name in any case, the exact name first.
local function field_of(fields, key)
  local value = rawget(fields, key)
  if value ~= nil then
    return value
  end
  for name, other in next, fields do
    if type(name) == "string" and string.lower(name) == string.lower(key) then
      return other
    end
  end
end

-- The value at a path such as "stats.str" in an entry, as text; nil when there is none.
local function value_at(entry, path)
  local value = entry
  for key in string.gmatch(path, "[^.]+") do
    value = type(value) == "table" and field_of(value, key) or nil
  end
  return value ~= nil and show.brief(value) or nil
end

local function record_field(id, path)
  id = string.lower(id)
  local edits, entries = import "areas/data/edits", import "areas/data/entries"
  entries.on_store(function(record, file, line)
    if string.lower(record.id) == id then
      py.note_value("registered", value_at(record.entry, path), file, line)
    end
  end)
  edits.on_edit(function(edit, record, edited)
    local value = value_at(edited, path)
    if string.lower(record.id) == id and value ~= value_at(record.entry, path) then
      py.note_value('edited by "' .. edit.key .. '"', value, edit.file, edit.line)
    end
  end)
end

-- Begins to record what changes squares, if `with_squares`, and the field `path` of the entry `id`.
function M.begin(with_squares, id, path)
  if with_squares then
    record_squares()
  end
  if path ~= "" then
    record_field(id, path)
  end
end

-- Notes the objects that are put on the square (x, y) from now on.
function M.watch(x, y)
  watched_x, watched_y = x, y
end

return M
