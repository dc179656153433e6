-- The module Elona122Map: maps that are drawn in files of a mod, maps/NAME.map.
-- A file has lines `c = tile`, `c = tile, feat x.y, item x.y, chara x.y` or `c = tile, start`; an empty line; and the
-- rows.

local import, py = ...
local creation = import "areas/object/creation"
local data = import "areas/data/registry"
local errors = import "core/errors"
local instanced_map = import "areas/map/instanced_map"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local format = string.format

local M = {}

local KINDS = { feat = "base.feat", item = "base.item", chara = "base.chara" }

local function read_file(mod, name)
  if not name:match "^[%w_%-/]+$" then
    fail("Elona122Map.generate: name is %s: must be the name of a file in maps/, without .map", shown(name))
  end
  local path = "maps/" .. name .. ".map"
  if not py.has_file(mod.number, path) then
    fail("Elona122Map.generate: mod %s has no file %s", mod.id, path)
  end
  local content = py.read_data_file(mod.number, path):gsub("\r\n", "\n")
  local _, last = content:find "^.*[^\n]"
  return content:sub(1, last or 0) .. "\n", mod.id .. "/" .. path
end

-- What a character of the rows means, out of `tile, feat x.y, start`: { tile, is_start, objects (list of { kind, id })
-- }. `refuse(message)` raises an error at the line.
local function read_meaning(mod, meaning, refuse)
  local function find(type_name, id)
    local record = data.find(type_name, id) or data.find(type_name, mod.id .. "." .. (id or ""))
    if not record then
      refuse(format("there is no %s %s", type_name, shown(id)))
    end
    return record.id
  end
  local parts = {}
  for part in meaning:gmatch "[^,]+" do
    parts[#parts + 1] = part:match "^%s*(.-)%s*$"
  end
  local cell = { tile = find("base.map_tile", parts[1]), objects = {} }
  for i = 2, #parts do
    local kind, id = parts[i]:match "^(%a+)%s+(%S+)$"
    if parts[i] == "start" then
      cell.is_start = true
    elseif KINDS[kind] then
      cell.objects[#cell.objects + 1] = { KINDS[kind], find(KINDS[kind], id) }
    else
      refuse(format('%s has no meaning: must be such as "feat base.stairs_down", or "start"', shown(parts[i])))
    end
  end
  return cell
end

-- The legend (character -> cell) and the rows of a file, and the width of the longest row.
local function parse(mod, name)
  local content, file = read_file(mod, name)
  local legend, rows, width, line_number, is_in_rows = {}, {}, 0, 0, false
  local function refuse(message, line)
    errors.raise_at(file, line or line_number, message)
  end
  for line in content:gmatch "(.-)\n" do
    line_number = line_number + 1
    if is_in_rows then
      rows[#rows + 1] = line
      width = #line > width and #line or width
    elseif line:match "^%s*$" then
      is_in_rows = next(legend) ~= nil
    elseif not line:match "^%-%-" then
      local character, meaning = line:match "^(%S)%s*=%s*(.-)%s*$"
      if not character then
        refuse('a line of the legend must be such as "# = base.wall"')
      end
      legend[character] = read_meaning(mod, meaning, refuse)
    end
  end
  if width == 0 then
    refuse("there are no rows after the legend and an empty line")
  end
  for y, row in ipairs(rows) do
    for character in row:gmatch "[^ ]" do
      if not legend[character] then
        refuse(format("the legend has no line for %s", shown(character)), line_number - #rows + y)
      end
    end
  end
  return legend, rows, width
end

local function generate(mod, name)
  local legend, rows, width = parse(mod, name)
  local map = instanced_map.new(width, #rows)
  local objects = {}
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local cell = legend[row:sub(x, x)]
      if cell then
        map:set_tile(x - 1, y - 1, cell.tile)
        if cell.is_start then
          map.player_start_pos = { x = x - 1, y = y - 1 }
        end
        for _, object in ipairs(cell.objects) do
          objects[#objects + 1] = { object[1], object[2], x - 1, y - 1 }
        end
      end
    end
  end
  for _, object in ipairs(objects) do
    creation.create(object[1], "Elona122Map.generate", object[2], object[3], object[4], { force = true }, map)
  end
  map.name = name
  return map
end

-- The functions of Elona122Map for a mod.
function M.of(mod)
  return {
    generate = function(name)
      return generate(mod, name)
    end,
  }
end

return M
