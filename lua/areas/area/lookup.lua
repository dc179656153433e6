-- Finds areas by the values that mods pass for them.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local maps = import "areas/map/instances"
local session = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local M = {}

-- The area of a uid, or of the id of a unique area that exists; or nil.
function M.find(value)
  if type(value) == "string" then
    local entry = session.game.unique[value]
    return entry and session.game.areas[entry.area_uid]
  end
  return session.game.areas[math.tointeger(value)]
end

-- The area of an area, a uid or an id; raises an error for any other value.
function M.area_of(value, title)
  if areas.is(value) then
    areas.of(value, title)
    return value
  end
  local area = M.find(value)
  if not area then
    errors.fail("%s is %s: must be an area, or the uid of one", title, text.shown(value))
  end
  return area
end

-- The area and the floor of a map, or the first floor of an area. A map without an area gets one inside `parent`; a
-- unique area that does not exist is created.
function M.area_and_floor(value, title, parent)
  value = maps.resolve_foreign(value)
  if maps.is(value) then
    maps.of(value, title)
    local area, floor = hierarchy.ensure_area(value, parent)
    return area, floor
  end
  local area
  if type(value) == "string" and uniques.find(value) then
    area = hierarchy.get_unique(value, nil, title)
  else
    area = M.area_of(value, title)
  end
  return area, floors.first_floor(areas.states[area])
end

return M
