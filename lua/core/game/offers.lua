-- What a person who plays can do now, of all dialects. A dialect adds a provider, whose functions do nothing while its
-- player is in no game:
--   list()        returns rows { id =, text =, reason = }; a reason says why it cannot be done now
--   act(id)       does what a row names; returns how many milliseconds it takes, or nil for what it does not do
--   arrive()      does what is due where the player has come to

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

function M.act(id)
  for _, provider in ipairs(providers) do
    local time = provider.act and provider.act(id)
    if time then
      return time
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
