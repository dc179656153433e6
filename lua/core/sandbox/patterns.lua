-- More than 400 lines, because compiler, matcher and the five functions share node kinds and hot local variables.
--
-- string.find, match, gmatch and gsub that end. Lua's own functions are C, which no hook stops, and their time can grow
-- with a power of the length of the text. They do the work where this power is small. Otherwise the same patterns are
-- matched here, step by step, and each step is charged.

local import = ...
local budget = import "core/sandbox/budget"

local find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
local byte, char, sub = string.byte, string.char, string.sub
local concat, unpack = table.concat, table.unpack
local error, ipairs, select, tostring, type = error, ipairs, select, tostring, type
local floor, huge, math_type, tointeger = math.floor, math.huge, math.type, math.tointeger
local charge, charge_bytes, collecting = budget.charge, budget.charge_bytes, budget.collecting

local M = {}

-- Steps that C may take in the worst case: some hundredths of a second. They are charged as so many to an instruction.
local MOST_STEPS, STEPS_PER_INSTRUCTION = 2e7, 10
-- So many steps cost nothing extra.
local FEW_STEPS = 500
-- A shorter text takes C few steps with a shorter pattern, and with one up to the length of the text that repeats
-- nothing.
local SHORT_TEXT, SHORT_PATTERN, REPEATS = 24, 4, "[-*+?b]"
-- Up to this length a text costs nothing for being read once.
local LONG = 256
-- Instructions charged for one step here, and number of steps charged together.
local STEP, TOGETHER = 20, 500
local MOST_CAPTURES = 32
local MOST_DEPTH = 190
-- Number of patterns and sets in the cache.
local MOST_CACHED, LONGEST_CACHED = 500, 200

-- Sets of up to this many characters cost nothing extra.
local WIDE = 32

-- Kinds of nodes.
local SINGLE, OPEN, POSITION, CLOSE, BALANCE, FRONTIER, BACK, END = 1, 2, 3, 4, 5, 6, 7, 8

-- The bytes of a class or a set, as it is written: C says which.
local sets, set_count = {}, 0

local function set_of(text)
  local set = sets[text]
  if not set then
    set = {}
    charge(#text * 32)
    local anchored = "^" .. text
    for code = 0, 255 do
      set[code] = find(char(code), anchored) ~= nil
    end
    if set_count >= MOST_CACHED then
      sets, set_count = {}, 0
    end
    sets[text], set_count = set, set_count + 1
  end
  return set
end

-- Returns where the class that begins at `at` ends.
local function class_end(pattern, at)
  local first = sub(pattern, at, at)
  if first == "%" then
    if at == #pattern then
      error("malformed pattern (ends with '%')", 0)
    end
    return at + 2
  elseif first ~= "[" then
    return at + 1
  end
  at = at + 1
  if sub(pattern, at, at) == "^" then
    at = at + 1
  end
  repeat
    if at > #pattern then
      error("malformed pattern (missing ']')", 0)
    end
    local here = sub(pattern, at, at)
    at = at + (here == "%" and 2 or 1)
  until sub(pattern, at, at) == "]"
  return at + 1
end

-- Compiles the nodes of a pattern from `at` on; an END may close the pattern.
local function parse(pattern, at)
  local nodes, open, captures = {}, 0, 0
  while at <= #pattern do
    local here, two = sub(pattern, at, at), sub(pattern, at, at + 1)
    if two == "()" then
      captures = captures + 1
      nodes[#nodes + 1] = { kind = POSITION }
      at = at + 2
    elseif here == "(" then
      captures = captures + 1
      open = open + 1
      nodes[#nodes + 1] = { kind = OPEN }
      at = at + 1
    elseif here == ")" then
      if open == 0 then
        error("invalid pattern capture", 0)
      end
      nodes[#nodes + 1] = { kind = CLOSE }
      open = open - 1
      at = at + 1
    elseif here == "$" and at == #pattern then
      nodes[#nodes + 1] = { kind = END }
      at = at + 1
    elseif two == "%b" then
      if at + 3 > #pattern then
        error("malformed pattern (missing arguments to '%b')", 0)
      end
      nodes[#nodes + 1] = { kind = BALANCE, from = byte(pattern, at + 2), to = byte(pattern, at + 3) }
      at = at + 4
    elseif two == "%f" then
      if sub(pattern, at + 2, at + 2) ~= "[" then
        error("missing '[' after '%f' in pattern", 0)
      end
      local stop = class_end(pattern, at + 2)
      nodes[#nodes + 1] = { kind = FRONTIER, set = set_of(sub(pattern, at + 2, stop - 1)) }
      at = stop
    elseif find(two, "^%%%d") then
      nodes[#nodes + 1] = { kind = BACK, capture = byte(pattern, at + 1) - 48 }
      at = at + 2
    else
      local stop = class_end(pattern, at)
      local text = sub(pattern, at, stop - 1)
      if find(text, "^[%^$*+?()%]-]$") then
        text = "%" .. text
      end
      local suffix = match(pattern, "^[*+?-]", stop)
      nodes[#nodes + 1] = { kind = SINGLE, set = set_of(text), times = suffix, width = #text // WIDE }
      at = stop + (suffix and 1 or 0)
    end
  end
  if captures > MOST_CAPTURES then
    error("too many captures", 0)
  elseif open > 0 then
    error("unfinished capture", 0)
  end
  return nodes
end

-- Whether the end of the repetition at `i` is the only one where the nodes after it can match: none of the characters
-- that it repeats can follow it.
local function ends_once(nodes, i)
  local set = nodes[i].set
  for k = i + 1, #nodes do
    local node = nodes[k]
    local kind = node.kind
    if kind == SINGLE then
      for code = 0, 255 do
        if set[code] and node.set[code] then
          return false
        end
      end
      if not node.times or node.times == "+" then
        return true
      end
    elseif kind == END then
      return true
    elseif kind == BALANCE or kind == FRONTIER or kind == BACK then
      return false
    end
  end
  return true
end

local function factorial(n)
  return n < 2 and 1.0 or n * factorial(n - 1)
end

-- The power of the length with which the time of C may grow: one for each position that is tried again, and one for the
-- start of a match. A repetition at the very end takes what it can and is never tried again.
local function analyse(pattern, anchors)
  local is_anchored = anchors and byte(pattern) == 94
  local nodes = parse(pattern, is_anchored and 2 or 1)
  local power, doubles, scans = is_anchored and 0 or 1, 0, 0
  local last = #nodes
  while last > 0 and nodes[last].kind == CLOSE do
    last = last - 1
  end
  for i, node in ipairs(nodes) do
    local times = node.times
    if node.kind == BALANCE then
      power = power + 1
    elseif (times == "*" or times == "+") and i < last or times == "-" then
      if ends_once(nodes, i) then
        scans = 1
      else
        power = power + 1
      end
    elseif times == "?" then
      doubles = doubles + 1
    end
  end
  -- C scans a set from its beginning for each byte.
  local widest = 1
  for _, node in ipairs(nodes) do
    widest = node.width and node.width > widest and node.width or widest
  end
  power = power + scans
  local factor = 2.0 ^ doubles * widest
  local info = { nodes = nodes, anchored = is_anchored, power = power, factor = factor, limit = huge, free = LONG }
  if power > 1 or factor > 1 then
    -- C takes about as many steps as there are ways to choose `power` positions in order.
    local root, ways = 1 / (power > 0 and power or 1), factorial(power)
    info.limit = floor((MOST_STEPS * ways / factor) ^ root) - power
    info.free = floor((FEW_STEPS * ways / factor) ^ root) - power
  else
    info.is_linear = true
    -- The bytes that the text must have where the pattern begins, for a pattern that begins there only.
    local first = nodes[1]
    if is_anchored and first and first.kind == SINGLE and (not first.times or first.times == "+") then
      info.first = first.set
    end
  end
  return info
end

local function steps_of(info, length)
  local steps = info.factor
  for i = 1, info.power do
    steps = steps * (length + i) / i
  end
  return steps
end

local descriptions, description_count = { [true] = {}, [false] = {} }, 0

-- Returns the cached description of a pattern; `anchors`: whether ^ at its beginning is an anchor.
local function info_of(pattern, anchors)
  local info = descriptions[anchors][pattern]
  if not info then
    charge(#pattern * (#pattern > LONGEST_CACHED and 100 or 10))
    info = analyse(pattern, anchors)
    if #pattern <= LONGEST_CACHED then
      if description_count >= MOST_CACHED then
        descriptions, description_count = { [true] = {}, [false] = {} }, 0
      end
      descriptions[anchors][pattern], description_count = info, description_count + 1
    end
  end
  return info
end

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
      error("pattern too complex", 0)
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
        elseif times == "?" then
          if at <= n and set[byte(text, at)] then
            local stop = deeper(i + 1, at + 1)
            if stop then
              return stop
            end
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
          if not nodes[i + 1] then
            return stop >= least and stop or nil
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
        if capture < 1 or capture > level or type(lengths[capture]) ~= "number" then
          error("invalid capture index %" .. capture .. " in pattern", 0)
        end
        local length = lengths[capture]
        charge(length // 16)
        if sub(text, at, at + length - 1) ~= sub(text, starts[capture], starts[capture] + length - 1) then
          return nil
        end
        at = at + length
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
      error("invalid capture index %" .. i, 0)
    elseif lengths[i] == "position" then
      return starts[i]
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

-- Returns the text and the description of the pattern if the steps have to be taken here; if C can match, nil, and for
-- a long text that C reads at most once, the description. Other work of C is charged.
local function stepping(text, pattern, anchors)
  if type(text) == "number" then
    text = tostring(text)
  end
  if type(text) ~= "string" or type(pattern) ~= "string" then
    return nil
  end
  local length = #text
  if length < SHORT_TEXT and #pattern < SHORT_PATTERN then
    return nil
  end
  local info = descriptions[anchors][pattern]
  if not info then
    if length < SHORT_TEXT and #pattern < SHORT_TEXT and not find(pattern, REPEATS) then
      return nil
    end
    info = info_of(pattern, anchors)
  end
  if length <= info.free then
    return nil
  elseif length > info.limit then
    return text, info
  elseif info.is_linear then
    return nil, info
  end
  charge(steps_of(info, length) // STEPS_PER_INSTRUCTION)
end

-- Returns where a search begins: a negative start counts from the end; nil beyond the end.
local function beginning(text, init)
  local at = init == nil and 1 or tointeger(init)
  if not at then
    return 1
  elseif at < 0 then
    at = #text + at + 1
    return at < 1 and 1 or at
  elseif at == 0 then
    return 1
  end
  return at <= #text + 1 and at or nil
end

local function search(text, info, init)
  local at = beginning(text, init)
  if not at then
    return nil
  end
  local run, captures, _, settle = matcher(info.nodes, text)
  repeat
    local stop = run(at)
    if stop then
      settle()
      return at, stop - 1, captures
    end
    at = at + 1
  until info.anchored or at > #text + 1
  settle()
end

-- Charges for the bytes that C read to find a match, and returns the match.
local function charge_search(text, info, init, ...)
  local _, to = ...
  local start = beginning(text, init)
  if to then
    charge_bytes(to - start)
  elseif start and not (info.first and not info.first[byte(text, start)]) then
    charge_bytes(#text - start)
  end
  return ...
end

-- The captures of a match, or the whole match.
local function captures_of(text, from, to, ...)
  if not from then
    return nil
  elseif select("#", ...) == 0 then
    return sub(text, from, to)
  end
  return ...
end

local SPECIALS = "[%^$*+?.()%[%]%%-]"

function M.find(...)
  local text, pattern, init, plain = ...
  if plain or type(pattern) == "string" and not find(pattern, SPECIALS) then
    if type(text) == "string" and type(pattern) == "string" then
      charge(#text * #pattern // 100)
    end
    return find(...)
  end
  local cached = descriptions[true][pattern]
  if cached and type(text) == "string" and #text <= cached.free then
    return find(...)
  end
  local subject, info = stepping(text, pattern, true)
  if not subject then
    if info then
      return charge_search(text, info, init, find(...))
    end
    return find(...)
  end
  local from, to, captures = search(subject, info, init)
  if from then
    return from, to, captures(from, to, false)
  end
  return nil
end

function M.match(...)
  local text, pattern, init = ...
  -- The most frequent case, without another call.
  local cached = descriptions[true][pattern]
  if cached and type(text) == "string" and #text <= cached.free then
    return match(...)
  end
  local subject, info = stepping(text, pattern, true)
  if not subject then
    if info and (init == nil or math_type(init) == "integer") then
      return captures_of(text, charge_search(text, info, init, find(text, pattern, init)))
    end
    return match(...)
  end
  local from, to, captures = search(subject, info, init)
  if from then
    return captures(from, to, true)
  end
  return nil
end

function M.gmatch(...)
  local text, pattern, init = ...
  local subject, info = stepping(text, pattern, false)
  if not subject then
    if info then
      charge_bytes(#text)
    end
    return gmatch(...)
  end
  local at, last = beginning(subject, init) or #subject + 2, nil
  local run, captures, _, settle = matcher(info.nodes, subject)
  return function()
    while at <= #subject + 1 do
      local from, stop = at, run(at)
      if stop and stop ~= last then
        settle()
        at, last = stop, stop
        return captures(from, stop - 1, true)
      end
      at = at + 1
    end
    settle()
  end
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
      error("invalid use of '%' in replacement string", 0)
    end))
  elseif kind == "table" then
    result = value[captured(1, from, to)]
  end
  return result
end

function M.gsub(...)
  local text, pattern, value, most = ...
  local subject, info = stepping(text, pattern, true)
  local kind = type(value)
  if kind == "number" then
    value, kind = tostring(value), "string"
  end
  if not subject or kind ~= "string" and kind ~= "table" and kind ~= "function" then
    if info then
      charge_bytes(#text)
    end
    return gsub(...)
  end
  most = most == nil and huge or tointeger(most) or huge
  local run, captures, captured_of, settle = matcher(info.nodes, subject)
  local function captured(i, from, to)
    if i == 0 then
      return sub(subject, from, to)
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
      parts[#parts + 1] = sub(subject, copied, at - 1)
      if result == nil or result == false then
        parts[#parts + 1] = sub(subject, at, stop - 1)
      elseif type(result) == "string" or math_type(result) then
        parts[#parts + 1] = tostring(result)
      else
        error("invalid replacement value (a " .. type(result) .. ")", 2)
      end
      at, last, copied = stop, stop, stop
    elseif at <= #subject then
      at = at + 1
    else
      break
    end
    if info.anchored then
      break
    end
  end
  settle()
  parts[#parts + 1] = sub(subject, copied)
  return concat(parts), count
end

-- string.rep, with a charge for its work.
local rep = string.rep
-- In bytes.
local LARGE = 1 << 16

function M.rep(...)
  local text, count, separator = ...
  local times = tointeger(count)
  if times and times > 0 and (type(text) == "string" or type(text) == "number") then
    local length = #tostring(text) + (type(separator) == "string" and #separator or 0)
    charge(length * 1.0 * times // 64 + 1)
    if length * 1.0 * times > LARGE then
      return collecting(rep, ...)
    end
  end
  return rep(...)
end

return M
