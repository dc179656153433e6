-- What lines and sums of a simulation call entities, what is wrong with them, and steps.

local import = ...
local class = import "actions/class"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local status = import "actions/status/status"
local steps = import "core/game/steps"

local M = {}

function M.kind_of(entity)
  return registry.name_of(class.of(entity))
end

function M.name_of(entity)
  return M.kind_of(entity):gsub("^[^.]*%.", "") .. " " .. entity.id
end

-- The number of a player among the players of its world.
function M.number_of(player, players)
  for number, other in ipairs(players) do
    if other == player then
      return number
    end
  end
end

-- Raises an error where a mod made the class of an entity if a mod has spoiled its position.
function M.check_position(entity)
  local problem = class.problem_of_position(entity)
  if problem then
    class.blame(class.of(entity), problem, "pos", {})
  end
end

-- Where an entity is, and its health. Raises an error as `check_position` does.
function M.describe(entity, hp)
  M.check_position(entity)
  return ("%s at (%d, %d)%s"):format(M.name_of(entity), entity.pos.x, entity.pos.y, hp and (" with " .. hp) or "")
end

-- " poison (2), stun (1)": the statuses of an entity and their remaining turns.
function M.statuses_of(entity)
  local amounts, list = entity.statuses, {}
  if class.is(amounts, status.StatusAmounts) then
    for _, entry in ipairs(stat_types.statuses) do
      local left = amounts:get(entry.name)
      if left ~= 0 then
        list[#list + 1] = " " .. entry.name .. " (" .. left .. ")"
      end
    end
  end
  return table.concat(list, ",")
end

-- A list of { name, sum }, sorted by name.
function M.sorted_pairs(sums)
  local list = {}
  for name, sum in next, sums do
    list[#list + 1] = { name, sum }
  end
  table.sort(list, function(a, b)
    return a[1] < b[1]
  end)
  return list
end

-- The word for a step of one square; nil for others.
function M.step_of(step)
  for word, offset in next, steps do
    if step.x == offset[1] and step.y == offset[2] then
      return word
    end
  end
end

return M
