-- Compiles Lua patterns to the nodes that core/sandbox/pattern_matcher matches. What C refuses becomes the last node.

local import = ...
local budget = import "core/sandbox/budget"

local charge = budget.charge

-- Kinds of nodes; the last is what C refuses.
local SINGLE, OPEN, POSITION, CLOSE, BALANCE, FRONTIER, BACK, END, WRONG = 1, 2, 3, 4, 5, 6, 7, 8, 9

local M = {
  SINGLE = SINGLE, OPEN = OPEN, POSITION = POSITION, CLOSE = CLOSE, BALANCE = BALANCE, FRONTIER = FRONTIER,
  BACK = BACK, END = END, WRONG = WRONG,
}

-- Number of sets in the cache.
local MOST_CACHED = 500
-- Sets of up to this many characters cost C nothing extra.
local WIDE = 32

-- The bytes of a class or a set, as it is written: C says which. A set: byte -> whether it is in; and four words of 64
-- bits, so that two sets are soon compared.
local sets, set_count = {}, 0
local WORDS = { [0] = "word1", [64] = "word2", [128] = "word3", [192] = "word4" }

local function set_of(text)
  local set = sets[text]
  if not set then
    set = {}
    charge(#text * 32)
    local anchored = "^" .. text
    for code = 0, 255 do
      set[code] = string.find(string.char(code), anchored) ~= nil
    end
    for first = 0, 192, 64 do
      local word = 0
      for code = first, first + 63 do
        word = word << 1 | (set[code] and 1 or 0)
      end
      set[WORDS[first]] = word
    end
    if set_count >= MOST_CACHED then
      sets, set_count = {}, 0
    end
    sets[text], set_count = set, set_count + 1
  end
  return set
end

-- Whether two sets have a byte in common.
function M.overlap(set, other)
  return set.word1 & other.word1 | set.word2 & other.word2 | set.word3 & other.word3 | set.word4 & other.word4 ~= 0
end

local WITHOUT_END = "malformed pattern (missing ']')"

-- Returns where the class that begins at `at` ends; nil and why it is none.
local function class_end(pattern, at)
  local first = string.sub(pattern, at, at)
  if first == "%" then
    if at == #pattern then
      return nil, "malformed pattern (ends with '%')"
    end
    return at + 2
  elseif first ~= "[" then
    return at + 1
  end
  at = at + 1
  if string.sub(pattern, at, at) == "^" then
    at = at + 1
  end
  repeat
    if at > #pattern then
      return nil, WITHOUT_END
    end
    local here = string.sub(pattern, at, at)
    at = at + (here == "%" and 2 or 1)
  until string.sub(pattern, at, at) == "]"
  return at + 1
end

-- Compiles the nodes of a pattern from `at` on; an END may close the pattern, and a WRONG one ends what C can read.
function M.parse(pattern, at)
  local nodes, problem = {}, nil
  while at <= #pattern and not problem do
    local here, two = string.sub(pattern, at, at), string.sub(pattern, at, at + 1)
    local stop
    if two == "()" then
      nodes[#nodes + 1] = { kind = POSITION }
      at = at + 2
    elseif here == "(" then
      nodes[#nodes + 1] = { kind = OPEN }
      at = at + 1
    elseif here == ")" then
      nodes[#nodes + 1] = { kind = CLOSE }
      at = at + 1
    elseif here == "$" and at == #pattern then
      nodes[#nodes + 1] = { kind = END }
      at = at + 1
    elseif two == "%b" then
      if at + 3 > #pattern then
        problem = "malformed pattern (missing arguments to '%b')"
      else
        nodes[#nodes + 1] = { kind = BALANCE, from = string.byte(pattern, at + 2), to = string.byte(pattern, at + 3) }
      end
      at = at + 4
    elseif two == "%f" then
      if string.sub(pattern, at + 2, at + 2) ~= "[" then
        problem = "missing '[' after '%f' in pattern"
      else
        stop, problem = class_end(pattern, at + 2)
        if stop then
          nodes[#nodes + 1] = { kind = FRONTIER, set = set_of(string.sub(pattern, at + 2, stop - 1)) }
          at = stop
        end
      end
    elseif string.find(two, "^%%%d") then
      nodes[#nodes + 1] = { kind = BACK, capture = string.byte(pattern, at + 1) - 48 }
      at = at + 2
    else
      stop, problem = class_end(pattern, at)
      if stop then
        local text = string.sub(pattern, at, stop - 1)
        if string.find(text, "^[%^$*+?()%]-]$") then
          text = "%" .. text
        end
        local times = string.sub(pattern, stop, stop)
        times = string.find(times, "^[*+?-]") and times or nil
        nodes[#nodes + 1] = { kind = SINGLE, set = set_of(text), times = times, width = #text // WIDE }
        at = stop + (times and 1 or 0)
      end
    end
  end
  if problem then
    nodes[#nodes + 1] = { kind = WRONG, message = problem }
  end
  return nodes
end

return M
