-- Watchers of squares: square -> list of { function, remaining turns or nil }.

local import = ...
local errors = import "core/errors"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

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

-- Removes the watchers of a square that call a function, or without one all.
function M.remove(lists, square, fn)
  local remaining = {}
  for _, watcher in ipairs(lists[square] or {}) do
    if fn ~= nil and watcher[1] ~= fn then
      remaining[#remaining + 1] = watcher
    end
  end
  lists[square] = remaining[1] and remaining or nil
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

-- The methods of Grid that add and remove watchers, fn(entity); square_of(grid, pos, method) returns the square and the
-- state of the grid.
function M.methods(square_of)
  local function watch_method(method, field)
    return function(self, pos, fn, beats)
      local square, state = square_of(self, pos, method)
      if type(fn) ~= "function" or beats ~= nil and type(beats) ~= "number" then
        signatures.refuse("actions", "Grid:" .. method, self, pos, fn, beats)
      elseif not square then
        errors.raise("Grid:" .. method .. ": the position " .. text.tostring(pos) .. " lies out of bounds")
      end
      M.add(state[field], square, fn, beats)
    end
  end

  return {
    watchOnto = watch_method("watchOnto", "onto"), watchFrom = watch_method("watchFrom", "from"),
    unwatch = function(self, pos, fn)
      local square, state = square_of(self, pos, "unwatch")
      if fn ~= nil and type(fn) ~= "function" then
        signatures.refuse("actions", "Grid:unwatch", self, pos, fn)
      elseif square then
        M.remove(state.onto, square, fn)
        M.remove(state.from, square, fn)
      end
    end,
  }
end

return M
