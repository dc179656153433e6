-- What a person who plays can do now, of all dialects. A dialect adds a provider, whose functions do nothing while its
-- player is in no game:
--   list()        returns rows { id =, text =, reason = }; a reason says why it cannot be done now
--   act(id, acts_itself)  does the action of a row; returns how many milliseconds the action takes, or nil if the
--                 action is not of this provider. `acts_itself`: the player is an entity that walks and strikes by its
--                 own class
--   decide(mode)  returns the id of the action that the player chooses by itself ("script", "cautious" or "bold")
--   arrive()      runs what is due on the square that the player has reached

local import = ...
local values = import "core/border/values"

local M = {}

local providers = {}

function M.add(provider)
  providers[#providers + 1] = provider
end

-- Returns the rows of all providers, each id once.
function M.list()
  local rows, listed = {}, {}
  for _, provider in ipairs(providers) do
    for _, row in ipairs(provider.list()) do
      if not listed[row.id] then
        listed[row.id], rows[#rows + 1] = true, row
      end
    end
  end
  return values.flatten(rows)
end

function M.act(id, acts_itself)
  for _, provider in ipairs(providers) do
    local time = provider.act and provider.act(id, acts_itself)
    if time then
      return time
    end
  end
end

function M.decide(mode)
  for _, provider in ipairs(providers) do
    local id = provider.decide and provider.decide(mode)
    if id then
      return id
    end
  end
end

function M.arrive()
  for _, provider in ipairs(providers) do
    if provider.arrive then
      provider.arrive()
    end
  end
end

return M
