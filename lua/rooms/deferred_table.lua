-- DeferredTable: a table that may be changed during iteration. Changes take effect when the last iteration has ended,
-- whether normally or by a break, a return or an error.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise = errors.raise

-- Marks the position of a removed key. It is compared raw: objects of mods may be == to it.
local HOLE = {}

-- DeferredTable -> { n, keys (1 … n), values, at (key -> position), holes (number of them), walks (number of iterations
-- that run), changes (postponed: key, value or HOLE, …) }.
local contents = setmetatable({}, { __mode = "k" })

local M = {}

-- DeferredTable -> function(value, is_added), called for each value that is added or removed.
local watchers = setmetatable({}, { __mode = "k" })

function M.watch(object, watcher)
  watchers[object] = watcher
end

local function content_of(object, method)
  local content = contents[object]
  if not content then
    signatures.check_receiver("rooms", "DeferredTable:" .. method, object)
    content = { n = 0, keys = {}, values = {}, at = {}, holes = 0, walks = 0, changes = {} }
    contents[object] = content
  end
  return content
end

local function compact(content)
  local n = 0
  for i = 1, content.n do
    local key = content.keys[i]
    if not rawequal(key, HOLE) then
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
    if rawequal(value, HOLE) then
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
  elseif not rawequal(value, HOLE) then
    local n = content.n + 1
    content.n, content.keys[n], content.values[n], content.at[key] = n, key, value, n
  end
  if watcher and not rawequal(value, HOLE) then
    watcher(value, true)
  end
end

local function apply_changes(object, content)
  local changes = content.changes
  content.changes = {}
  for i = 1, #changes, 2 do
    change(object, content, changes[i], changes[i + 1])
  end
end

local function request(object, method, key, value)
  local content = content_of(object, method)
  if key == nil or key ~= key then
    raise("DeferredTable:" .. method .. ": the key is " .. text.shown(key) .. ": must not be nil or NaN")
  end
  if content.walks > 0 then
    local n = #content.changes
    content.changes[n + 1], content.changes[n + 2] = key, value
  else
    change(object, content, key, value)
  end
end

-- Makes the class DeferredTable of a mod.
function M.make()
  local DeferredTable = class.new { name = "DeferredTable", constructor = "init" }

  function DeferredTable:add(key, value)
    request(self, "add", key, value == nil and key or value)
  end

  function DeferredTable:remove(key)
    request(self, "remove", key, HOLE)
  end

  -- Iterates over the keys and values that were there before the first running iteration, in the order of addition.
  function DeferredTable:pairs()
    local object = self
    local content = content_of(object, "pairs")
    local at, keys, is_loop = 0, nil, false
    local function stop()
      keys = {}
      if is_loop then
        is_loop = false
        content.walks = content.walks - 1
        if content.walks == 0 then
          apply_changes(object, content)
        end
      end
    end
    -- A loop passes arguments. A call without any may be the last one, so it postpones nothing and walks a copy.
    local function step(...)
      if not keys and select("#", ...) > 0 then
        keys, is_loop, content.walks = content.keys, true, content.walks + 1
      elseif not keys then
        keys = table.move(content.keys, 1, content.n, 1, {})
      end
      repeat
        at = at + 1
        local key = keys[at]
        local position = content.at[key]
        if position then
          return key, content.values[position]
        end
      until key == nil
      stop()
    end
    return step, nil, nil, setmetatable({}, { __close = stop, __metatable = false })
  end

  function DeferredTable:__pairs()
    return self:pairs()
  end

  function DeferredTable:contains(searched)
    signatures.check_receiver("rooms", "DeferredTable:contains", self)
    for _, value in self:pairs() do
      if value == searched then
        return true
      end
    end
    return false
  end

  return DeferredTable
end

return M
