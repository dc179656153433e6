-- IEventEmitter: emits events from maps and objects. Their handlers come from the data of their prototype or archetype,
-- and from connect_self.
local import = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local errors = import "core/errors"
local events = import "core/game/events"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"

local fail = errors.fail
local global_handlers = session.global_handlers

local M = {}

local BEFORE = "base.before_handle_self_event"
M.BEFORE = BEFORE
-- Handlers of the host run after handlers of mods.
local HOST_PRIORITY = 200000

-- The id of a registered event; raises an error for any other.
function M.event_id(id, title)
  id = registry.current_event(id)
  local is_full_id = type(id) == "string" and string.find(id, ".", 1, true)
  if is_full_id and not registry.find("base.event", id) then
    fail('%s: Unknown event type "%s": there is no base.event of that id%s', title, id,
      arguments.suggest(id, registry.ids_of "base.event"))
  end
  return registry.resolve("base.event", id, title .. ": the event").id
end
local event_id = M.event_id

-- Emits a registered event. `holder` has the handlers of the source itself, or is nil.
function M.emit(source, holder, event, params, result)
  if global_handlers.lists[BEFORE] and event ~= BEFORE then
    events.handle(global_handlers, nil, BEFORE, source, { event_id = event, params = params }, nil)
  end
  return events.handle(global_handlers, holder, event, source, params, result)
end

-- Registers a handler of the host for events of every source.
function M.on(event, name, fn)
  events.add(global_handlers, event, name, fn, HOST_PRIORITY, registry.HOST, "host")
end

-- The fields of entries that list handlers, and the fields of these.
local LISTS, FIELDS = { "events", "_events" }, { "id", "_id", "name", "callback", "priority" }

-- Notes in `seen` what an entry lists; whether that differs from what was noted before.
local function note_handlers(seen, entry)
  local count, has_changed = 0, false
  local function note(value)
    count = count + 1
    if not rawequal(seen[count], value) then
      seen[count], has_changed = value, true
    end
  end
  for _, name in ipairs(LISTS) do
    local list = entry[name] or false
    note(list)
    for _, handler in ipairs(type(list) == "table" and list or {}) do
      note(handler)
      for _, field in ipairs(type(handler) == "table" and FIELDS or {}) do
        note(handler[field] or false)
      end
    end
  end
  for i = count + 1, #seen do
    seen[i], has_changed = nil, true
  end
  return has_changed
end

-- Fails when a mod has assigned to an entry what is no list of handlers.
local function check_handlers(record)
  for _, name in ipairs(LISTS) do
    local field = registry.types[record.type].by_name[name]
    local fault = field and checkers.check(field.type, record.entry[name])[1]
    if fault then
      fail('%s "%s": %s is %s: %s', record.type, record.id, name .. fault.path, fault.value, fault.rule)
    end
  end
end

-- Gives a holder with the handlers of an entry those that the entry lists now: a mod may assign to its entries.
function M.refresh_entry(holder, record)
  local entry, seen = record.entry, holder.seen
  if entry.events == nil and entry._events == nil and not seen[1] and not seen[2] then
    return
  elseif not note_handlers(seen, entry) then
    return
  end
  -- Until all are connected, unlike every entry.
  holder.seen = { true }
  check_handlers(record)
  M.disconnect_entry(holder)
  for _, name in ipairs(LISTS) do
    for _, handler in ipairs(entry[name] or {}) do
      local id = registry.current_event(handler.id == nil and handler._id or handler.id, record.file, record.line)
      events.add(holder, id, handler.name, handler.callback, handler.priority, record.mod, record.id).is_listed = true
    end
  end
  holder.seen = seen
end

-- Adds the handlers that an entry of data lists to a holder.
function M.connect_entry(holder, record)
  holder.seen = {}
  M.refresh_entry(holder, record)
end

-- Whether a result of handlers, such as { blocked = true }, has a field that is true.
function M.is_set(result, field)
  return stable_order.type(result) == "table" and proxies.rawget(result, field) == true
end

function M.has_entry_events(record)
  return record.entry.events ~= nil or record.entry._events ~= nil
end

function M.disconnect_entry(holder)
  events.drop_all(holder, function(handler)
    return handler.is_listed
  end)
end

-- The methods of a class of emitters. `holder_of(self, method, create)` gives the holder of an instance; with `create`
-- it makes one where there is none.
function M.methods(holder_of)
  local methods = {}

  function methods.emit(self, id, params, default)
    local holder = holder_of(self, "emit")
    id = event_id(id, "emit")
    return M.emit(self, holder, id, params == nil and {} or params, default)
  end

  function methods.connect_self(self, id, name, fn, options)
    local holder = holder_of(self, "connect_self", true)
    local mod = loader.calling_mod "connect_self"
    events.add(holder, event_id(id, "connect_self"), name, fn, options, mod, "connect_self")
  end

  function methods.disconnect_self(self, id, name)
    local holder = holder_of(self, "disconnect_self", true)
    events.drop(holder, event_id(id, "disconnect_self"), name)
  end

  function methods.has_event_handler(self, id, name)
    local holder = holder_of(self, "has_event_handler")
    id = event_id(id, "has_event_handler")
    for _, handlers in ipairs { holder or false, global_handlers } do
      if handlers and (name == nil and handlers.lists[id] or name ~= nil and events.find(handlers, id, name)) then
        return true
      end
    end
    return false
  end

  function methods.list_events(self)
    local holder = holder_of(self, "list_events")
    return arguments.sorted_keys(holder and holder.lists or {})
  end

  return methods
end

return M
