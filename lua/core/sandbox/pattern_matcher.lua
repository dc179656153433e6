-- The matcher of the host: string.find, match, gmatch and gsub step by step, so that every step is charged and counted.
-- Results and errors are the same as in C: a wrong part of a pattern is refused when the match gets there.

local import = ...
local budget = import "core/sandbox/budget"
local changes = import "core/changes"
local errors = import "core/errors"
local parser = import "core/sandbox/pattern_parser"

local find, gsub = string.find, string.gsub
local byte, sub = string.byte, string.sub
local concat, unpack = table.concat, table.unpack
local tostring, type = tostring, type
local huge, math_type, tointeger = math.huge, math.type, math.tointeger
local charge = budget.charge
-- At the line of the mod, as the functions of C raise.
local raise = errors.raise

local M = {}

-- Instructions charged for one step, and number of steps charged together.
local STEP, TOGETHER = 20, 500
-- As in C.
local MOST_CAPTURES, MOST_DEPTH = 32, 199

local SINGLE, OPEN, POSITION, CLOSE = parser.SINGLE, parser.OPEN, parser.POSITION, parser.CLOSE
local BALANCE, FRONTIER, BACK, WRONG = parser.BALANCE, parser.FRONTIER, parser.BACK, parser.WRONG

-- Makes a matcher of `nodes` on `text`: a function from a position to the end of the match (nil for none), and one that
-- returns capture `i` (0: the whole match from `from` to `to`).
local function matcher(nodes, text)
  local n = #text
  local starts, lengths, level = {}, {}, 0
  local steps, depth = 0, 0
  local go

  local function step()
    steps = steps + 1
    if steps >= TOGETHER then
      charge(TOGETHER * STEP)
      steps = 0
    end
  end

  local function deeper(i, at)
    depth = depth + 1
    if depth > MOST_DEPTH then
      raise "pattern too complex"
    end
    local stop = go(i, at)
    depth = depth - 1
    return stop
  end

  local function balance(node, at)
    if byte(text, at) ~= node.from then
      return nil
    end
    local count = 1
    for k = at + 1, n do
      step()
      local code = byte(text, k)
      if code == node.to then
        count = count - 1
        if count == 0 then
          return k + 1
        end
      elseif code == node.from then
        count = count + 1
      end
    end
  end

  function go(i, at)
    while true do
      step()
      local node = nodes[i]
      if not node then
        return at
      end
      local kind = node.kind
      if kind == SINGLE then
        local set, times = node.set, node.times
        if not times then
          if at > n or not set[byte(text, at)] then
            return nil
          end
          at = at + 1
        elseif at > n or not set[byte(text, at)] then
          if times == "+" then
            return nil
          end
        elseif times == "?" then
          local stop = deeper(i + 1, at + 1)
          if stop then
            return stop
          end
        elseif times == "-" then
          while true do
            local stop = deeper(i + 1, at)
            if stop then
              return stop
            elseif at > n or not set[byte(text, at)] then
              return nil
            end
            step()
            at = at + 1
          end
        else
          local stop = at
          while stop <= n and set[byte(text, stop)] do
            step()
            stop = stop + 1
          end
          local least = times == "+" and at + 1 or at
          if not nodes[i + 1] and depth < MOST_DEPTH then
            return stop
          end
          while stop >= least do
            local last = deeper(i + 1, stop)
            if last then
              return last
            end
            stop = stop - 1
          end
          return nil
        end
      elseif kind == OPEN or kind == POSITION then
        if level >= MOST_CAPTURES then
          raise "too many captures"
        end
        level = level + 1
        starts[level], lengths[level] = at, kind == POSITION and "position" or nil
        local stop = deeper(i + 1, at)
        if not stop then
          level = level - 1
        end
        return stop
      elseif kind == CLOSE then
        local capture = level
        while lengths[capture] do
          capture = capture - 1
        end
        if capture == 0 then
          raise "invalid pattern capture"
        end
        lengths[capture] = at - starts[capture]
        local stop = deeper(i + 1, at)
        if not stop then
          lengths[capture] = nil
        end
        return stop
      elseif kind == BALANCE then
        at = balance(node, at)
        if not at then
          return nil
        end
      elseif kind == FRONTIER then
        local before, here = at > 1 and byte(text, at - 1) or 0, at <= n and byte(text, at) or 0
        if node.set[before] or not node.set[here] then
          return nil
        end
      elseif kind == BACK then
        local capture = node.capture
        local length = capture >= 1 and capture <= level and lengths[capture]
        if not length then
          raise("invalid capture index %" .. capture)
        elseif length == "position" then
          return nil
        end
        charge(length // 16)
        if sub(text, at, at + length - 1) ~= sub(text, starts[capture], starts[capture] + length - 1) then
          return nil
        end
        at = at + length
      elseif kind == WRONG then
        raise(node.message)
      elseif at ~= n + 1 then
        return nil
      end
      i = i + 1
    end
  end

  local function run(at)
    level, depth = 0, 0
    return go(1, at)
  end

  local function captured(i, from, to)
    if i > level then
      if i == 1 then
        return sub(text, from, to)
      end
      raise("invalid capture index %" .. i)
    elseif lengths[i] == "position" then
      return starts[i]
    elseif not lengths[i] then
      raise "unfinished capture"
    end
    return sub(text, starts[i], starts[i] + lengths[i] - 1)
  end

  -- All captures; the whole match if there are none.
  local function captures(from, to, whole)
    if level == 0 then
      if whole then
        return sub(text, from, to)
      end
      return
    end
    local list = {}
    for i = 1, level do
      list[i] = captured(i, from, to)
    end
    return unpack(list, 1, level)
  end

  return run, captures, captured, function()
    charge(steps * STEP)
    steps = 0
  end
end

-- Returns where a search begins: a negative start counts from the end; nil beyond the end.
local function beginning(text, init)
  local at = init == nil and 1 or tointeger(init)
  if at < 0 then
    at = #text + at + 1
    return at < 1 and 1 or at
  elseif at == 0 then
    return 1
  end
  return at <= #text + 1 and at or nil
end
M.beginning = beginning

-- The functions. A pattern: { nodes, anchored }. `init` and `most` are what tointeger takes, or nil.

local function search(text, pattern, init)
  local at = beginning(text, init)
  if not at then
    return nil
  end
  local run, captures, _, settle = matcher(pattern.nodes, text)
  repeat
    local stop = run(at)
    if stop then
      settle()
      return at, stop - 1, captures
    end
    at = at + 1
  until pattern.anchored or at > #text + 1
  settle()
end

function M.find(text, pattern, init)
  local from, to, captures = search(text, pattern, init)
  if from then
    return from, to, captures(from, to, false)
  end
  return nil
end

function M.match(text, pattern, init)
  local from, to, captures = search(text, pattern, init)
  if from then
    return captures(from, to, true)
  end
  return nil
end

function M.gmatch(text, pattern, init)
  local at, last = beginning(text, init) or #text + 2, nil
  local run, captures, _, settle = matcher(pattern.nodes, text)
  return changes.with_state(function()
    while at <= #text + 1 do
      local from, stop = at, run(at)
      if stop and stop ~= last then
        settle()
        at, last = stop, stop
        return captures(from, stop - 1, true)
      end
      at = at + 1
    end
    settle()
  end)
end

-- Returns the replacement of a match, or nil for the match itself.
local function replacement(value, kind, captured, from, to)
  local result
  if kind == "string" then
    return (gsub(value, "%%(.?)", function(digit)
      if digit == "%" then
        return "%"
      elseif digit == "0" then
        return captured(0, from, to)
      elseif find(digit, "^%d$") then
        return tostring(captured(byte(digit) - 48, from, to))
      end
      raise "invalid use of '%' in replacement string"
    end))
  elseif kind == "table" then
    result = value[captured(1, from, to)]
  end
  return result
end

-- `value`: a string, a table or a function.
function M.gsub(text, pattern, value, most)
  local kind = type(value)
  most = most == nil and huge or tointeger(most)
  local run, captures, captured_of, settle = matcher(pattern.nodes, text)
  local function captured(i, from, to)
    if i == 0 then
      return sub(text, from, to)
    end
    return captured_of(i, from, to)
  end
  local parts, at, last, count, copied = {}, 1, nil, 0, 1
  while count < most do
    local stop = run(at)
    if stop and stop ~= last then
      count = count + 1
      local result
      if kind == "function" then
        result = value(captures(at, stop - 1, true))
      else
        result = replacement(value, kind, captured, at, stop - 1)
      end
      parts[#parts + 1] = sub(text, copied, at - 1)
      if result == nil or result == false then
        parts[#parts + 1] = sub(text, at, stop - 1)
      elseif type(result) == "string" or math_type(result) then
        parts[#parts + 1] = tostring(result)
      else
        raise("invalid replacement value (a " .. type(result) .. ")")
      end
      at, last, copied = stop, stop, stop
    elseif at <= #text then
      at = at + 1
    else
      break
    end
    if pattern.anchored then
      break
    end
  end
  settle()
  parts[#parts + 1] = sub(text, copied)
  return concat(parts), count
end

return M
