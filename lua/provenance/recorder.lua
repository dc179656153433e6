-- Records what changes a square or a field, for `dungeon-host why`: notes the call of a mod before each function of the
-- host that may change a map, each object that is put on the square, and each edit of an entry.

local import, py = ...
local objects = import "core/game/objects"
local show = import "testing/show"

local where = import("core/errors").where
local gmatch, rawget, rawset, type = string.gmatch, rawget, rawset, type

local M = {}

-- Services that write maps, and the functions of mods that call them.
local WRITERS = { map_new = "InstancedMap:new", map_fill = "InstancedMap:set_tile", map_rooms = "rooms of a map" }

local function with_note(title, call)
  return function(...)
    local file, line = where()
    py.note_call(title, file, line)
    return call(...)
  end
end

-- Notes the calls of all functions of Python, also of those that the host's Lua calls for a mod.
local function record_calls()
  local api_functions, invoker, titles = py.api_functions, py.invoker, {}
  rawset(py, "api_functions", function(dialect)
    local text = api_functions(dialect)
    for name, number in gmatch(text, "(%S+) (%d+) %S+ %d+\n") do
      titles[math.tointeger(number)] = dialect .. "." .. name
    end
    return text
  end)
  rawset(py, "invoker", function(number)
    return with_note(titles[number] or "", invoker(number))
  end)
end

local function record_square(square_of)
  record_calls()
  for name, title in next, WRITERS do
    rawset(py, name, with_note(title, py[name]))
  end
  objects.on_put(function(number, width, square, uid)
    if square == square_of(width) then
      local file, line = where()
      py.note_object(number, uid, file, line)
    end
  end)
end

-- The value at a path such as "stats.str" in an entry, as text; nil when there is none.
local function value_at(entry, path)
  local value = entry
  for key in gmatch(path, "[^.]+") do
    value = type(value) == "table" and rawget(value, key) or nil
  end
  return value ~= nil and show.brief(value) or nil
end

local function record_field(id, path)
  local edits, entries = import "areas/data/edits", import "areas/data/entries"
  entries.on_store(function(record, file, line)
    if record.id == id then
      py.note_value("registered", value_at(record.entry, path), file, line)
    end
  end)
  edits.on_edit(function(edit, record, edited)
    local value = value_at(edited, path)
    if record.id == id and value ~= value_at(record.entry, path) then
      py.note_value('edited by "' .. edit.key .. '"', value, edit.file, edit.line)
    end
  end)
end

-- Begins to record what changes the square (x, y), or the field `path` of the entry `id`.
function M.begin(x, y, id, path)
  if x >= 0 then
    record_square(function(width)
      return y * width + x
    end)
  end
  if path ~= "" then
    record_field(id, path)
  end
end

return M
