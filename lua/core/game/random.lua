-- Streams of random numbers in Lua, for math.random (core/sandbox/math_random) and functions of dialects: mods draw too
-- often to cross the border each time. The words come from Python in blocks; the arithmetic is the same as in
-- host/model/rng.py, number for number.

local _, py = ...

local unpack_words = string.unpack

-- `allowed` says whether a game has a seed to draw from; Python sets it with each change of phase.
-- `scope`: what is generated now by itself, such as a floor, as the end of names of streams, so that what happened
-- before does not change it; an empty text otherwise.
local M = { allowed = false, scope = "" }

-- Words in a block, and the format that unpacks a block.
local BLOCK = 256
local FORMAT = "<" .. ("i8"):rep(BLOCK)

-- "mod\0purpose" -> stream: { words = a block, at = position of the next word, mod, purpose }.
local streams = {}
-- "mod\0source" -> { get, set }: functions of a mod, such as math.random, whose stream a mod can seed.
local sources = {}
-- The same key -> purpose: seeded streams of a save, for functions that do not exist yet: of modules that a mod has not
-- required, or of mods that are not loaded.
local waiting = {}

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

-- Returns the stream of a mod for a purpose.
function M.stream(mod, purpose)
  local key = mod .. "\0" .. purpose
  local stream = streams[key]
  if not stream then
    stream = { at = BLOCK + 1, mod = mod, purpose = purpose }
    streams[key] = stream
  end
  return stream
end

-- Restarts the stream of a mod for a purpose, which takes the place of a `former` one, or nil.
function M.begin_again(mod, purpose, former)
  purpose = string.gsub(purpose, "%z", "\\0")
  if former then
    streams[mod .. "\0" .. former.purpose] = nil
    py.random_restart(mod, former.purpose)
  end
  py.random_restart(mod, purpose)
  local stream = M.stream(mod, purpose)
  stream.at = BLOCK + 1
  return stream
end

-- Lets a source go on with the stream that waits for it, or with none.
local function take_waiting(key, source)
  local purpose = waiting[key]
  waiting[key] = nil
  source.set(purpose and M.stream(string.match(key, "^[^\0]*"), purpose))
end

-- Names functions of a mod whose stream a mod can seed: get() returns the seeded stream or nil, set(stream) sets it.
function M.add_source(mod, name, get, set)
  local key, source = mod .. "\0" .. name, { get = get, set = set }
  sources[key] = source
  if waiting[key] then
    take_waiting(key, source)
  end
end

-- For a save: mod, source and purpose of each seeded stream, joined by NUL.
function M.seeds()
  local purposes, keys, parts = {}, {}, {}
  for key, purpose in next, waiting do
    purposes[key] = purpose
  end
  for key, source in next, sources do
    local stream = source.get()
    purposes[key] = stream and stream.purpose
  end
  for key in next, purposes do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for i, key in ipairs(keys) do
    parts[i] = key .. "\0" .. purposes[key]
  end
  return table.concat(parts, "\0")
end

-- Lets functions of mods draw from the streams that were seeded in a save, and from no other seeded ones.
function M.restore_seeds(text)
  waiting = {}
  for mod, source, purpose in string.gmatch(text, "([^\0]*)\0([^\0]*)\0([^\0]*)\0?") do
    waiting[mod .. "\0" .. source] = purpose
  end
  for key, source in next, sources do
    take_waiting(key, source)
  end
end

-- Restarts all streams for a new game, for mods that hold them, too. `allowed`: whether mods may draw.
function M.reset(allowed)
  M.allowed, M.scope, waiting = allowed, "", {}
  M.refresh()
end

-- For a save: mod, purpose and number of unused words in the block of each stream, joined by NUL.
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

-- Continues all streams from their positions in Python.
function M.refresh()
  for _, stream in next, streams do
    stream.at = BLOCK + 1
  end
end

-- Returns a whole number in 0 .. bound-1. `bound` counts from 1; 0 stands for 2^64.
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

-- Returns a whole number in low .. high.
function M.between(stream, low, high)
  return low + M.below(stream, high - low + 1)
end

-- Shuffles a list in place (Fisher and Yates, from the end); returns the list.
function M.shuffle(stream, list)
  for i = #list, 2, -1 do
    local k = M.below(stream, i) + 1
    list[i], list[k] = list[k], list[i]
  end
  return list
end

-- Returns a multiple of 2^-53 in [0, 1).
function M.real(stream)
  -- `word`, inlined: a weighted draw calls this thousands of times.
  local at = stream.at
  if at > BLOCK then
    refill(stream)
    at = 1
  end
  stream.at = at + 1
  return (stream.words[at] >> 11) * 0x1p-53
end

return M
