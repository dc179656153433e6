-- Unions: one name that several of a mod's dialects define. A call goes to the member that accepts the argument; a
-- field comes from the first member that has it.

local import = ...
local class = import "core/class"
local protect = import "core/sandbox/protect"
local stable_order = import "core/sandbox/stable_order"
local proxies = import "core/sandbox/proxies"

local is_callable = import("core/border/values").is_callable

local M = {}

-- union -> its members, { value, accepts }.
local members_of = setmetatable({}, { __mode = "k" })

local function read(value, key)
  return value[key]
end

-- A member may raise for a name that is near one of its own, and that another member has.
local function index(members)
  -- Names for which no member raises.
  local is_safe = {}
  return function(_, key)
    local failure
    for _, member in ipairs(members) do
      if type(member.value) == "table" then
        local ok, value
        if is_safe[key] then
          ok, value = true, member.value[key]
        else
          ok, value = protect.try(read, member.value, key)
        end
        if not ok then
          failure = failure or value
        elseif value ~= nil then
          is_safe[key] = not failure or nil
          return value
        end
      end
    end
    if failure then
      error(failure, 0)
    end
  end
end

-- Returns the member to call with such a first argument.
local function called(callable, first)
  for _, member in ipairs(callable) do
    if not member.accepts or member.accepts(first) then
      return member.value
    end
  end
  return callable[#callable].value
end

-- Joins the value of a name in the winning dialect with that in another dialect, or with a union. accepts(argument)
-- says whether a call with such a first argument is meant for the value; nil for any.
function M.of(name, first, first_accepts, second, second_accepts)
  local members = { { value = first, accepts = first_accepts } }
  for _, member in ipairs(members_of[second] or { { value = second, accepts = second_accepts } }) do
    members[#members + 1] = member
  end
  local callable = {}
  for _, member in ipairs(members) do
    if is_callable(member.value) then
      callable[#callable + 1] = member
    end
  end
  local main = callable[1] and type(callable[1].value) == "table" and callable[1].value
  local union = proxies.new(name, {
    __name = name,
    __index = index(members),
    __call = callable[1] and function(_, ...)
      return called(callable, (...))(...)
    end or nil,
    __newindex = function(_, key, value)
      if not main then
        error(name .. " is a table of the host and cannot be changed", 2)
      end
      -- A class that mods extend.
      main[key] = value
    end,
    __pairs = function()
      local all = {}
      for i = #members, 1, -1 do
        if type(members[i].value) == "table" then
          for key, value in stable_order.pairs(members[i].value) do
            all[key] = value
          end
        end
      end
      return stable_order.pairs(all)
    end,
  })
  members_of[union] = members
  if main then
    class.set_alias(union, main)
  end
  return union
end

-- Returns the values that a union joins.
function M.members(union)
  local values = {}
  for i, member in ipairs(members_of[union]) do
    values[i] = member.value
  end
  return values
end

-- Whether two values of one name can be joined.
function M.can_join(first, second)
  return first ~= second and (type(first) == "table" or type(first) == "function")
    and (type(second) == "table" or type(second) == "function") and (type(first) == "table" or type(second) == "table")
    and not (type(debug.getmetatable(first)) == "string")
end

return M
