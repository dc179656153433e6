-- What a world is won by: areas that their mods call conquered.

local import = ...
local areas = import "areas/area/instances"
local arguments = import "areas/arguments"
local hierarchy = import "areas/area/hierarchy"
local session = import "areas/session"
local text = import "core/sandbox/text"

local M = {}

function M.is_conquered(area)
  return areas.states[area].fields.is_conquered == true
end

-- The areas whose entrances lie on a map, by uid.
local function areas_entered_from(map)
  local area, floor = hierarchy.of_map(map)
  local children, list = area and areas.states[area].children or {}, {}
  for _, uid in ipairs(arguments.sorted_keys(children)) do
    if children[uid] and children[uid].floor == floor and session.game.areas[uid] then
      list[#list + 1] = session.game.areas[uid]
    end
  end
  return list
end

-- The names of the conquered areas when all that can be entered from the current map are; nil before.
function M.names()
  local names = {}
  for i, area in ipairs(areas_entered_from(session.game.map)) do
    if not M.is_conquered(area) then
      return nil
    end
    names[i] = text.tostring(area.name or area._id)
  end
  return names[1] and table.concat(names, ", ")
end

return M
