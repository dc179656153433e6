-- What a world is won by: areas that their mods call conquered; and what its mod asks of the player.

local import, py = ...
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local hierarchy = import "areas/area/hierarchy"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
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

-- The present task of the player, in the words of the mod that began the world; empty if the mod names none.
function M.goal(mod_id)
  local goal = loader.mods[mod_id].result.goal
  if goal == nil then
    return ""
  end
  local ok, result = protect.pcall(goal)
  if not ok then
    py.print("error: " .. text.tostring(result))
  end
  return ok and result ~= nil and text.tostring(result) or ""
end

return M
