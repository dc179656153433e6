-- string.find, match, gmatch and gsub that always end. Lua's own functions are written in C, so no hook stops them, and
-- their time can grow with a power of the length of the text. They do the work if the power is small for a pattern;
-- otherwise core/sandbox/pattern_matcher matches the pattern step by step.

local import = ...
local budget = import "core/sandbox/budget"
local matcher = import "core/sandbox/pattern_matcher"
local parser = import "core/sandbox/pattern_parser"

local find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
local byte, sub = string.byte, string.sub
local ipairs, select, tostring, type = ipairs, select, tostring, type
local exp, floor, huge, log = math.exp, math.floor, math.huge, math.log
local math_type, tointeger = math.type, math.tointeger
local beginning = matcher.beginning
local charge, charge_bytes, collecting = budget.charge, budget.charge_bytes, budget.collecting

local M = {}

-- Steps that C may take in the worst case: some hundredths of a second. They are charged as so many to an instruction.
local MOST_STEPS, STEPS_PER_INSTRUCTION = 2e7, 10
-- Steps up to this number cost nothing extra.
local FEW_STEPS = 500
-- A shorter text takes C few steps with a shorter pattern, and with one up to the length of the text that repeats
-- nothing.
local SHORT_TEXT, SHORT_PATTERN, REPEATS = 24, 4, "[-*+?b]"
-- Up to this length a text costs nothing for being read once.
local LONG = 256
-- Instructions for a node that may follow a repetition.
local NODE = 20
-- Number of patterns in the cache.
local MOST_CACHED, LONGEST_CACHED = 500, 200

local overlap = parser.overlap
local SINGLE, CLOSE, BALANCE, END = parser.SINGLE, parser.CLOSE, parser.BALANCE, parser.END

-- Whether the end of the repetition at `i` is the only one where the nodes after it can match: none of the characters
-- that it repeats can follow it.
local function ends_once(nodes, i)
  local set = nodes[i].set
  for k = i + 1, #nodes do
    local node = nodes[k]
    local kind = node.kind
    charge(NODE)
    if kind == SINGLE then
      if overlap(set, node.set) then
        return false
      end
      if not node.times or node.times == "+" then
        return true
      end
    elseif kind == END then
      return true
    elseif kind ~= CLOSE and kind ~= parser.OPEN and kind ~= parser.POSITION then
      return false
    end
  end
  return true
end

-- Returns the length of the longest text on which C takes no more than so many steps, which are about as many as there
-- are ways to choose `power` positions in order. In logarithms: both numbers soon exceed any number.
local function longest(steps, power, log_of_factor)
  local log_of_ways = 0.0
  for i = 2, power do
    log_of_ways = log_of_ways + log(i)
  end
  return floor(exp((log(steps) + log_of_ways - log_of_factor) / (power > 0 and power or 1))) - power
end

-- The power of the length with which the time of C may grow: one for each position that is tried again, and one for the
-- start of a match. A repetition at the very end takes what it can and is never tried again.
local function analyse(pattern, anchors)
  local is_anchored = anchors and byte(pattern) == 94
  local nodes = parser.parse(pattern, is_anchored and 2 or 1)
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
    local log_of_factor = doubles * log(2) + log(widest)
    info.limit = longest(MOST_STEPS, power, log_of_factor)
    info.free = longest(FEW_STEPS, power, log_of_factor)
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

-- Without these a pattern is a text, as C has it.
local SPECIALS = "[%^$*+?.(%[%%-]"

-- Charges for the bytes that C read to find a text; C compares the text at each byte. Returns what was found.
local function charge_find(length, start, stop, from, ...)
  charge((from or stop) - start, length / 100)
  return from, ...
end

-- string.find of a text that is no pattern.
local function find_plain(...)
  local text, pattern, init = ...
  if type(text) ~= "string" or type(pattern) ~= "string" or init ~= nil and not tointeger(init) then
    return find(...)
  end
  local start = beginning(text, init)
  local length = start and #text - start + 1 or 0
  if length <= LONG or length < #pattern then
    return find(...)
  elseif length * 1.0 * #pattern > MOST_STEPS then
    charge(length, #pattern / 100)
    return find(...)
  end
  return charge_find(#pattern, start, #text, find(...))
end

-- Whether the position in an argument is one: C refuses others.
local function is_position(value)
  return value == nil or tointeger(value) ~= nil
end

function M.find(...)
  local text, pattern, init, plain = ...
  if plain or type(pattern) == "string" and not find(pattern, SPECIALS) then
    return find_plain(...)
  end
  local cached = descriptions[true][pattern]
  if cached and type(text) == "string" and #text <= cached.free then
    return find(...)
  end
  local subject, info = stepping(text, pattern, true)
  if subject and is_position(init) then
    return matcher.find(subject, info, init)
  elseif info and not subject then
    return charge_search(text, info, init, find(...))
  end
  return find(...)
end

function M.match(...)
  local text, pattern, init = ...
  -- The most frequent case, without another call.
  local cached = descriptions[true][pattern]
  if cached and type(text) == "string" and #text <= cached.free then
    return match(...)
  end
  local subject, info = stepping(text, pattern, true)
  if subject and is_position(init) then
    return matcher.match(subject, info, init)
  elseif info and not subject and (init == nil or math_type(init) == "integer") then
    return captures_of(text, charge_search(text, info, init, find(text, pattern, init)))
  end
  return match(...)
end

function M.gmatch(...)
  local text, pattern, init = ...
  local subject, info = stepping(text, pattern, false)
  if subject and is_position(init) then
    return matcher.gmatch(subject, info, init)
  elseif info and not subject then
    charge_bytes(#text)
  end
  return gmatch(...)
end

-- Escapes that C may replace in the worst case before the matches are counted.
local MOST_ESCAPES = 1000000

-- Charges for the escapes such as %0 in a replacement, which C reads again at each match, when they are many.
local function charge_escapes(text, pattern, value, most)
  if #value * 0.5 * #text > MOST_ESCAPES then
    charge_bytes(#value)
    local _, escapes = gsub(value, "%%", "")
    if escapes * 1.0 * #text > MOST_ESCAPES then
      -- With an empty text for each match, C counts the matches.
      local _, matches = gsub(text, pattern, "", most)
      charge(matches, escapes)
    end
  end
end

function M.gsub(...)
  local text, pattern, value, most = ...
  local subject, info = stepping(text, pattern, true)
  local kind = type(value)
  if kind == "number" then
    value, kind = tostring(value), "string"
  end
  if subject and (kind == "string" or kind == "table" or kind == "function") and is_position(most) then
    return matcher.gsub(subject, info, value, most)
  elseif info and not subject then
    charge_bytes(#text)
  end
  if kind == "string" and #value > LONG and type(text) == "string" and is_position(most) then
    charge_escapes(text, pattern, value, most)
  end
  return gsub(...)
end

-- string.rep, with a charge for its work.
local rep = string.rep
-- In bytes: a text that may find no memory, and one that is too long for Lua.
local LARGE, MOST_BYTES = 1 << 16, 2.0 ^ 63

function M.rep(...)
  local text, count, separator = ...
  local times = tointeger(count)
  if times and times > 0 and (type(text) == "string" or type(text) == "number") then
    local is_text = type(separator) == "string" or type(separator) == "number"
    local length = #tostring(text) + (is_text and #tostring(separator) or 0)
    -- Lua refuses what is too long before it begins.
    if length * 1.0 * times < MOST_BYTES then
      charge(times, length / 64)
      if length * 1.0 * times > LARGE then
        return collecting(rep, ...)
      end
    end
  end
  return rep(...)
end

return M
