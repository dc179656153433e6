-- The steps that an entity which plays on a map can take, as core/game/offers lists them.

local import = ...
local grids = import "actions/world/grid"
local names = import "actions/simulation/names"
local steps = import "core/game/steps"

local WORDS = { "north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast" }

-- The name of what stands on a square.
local function name_of(entity)
  return type(entity.name) == "string" and entity.name or names.kind_of(entity):gsub("^[^.]*%.", "")
end

-- Returns the rows; `state` is the ground of the world.
return function(state, player)
  local rows = {}
  for i, word in ipairs(WORDS) do
    local square = grids.square_at(state, player.pos.x + steps[word][1], player.pos.y + steps[word][2])
    local other, reason = square and state.real[square], nil
    if not square then
      reason = "the map ends there"
    elseif not other and not grids.is_open(state, square) then
      reason = "a wall is in the way"
    end
    local text = "walk " .. word
    if other and other.decorators.Interactable then
      text = "open the " .. name_of(other)
    elseif other then
      text = "attack the " .. name_of(other)
    end
    rows[i] = { id = word, text = text, reason = reason }
  end
  return rows
end
