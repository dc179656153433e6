-- DeferredTable: a set of things that may be changed while it is walked. What is added and removed during a walk takes
-- effect when the last walk has ended, be it at its end or by a break, a return or an error.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local text = import "core/sandbox/text"

local raise = errors.raise
local setmetatable, type = setmetatable, type

-- Stands where something was taken out.
local HOLE = {}

-- DeferredTable -> { n, keys (1 … n), values, at (key -> its place), holes, walks (how many are under way), changes (to
-- be made then: key, value or HOLE, …) }.
local contents = setmetatable({}, { __mode = "k" })

local M = {}

-- DeferredTable -> what is told of each value that comes or goes: function(value, is_there).
local watchers = setmetatable({}, { __mode = "k" })

function M.watch(object, watcher)
  watchers[object] = watcher
end

local function content_of(object, method)
  local known = contents[object]
  if not known then
    if type(object) ~= "table" then
      raise("DeferredTable:" .. method .. " is called on " .. text.shown(object) .. ": must be called with a colon, on a "
        .. "DeferredTable")
    end
    known = { n = 0, keys = {}, values = {}, at = {}, holes = 0, walks = 0, changes = {} }
    contents[object] = known
  end
  return known
end

local function compact(content)
  local n = 0
  for i = 1, content.n do
    local key = content.keys[i]
    if key ~= HOLE then
      n = n + 1
      content.keys[n], content.values[n], content.at[key] = key, content.values[i], n
    end
  end
  for i = n + 1, content.n do
    content.keys[i], content.values[i] = nil, nil
  end
  content.n, content.holes = n, 0
end

local function change(object, content, key, value)
  local at, watcher = content.at[key], watchers[object]
  if at then
    local before = content.values[at]
    if value == HOLE then
      content.keys[at], content.values[at], content.at[key] = HOLE, nil, nil
      content.holes = content.holes + 1
      if content.holes > 8 and content.holes > content.n // 2 then
        compact(content)
      end
    else
      content.values[at] = value
    end
    if watcher then
      watcher(before, false)
    end
  elseif value ~= HOLE then
    local n = content.n + 1
    content.n, content.keys[n], content.values[n], content.at[key] = n, key, value, n
  end
  if watcher and value ~= HOLE then
    watcher(value, true)
  end
end

local function settle(object, content)
  local changes = content.changes
  content.changes = {}
  for i = 1, #changes, 2 do
    change(object, content, changes[i], changes[i + 1])
  end
end

local function request(object, method, key, value)
  local content = content_of(object, method)
  if key == nil or key ~= key then
    raise("DeferredTable:" .. method .. ": the key is " .. text.shown(key) .. ": must not be nil, and a number")
  end
  if content.walks > 0 then
    local n = #content.changes
    content.changes[n + 1], content.changes[n + 2] = key, value
  else
    change(object, content, key, value)
  end
end

-- A class DeferredTable of a mod's own.
function M.make()
  local DeferredTable = class.new { name = "DeferredTable", constructor = "init" }

  function DeferredTable:add(key, value)
    request(self, "add", key, value == nil and key or value)
  end

  function DeferredTable:remove(key)
    request(self, "remove", key, HOLE)
  end

  -- Walks over what was there when nothing was under way, in the order in which it came.
  function DeferredTable:pairs()
    local object = self
    local content = content_of(object, "pairs")
    local at, under_way = 0, true
    content.walks = content.walks + 1
    local function stop()
      if under_way then
        under_way = false
        content.walks = content.walks - 1
        if content.walks == 0 then
          settle(object, content)
        end
      end
    end
    local function step()
      while under_way do
        at = at + 1
        if at > content.n then
          stop()
        elseif content.keys[at] ~= HOLE then
          return content.keys[at], content.values[at]
        end
      end
    end
    return step, nil, nil, setmetatable({}, { __close = stop, __metatable = false })
  end

  function DeferredTable:__pairs()
    return self:pairs()
  end

  function DeferredTable:contains(wanted)
    for _, value in self:pairs() do
      if value == wanted then
        return true
      end
    end
    return false
  end

  return DeferredTable
end

return M
