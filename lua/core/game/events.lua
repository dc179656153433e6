-- Events: handlers in order of priority, and a result that each handler may replace.
--
-- A handler is called with (source, params, result) and returns a new result, or nil to leave the result, and a status:
-- "blocked" skips the handlers after it.

local import, py = ...
local errors = import "core/errors"
local failures = import "core/sandbox/failures"
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise, shown, is_callable = errors.raise, text.shown, values.is_callable
local call, pcall = errors.call, protect.pcall
local order_type = import("core/sandbox/stable_order").type

local M = {}

M.PRIORITY = 100000
local MOST_HANDLERS = 10000
local MOST_DEPTH = 60

-- Whether an error of a handler ends what the handler was called for; the next `ignored` errors are dropped.
local strict, ignored = false, 0
-- Depth of events within events.
local depth = 0

protect.on_death(function()
  depth = 0
end)

-- Set of the events that have or had a handler, and their number.
local ever_heard, heard_count = {}, 0

-- Whether an event has or had a handler.
function M.is_heard(event)
  return ever_heard[event] == true
end

-- Whether one of a list of events has or had a handler; the list remembers the answer.
function M.is_any_heard(list)
  if list.count ~= heard_count then
    list.count, list.is_heard = heard_count, false
    for i = 1, #list do
      list.is_heard = list.is_heard or ever_heard[list[i]] == true
    end
  end
  return list.is_heard
end

-- Makes a set of handlers: { lists (event -> handlers in order), count }. A handler: { name, fn, priority, mod,
-- enabled, late }.
function M.new_holder()
  return { lists = {}, count = 0 }
end

local function comes_first(a, b)
  if a.priority ~= b.priority then
    return a.priority < b.priority
  end
  return a.name < b.name
end

local function check_priority(options, title)
  local priority = options
  if order_type(options) == "table" then
    priority = options.priority
  end
  if priority == nil then
    return M.PRIORITY
  elseif type(priority) ~= "number" or priority ~= priority then
    raise(string.format("%s: the priority is %s: must be a number", title, shown(priority)))
  end
  return priority
end

local function find(holder, event, name)
  for i, handler in ipairs(holder.lists[event] or {}) do
    if handler.name == name then
      return i, handler
    end
  end
end
M.find = find

-- A copy of a list of handlers: an event that is being handled keeps the handlers that it began with.
local function copy(list)
  return table.move(list, 1, #list, 1, {})
end

-- Adds a handler and returns it. `late`: it was registered after loading.
function M.add(holder, event, name, fn, options, mod, title, late)
  if type(name) ~= "string" or name == "" or #name > 200 then
    raise(string.format("%s: the name is %s: must be a text that says what the handler does", title, shown(name)))
  elseif not is_callable(fn) then
    raise(string.format("%s: the handler of %s is %s: must be a function", title, event, shown(fn)))
  end
  local priority = check_priority(options, title)
  local _, handler = find(holder, event, name)
  if handler then
    raise(string.format('%s: %s has a handler "%s" already, of mod %s', title, event, name, handler.mod.id))
  end
  if holder.count >= MOST_HANDLERS then
    raise(string.format("%s: there are %d handlers: that is the most", title, MOST_HANDLERS))
  end
  holder.count = holder.count + 1
  if not ever_heard[event] then
    ever_heard[event], heard_count = true, heard_count + 1
  end
  handler = { name = name, fn = fn, priority = priority, mod = mod, enabled = true, late = late }
  local changed = copy(holder.lists[event] or {})
  table.insert(changed, handler)
  table.sort(changed, comes_first)
  holder.lists[event] = changed
  return handler
end

function M.drop(holder, event, name)
  local i = find(holder, event, name)
  if not i then
    return false
  end
  local changed = copy(holder.lists[event])
  table.remove(changed, i)
  holder.lists[event] = changed[1] and changed or nil
  holder.count = holder.count - 1
  return true
end

-- Removes all handlers for which `fits` holds.
function M.drop_all(holder, fits)
  for event, list in next, holder.lists do
    local left = {}
    for _, handler in ipairs(list) do
      if not fits(handler) then
        left[#left + 1] = handler
      end
    end
    holder.count = holder.count - #list + #left
    holder.lists[event] = left[1] and left or nil
  end
end

-- Reports an error of a handler: as a warning that names the handler, or in strict mode as an error.
local function failed(event, handler, message)
  if ignored > 0 then
    ignored = ignored - 1
    return
  elseif strict then
    error(message, 0)
  end
  py.warn_handler(event, handler.name, handler.mod.id, failures.text_of(message))
end

-- Calls a function of a mod for a handler of the host; an error is reported as one of that mod.
function M.call(event, name, mod, fn, ...)
  local ok, answer, status = pcall(call, fn, ...)
  if ok then
    return answer, status
  end
  failed(event, { name = name, mod = mod }, answer)
end

-- Sets whether errors of handlers end a run; the next `most_ignored` errors are dropped.
function M.set_strict(value, most_ignored)
  strict, ignored = value, most_ignored or 0
end

function M.is_strict()
  return strict
end

-- Runs the handlers of a list with low <= priority < below; returns the result, and "blocked" or nothing.
local function run(list, low, below, event, source, params, result)
  for i = 1, #list do
    local handler = list[i]
    local priority = handler.priority
    if priority >= low and priority < below and handler.enabled then
      local ok, answer, status = pcall(call, handler.fn, source, params, result)
      if not ok then
        failed(event, handler, answer)
      else
        if answer ~= nil then
          result = answer
        end
        if status == "blocked" then
          return result, status
        end
      end
    end
  end
  return result
end

local NONE = {}

-- Runs the handlers of an event, for all objects and of one object. The handlers for all objects are a block with a
-- number: handlers of the object with a lower number run before the block, the rest after it. Returns the result, and
-- "blocked" or nil.
function M.handle(everybody, holder, event, source, params, result)
  local shared = everybody.lists[event] or NONE
  local personal = holder and holder.lists[event]
  if not personal and shared == NONE then
    return result
  end
  if depth >= MOST_DEPTH then
    raise(string.format("%s: events are handled %d deep, one within the other: that is the most", event, MOST_DEPTH))
  end
  depth = depth + 1
  local ok, answer, status = pcall(function()
    local status
    if not personal then
      return run(shared, -math.huge, math.huge, event, source, params, result)
    end
    result, status = run(personal, -math.huge, M.PRIORITY, event, source, params, result)
    if status then
      return result, status
    end
    result, status = run(shared, -math.huge, math.huge, event, source, params, result)
    if status then
      return result, status
    end
    return run(personal, M.PRIORITY, math.huge, event, source, params, result)
  end)
  depth = depth - 1
  if not ok then
    error(answer, 0)
  end
  return answer, status
end

return M
