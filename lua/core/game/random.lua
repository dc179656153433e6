-- Streams of random numbers that live in Lua, because mods draw from them too often to cross the border each time.
-- The words come from Python in blocks; the arithmetic is that of host/model/rng.py, number for number.

local _, py = ...

local unpack_words = string.unpack

-- `allowed` says whether a game has a seed to draw from; Python tells with each change of phase.
local M = { allowed = false }

-- Words in a block, and how a block is unpacked.
local BLOCK = 256
local FORMAT = "<" .. ("i8"):rep(BLOCK)

-- "mod\0purpose" -> stream: { words = a block, at = which of them is next, mod, purpose }
local streams = {}

local function refill(stream)
  stream.words = { unpack_words(FORMAT, py.random_words(stream.mod, stream.purpose)) }
  stream.at = 1
end
M.refill, M.BLOCK = refill, BLOCK

local function word(stream)
  if stream.at > BLOCK then
    refill(stream)
  end
  local at = stream.at
  stream.at = at + 1
  return stream.words[at]
end

-- The stream of a mod for a purpose.
function M.stream(mod, purpose)
  local key = mod .. "\0" .. purpose
  local stream = streams[key]
  if not stream then
    stream = { at = BLOCK + 1, mod = mod, purpose = purpose }
    streams[key] = stream
  end
  return stream
end

-- The stream of a mod for a purpose, from its first number on.
function M.begin_again(mod, purpose)
  py.random_restart(mod, purpose)
  local stream = M.stream(mod, purpose)
  stream.at = BLOCK + 1
  return stream
end

-- A new game has a new seed: streams begin anew, for whoever holds them. `allowed`: whether kts may draw.
function M.reset(allowed)
  M.allowed = allowed
  for _, stream in next, streams do
    stream.at = BLOCK + 1
  end
end

-- For a save: mod, purpose and how many words of its last block are left, of each stream that has begun, apart by NUL.
function M.left()
  local keys, parts = {}, {}
  for key, stream in next, streams do
    if stream.at <= BLOCK then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  for i, key in ipairs(keys) do
    parts[i] = key .. "\0" .. BLOCK + 1 - streams[key].at
  end
  return table.concat(parts, "\0")
end

-- All streams go on from where Python has them.
function M.refresh()
  for _, stream in next, streams do
    stream.at = BLOCK + 1
  end
end

-- A whole number in 0 .. bound-1. `bound` counts from 1; 0 stands for 2^64.
function M.below(stream, bound)
  if bound > 0 and bound <= 0x100000000 then
    local w = word(stream)
    if bound == 0x100000000 then
      return w >> 32
    end
    return (w >> 32) * bound + ((w & 0xffffffff) * bound >> 32) >> 32
  end
  local shift, top = 0, bound - 1
  while top >= 0 and shift < 63 do
    top = top << 1
    shift = shift + 1
  end
  repeat
    local number = word(stream) >> shift
    if bound == 0 or math.ult(number, bound) then
      return number
    end
  until false
end

-- A whole number in low .. high.
function M.between(stream, low, high)
  return low + M.below(stream, high - low + 1)
end

-- Puts a list into a random order in place, by Fisher and Yates, from the end; gives it back.
function M.shuffle(stream, list)
  for i = #list, 2, -1 do
    local k = M.below(stream, i) + 1
    list[i], list[k] = list[k], list[i]
  end
  return list
end

-- A multiple of 2^-53 in [0, 1).
function M.real(stream)
  -- `word`, without a call: whoever draws by weight draws thousands of these.
  local at = stream.at
  if at > BLOCK then
    refill(stream)
    at = 1
  end
  stream.at = at + 1
  return (stream.words[at] >> 11) * 0x1p-53
end

return M
