-- Read-only fronts of the tables and classes of the host, which all mods share.

local import = ...
local classes = import "core/class"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"
local values = import "core/border/values"

local error, setmetatable, type = error, setmetatable, type
local getmetatable = debug.getmetatable

local M = {}

-- table or class of the host -> its front, and back.
local fronts = setmetatable({}, { __mode = "k" })
local behind = setmetatable({}, { __mode = "k" })
-- table of the host -> set of the names it lacks that mods have read.
local misses = setmetatable({}, { __mode = "k" })

-- The table or class behind what a mod holds: a front, a read-only proxy, or the value itself.
function M.raw(value)
  value = classes.meant(value)
  value = proxies.original(value) or value
  return behind[value] or value
end

-- What mods see of a class.
function M.seen(class)
  return fronts[class] or class
end

-- Raises the error for a write to a front, at the caller.
function M.refuse_write(title, key)
  error(title .. "." .. text.tostring(key) .. " cannot be set: " .. title .. " is the host's", 3)
end

-- Warns, once, of a name that is nearly one of those in a table.
local function check_name(value, name, title)
  local missed = misses[value] or {}
  misses[value] = missed
  if not missed[name] then
    missed[name] = true
    typos.check({ [name] = true }, typos.set(value), title)
  end
end

-- Makes `front` the read-only front of a class or table.
function M.add_front(value, front, title)
  fronts[value], behind[front] = front, value
  proxies.lock(front, title)
end

-- The read-only front of a table of the host, and of all tables in it. `title` is what messages call it.
local function freeze(value, title)
  if type(value) ~= "table" or behind[value] or classes.of(value) then
    return value
  elseif fronts[value] or classes.is_class(value) then
    return fronts[value] or value
  end
  local front = setmetatable({}, {
    __metatable = false,
    __name = title,
    __index = function(_, key)
      local element = value[key]
      if element == nil and type(key) == "string" and getmetatable(value) == nil then
        check_name(value, key, title)
      end
      return freeze(element, title)
    end,
    __newindex = function(_, key)
      M.refuse_write(title, key)
    end,
    __len = function()
      return #value
    end,
    __call = values.is_callable(value) and function(_, ...)
      return value(...)
    end or nil,
    __pairs = function()
      local step, state, key = stable_order.pairs(value)
      return function()
        local element
        key, element = step(state, key)
        return key, freeze(element, title)
      end
    end,
  })
  M.add_front(value, front, title)
  return front
end
M.freeze = freeze

-- Shares an object of the host as it is, without a front.
function M.lock(object, title)
  behind[object] = object
  proxies.lock(object, title)
end

return M
