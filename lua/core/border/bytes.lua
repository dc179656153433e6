-- Lists of 32-bit numbers as strings: the form in which long lists cross the border.

local concat, pack, unpack_string, unpack = table.concat, string.pack, string.unpack, table.unpack

local M = {}

-- Numbers in one call; all of them are on Lua's stack.
local CHUNK = 128

-- Number of numbers -> format.
local formats = {}
for n = 1, CHUNK do
  formats[n] = "<" .. ("i4"):rep(n)
end

-- Returns the list of numbers in a string.
function M.unpack(text)
  local n = #text // 4
  if n == 0 then
    return {}
  elseif n <= CHUNK then
    local list = { unpack_string(formats[n], text) }
    list[n + 1] = nil
    return list
  end
  local list = {}
  for from = 1, n, CHUNK do
    local count = n - from + 1 < CHUNK and n - from + 1 or CHUNK
    table.move({ unpack_string(formats[count], text, 4 * from - 3) }, 1, count, from, list)
  end
  return list
end

-- Returns a string of the numbers in a list.
function M.pack(list)
  local n = #list
  if n == 0 then
    return ""
  elseif n <= CHUNK then
    return pack(formats[n], unpack(list, 1, n))
  end
  local parts = {}
  for from = 1, n, CHUNK do
    local to = from + CHUNK - 1 < n and from + CHUNK - 1 or n
    parts[#parts + 1] = pack(formats[to - from + 1], unpack(list, from, to))
  end
  return concat(parts)
end

return M
