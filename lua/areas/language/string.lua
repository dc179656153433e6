-- Additions to the library `string` for mods of this dialect.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local patterns = import "core/sandbox/patterns"
local signatures = import "core/border/signatures"

local find, lower, sub = string.find, string.lower, string.sub
-- Texts of mods may be long.
local gsub = patterns.gsub

local M = {}

function M.split(s, by)
  by = by == nil and "\n" or by
  if by == "" then
    errors.raise("string.split: by is empty: must have at least one character")
  end
  -- C compares the whole separator where its first byte is.
  budget.charge(#s + #s * #by // 100)
  local parts, from = {}, 1
  while true do
    local first, last = find(s, by, from, true)
    if not first then
      parts[#parts + 1] = sub(s, from)
      return parts
    end
    parts[#parts + 1] = sub(s, from, first - 1)
    from = last + 1
  end
end

function M.nonempty(s)
  return type(s) == "string" and s ~= ""
end

function M.has_prefix(s, prefix)
  return sub(s, 1, #prefix) == prefix
end

function M.has_suffix(s, suffix)
  return suffix == "" or sub(s, -#suffix) == suffix
end

-- "FooBarBaz" and "foo bar-baz" are "foo_bar_baz".
function M.to_snake_case(s)
  s = gsub(gsub(s, "(%l)(%u)", "%1_%2"), "(%u)(%u%l)", "%1_%2")
  return (lower(gsub(s, "[%s%-]+", "_")))
end

return signatures.apply("areas", "string", M)
