-- Paths of pools: `e.z1.f2.enemy`. The first segment names a root; each other one is the name of a subpool, its number,
-- `*` for all of them or `~` for the current one.

local import = ...
local errors = import "core/errors"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local concat, format, gmatch, tonumber, type = table.concat, string.format, string.gmatch, tonumber, type
local find, match = string.find, string.match

local M = {}

local MOST_SEGMENTS, LONGEST = 16, 1000
M.MOST_SEGMENTS = MOST_SEGMENTS

-- What `what` was given, as { text = …, root = its first segment, … }: the other segments, numbers as numbers, in a list.
function M.parse(text, what)
  if type(text) ~= "string" then
    raise(format("%s: the path is %s: must be a text such as 'i.common.weapon'%s", what, shown(text),
      type(text) == "table" and format(", and Pools.%s(path) is called with a dot", what) or ""))
  elseif #text > LONGEST then
    raise(format("%s: the path has %d bytes: must have at most %d", what, #text, LONGEST))
  end
  local path = { text = text }
  for segment in gmatch(text, "[^.]+") do
    if not path.root then
      path.root = segment
    else
      path[#path + 1] = match(segment, "^%d+$") and #segment < 10 and tonumber(segment) or segment
      path.star = path.star or segment == "*"
      path.tilda = path.tilda or segment == "~"
    end
  end
  if not path.root then
    raise(format('%s: the path "%s" is empty: must begin with the name of a root pool', what, text))
  elseif #path > MOST_SEGMENTS then
    raise(format('%s: the path "%s" has more than %d segments', what, text, MOST_SEGMENTS))
  end
  return path
end

-- A path up to a segment, for messages.
function M.up_to(path, last)
  local parts = { path.root }
  for i = 1, last do
    parts[i + 1] = path[i]
  end
  return concat(parts, ".")
end

-- Refuses what cannot be the name of a root or a subpool.
function M.check_name(name, what)
  if type(name) ~= "string" or name == "" or find(name, "[.*~%c]") or match(name, "^%d+$") or #name > 100 then
    raise(format("%s is %s: must be a name without '.', '*' and '~' that is no number", what, shown(name)))
  end
end

return M
