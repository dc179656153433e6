-- Paths of pools: `e.z1.f2.enemy`. The first segment is the name of a root. Each other segment is the name of a
-- subpool, its number, `*` for all subpools or `~` for the current subpool.

local import = ...
local fail = import("core/errors").fail
local shown = import("core/sandbox/text").shown

local M = {}

local MAX_SEGMENTS, MAX_BYTES = 16, 1000

-- Parses a path: { text, root = its first segment, star and tilde = whether it has such segments, … the other segments,
-- numbers as numbers }. Messages begin with `caller`, the name of a function of Pools.
function M.parse(text, caller)
  if type(text) ~= "string" then
    fail("%s: the path is %s: must be a text such as 'i.common.weapon'", caller, shown(text))
  elseif #text > MAX_BYTES then
    fail("%s: the path has %d bytes: must have at most %d", caller, #text, MAX_BYTES)
  end
  local path = { text = text }
  for segment in string.gmatch(text, "[^.]+") do
    if not path.root then
      path.root = segment
    else
      path[#path + 1] = string.match(segment, "^%d+$") and #segment < 10 and tonumber(segment) or segment
      path.star = path.star or segment == "*"
      path.tilde = path.tilde or segment == "~"
    end
  end
  if not path.root then
    fail('%s: the path "%s" is empty: must begin with the name of a root pool', caller, text)
  elseif #path > MAX_SEGMENTS then
    fail('%s: the path "%s" has more than %d segments', caller, text, MAX_SEGMENTS)
  end
  return path
end

-- The text of a path up to a segment.
function M.up_to(path, last)
  return table.concat(table.move(path, 1, last, 2, { path.root }), ".")
end

-- Refuses a name that a root or a subpool cannot have.
function M.check_name(name, path)
  if type(name) ~= "string" or name == "" or #name > 100 or string.find(name, "[.*~%c]")
    or string.match(name, "^%d+$") then
    fail("%s is %s: must be a name without '.', '*' and '~' that is not a number", path, shown(name))
  end
end

return M
