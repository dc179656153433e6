-- Watchers of squares: square -> list of { function, remaining turns or nil }.

local import = ...
local errors = import "core/errors"

local M = {}

local MOST_WATCHERS = 10000

-- Adds a watcher; without `beats`, or with 0, it is never removed. Lists are replaced, because a call may be walking
-- one.
function M.add(lists, square, fn, beats)
  local list = lists[square] or {}
  if #list >= MOST_WATCHERS then
    errors.raise("the square has " .. MOST_WATCHERS .. " watchers: a square may not have more")
  end
  list = table.move(list, 1, #list, 1, {})
  list[#list + 1] = { fn, beats ~= 0 and beats or nil }
  lists[square] = list
end

function M.call(list, entity)
  if list then
    for i = 1, #list do
      list[i][1](entity)
    end
  end
end

-- Ends a turn: watchers whose turns are over go.
function M.count_down(lists)
  for square, list in next, lists do
    local remaining = {}
    for _, watcher in ipairs(list) do
      local beats = watcher[2]
      if not beats or beats > 1 then
        remaining[#remaining + 1] = { watcher[1], beats and beats - 1 }
      end
    end
    lists[square] = remaining[1] and remaining or nil
  end
end

return M
