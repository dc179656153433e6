-- Breakpoints: where they are, and whether one stops the mods, by its condition, its hit count and its message.

local import = ...
local evaluation = import "debugging/evaluation"
local values = import "debugging/values"

local M = {}

-- Path of a file -> line -> list of { key, condition, hits, message, count }.
local by_file = {}

-- Replaces all breakpoints by a list of { path, line, condition, hits, message }; the same ones keep their counts.
function M.replace(list)
  local counts = {}
  for _, lines in next, by_file do
    for _, breakpoints in next, lines do
      for _, breakpoint in ipairs(breakpoints) do
        counts[breakpoint.key] = breakpoint.count
      end
    end
  end
  for _, lines in next, by_file do
    -- Probes hold these tables.
    for line in next, lines do
      lines[line] = nil
    end
  end
  for _, row in ipairs(list) do
    local lines = M.at(row[1])
    local line = math.tointeger(tonumber(row[2]))
    local key = table.concat(row, "\0")
    lines[line] = lines[line] or {}
    lines[line][#lines[line] + 1] = {
      key = key, condition = row[3], hits = row[4], message = row[5], count = counts[key] or 0,
    }
  end
end

-- Returns the breakpoints of a file: line -> list. The table stays the same.
function M.at(path)
  local lines = by_file[path]
  if not lines then
    lines = {}
    by_file[path] = lines
  end
  return lines
end

local comparisons = {
  [""] = function(a, b) return a == b end,
  ["="] = function(a, b) return a == b end,
  ["=="] = function(a, b) return a == b end,
  [">="] = function(a, b) return a >= b end,
  [">"] = function(a, b) return a > b end,
  ["<="] = function(a, b) return a <= b end,
  ["<"] = function(a, b) return a < b end,
  ["%"] = function(a, b) return b > 0 and a % b == 0 end,
}

-- Whether a count meets a condition such as `5`, `>= 5` or `% 5`.
local function meets(count, hits)
  local operator, number = string.match(hits, "^%s*([<>=%%]*)%s*(%d+)%s*$")
  local compare = comparisons[operator]
  return compare and compare(count, math.tointeger(tonumber(number))) or false
end

-- Returns a message with the values of the expressions in braces.
local function fill(message, frame)
  return (string.gsub(message, "{([^{}]*)}", function(text)
    local ok, value = evaluation.evaluate(frame, text)
    if ok and type(value) == "string" then
      return value
    end
    return ok and values.show(value) or "<" .. tostring(value) .. ">"
  end))
end

-- Looks at the breakpoints of a line. Returns whether one stops, an error in its condition or nil, and the messages to
-- log. `frame_of()` returns the frame.
function M.hit(breakpoints, frame_of)
  local stops, problem, messages = false, nil, {}
  for _, breakpoint in ipairs(breakpoints) do
    local holds = true
    if string.find(breakpoint.condition, "%S") then
      local ok, value = evaluation.evaluate(frame_of(), breakpoint.condition)
      if not ok then
        problem = "the condition of the breakpoint failed: " .. tostring(value)
      end
      holds = not ok or value
    end
    if holds then
      breakpoint.count = breakpoint.count + 1
      if not string.find(breakpoint.hits, "%S") or meets(breakpoint.count, breakpoint.hits) then
        if string.find(breakpoint.message, "%S") then
          messages[#messages + 1] = fill(breakpoint.message, frame_of())
        else
          stops = true
        end
      end
    end
  end
  return stops or problem ~= nil, problem, messages
end

return M
