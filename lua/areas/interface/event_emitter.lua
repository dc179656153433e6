-- What can emit events: maps, objects, areas. Handlers of its own come from its prototype or archetype, and from
-- connect_self.

local import, py = ...
local errors = import "core/errors"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local data_tables = import "areas/data/data"
local events = import "core/game/events"
local stable_order = import "core/sandbox/stable_order"
local schema = import "areas/data/schema"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format, sort = string.format, table.sort
local ipairs, next, type = ipairs, next, type
local everybody = state.everybody

local M = {}

local BEFORE = "base.before_handle_self_event"

-- The id of an event that exists.
function M.event_id(id, what)
  id = schema.event_named(id)
  if not data.find("base.event", id) then
    data.resolve("base.event", id, nil, what .. ": the event")
  end
  return id
end
local event_id = M.event_id

function M.params(params, what)
  if params == nil then
    return {}
  elseif stable_order.type(params) ~= "table" then
    raise(format("%s: params is %s: must be a table", what, shown(params)))
  end
  return params
end

-- Emits an event of the host, whose id is known to be right. `own` is the holder of the source, or nil.
function M.emit(source, own, event, params, result)
  if everybody.lists[BEFORE] and event ~= BEFORE then
    events.handle(everybody, nil, BEFORE, source, { event_id = event, params = params }, nil)
  end
  return events.handle(everybody, own, event, source, params, result)
end

-- Gives a holder the handlers that an entry lists.
function M.connect_entry(holder, record)
  local entry = record.entry
  for _, field in ipairs { "events", "_events" } do
    for _, one in ipairs(entry[field] or {}) do
      local id = one.id == nil and one._id or one.id
      events.add(holder, schema.event_named(id, record.file, record.line), one.name, one.callback, one.priority, record.mod, record.id)
    end
  end
  for _, list in next, holder.lists do
    for _, handler in ipairs(list) do
      handler.from = handler.from or "entry"
    end
  end
end

function M.has_entry_events(record)
  return record.entry.events ~= nil or record.entry._events ~= nil
end

function M.disconnect_entry(holder)
  events.drop_all(holder, function(handler)
    return handler.from == "entry"
  end)
end

-- Methods for a class of emitters; own(self, method, make) gives the holder, made when there is none and `make` is set.
function M.methods(own)
  local methods = {}

  function methods.emit(self, id, params, default)
    local holder = own(self, "emit")
    id = event_id(id, "emit")
    return M.emit(self, holder, id, params == nil and {} or params, default)
  end

  function methods.connect_self(self, id, name, fn, options)
    local holder = own(self, "connect_self", true)
    events.add(holder, event_id(id, "connect_self"), name, fn, options, state.caller(data.HOST), "connect_self")
  end

  function methods.disconnect_self(self, id, name)
    local holder = own(self, "disconnect_self", true)
    id = event_id(id, "disconnect_self")
    if not events.drop(holder, id, name) then
      raise(format("disconnect_self: %s has no handler %s of its own", id, shown(name)))
    end
  end

  function methods.has_event_handler(self, id, name)
    local holder = own(self, "has_event_handler")
    id = event_id(id, "has_event_handler")
    for _, one in ipairs { holder or false, everybody } do
      if one and (name == nil and one.lists[id] or name ~= nil and events.find(one, id, name)) then
        return true
      end
    end
    return false
  end

  function methods.list_events(self)
    local holder = own(self, "list_events")
    local names = {}
    for id in next, holder and holder.lists or {} do
      names[#names + 1] = id
    end
    sort(names)
    return names
  end

  return methods
end

-- The module Event of a mod.
function M.api(mod)
  local api = {}

  local function add(id, name, fn, options, what)
    id = event_id(id, what)
    events.add(everybody, id, name, fn, options, mod, what, state.started)
  end

  function api.register(id, name, fn, options)
    add(id, name, fn, options, "Event.register")
  end

  -- One's own handlers; those of mods one depends on may be changed, too.
  local function own(id, name, what)
    id = event_id(id, what)
    local _, handler = events.find(everybody, id, name)
    if not handler then
      local names = {}
      for _, one in ipairs(everybody.lists[id] or {}) do
        names[#names + 1] = one.name
      end
      local close = type(name) == "string" and py.suggest(name, table.concat(names, "\0"))
      raise(format("%s: %s has no handler %s%s", what, id, shown(name), close and "; " .. close or ""))
    elseif handler.mod == data.HOST or not import("core/sandbox/proxies").may_change(mod, handler.mod) then
      import("core/sandbox/proxies").refuse(shown(name), handler.mod, 3)
    end
    return id, handler
  end

  function api.replace(id, name, fn, options)
    local known, handler = own(id, name, "Event.replace")
    if options == nil then
      options = handler.priority
    end
    events.drop(everybody, known, name)
    add(known, name, fn, options, "Event.replace")
  end

  function api.unregister(id, name)
    local known = own(id, name, "Event.unregister")
    events.drop(everybody, known, name)
  end

  function api.set_enabled(id, name, enabled)
    local _, handler = own(id, name, "Event.set_enabled")
    handler.enabled = enabled and true or false
  end

  function api.enable(id, name)
    api.set_enabled(id, name, true)
  end

  function api.disable(id, name)
    api.set_enabled(id, name, false)
  end

  function api.has_handler(id, name)
    id = event_id(id, "Event.has_handler")
    if name == nil then
      return everybody.lists[id] ~= nil
    end
    return events.find(everybody, id, name) ~= nil
  end

  function api.list(id)
    id = event_id(id, "Event.list")
    local list = {}
    for i, handler in ipairs(everybody.lists[id] or {}) do
      list[i] = { name = handler.name, priority = handler.priority, mod = handler.mod.id, enabled = handler.enabled }
    end
    return list
  end

  function api.trigger(id, params, default)
    id = event_id(id, "Event.trigger")
    params = params == nil and {} or params
    local result, status = M.emit(nil, nil, id, params, default)
    return result, params, status
  end

  function api.create(id)
    data_tables.of(mod):add { _type = "base.event", _id = id }
  end

  -- A hook: base.hook_… in the original; here an event of the mod, and what calls it with a default that stays.
  function api.define_hook(name, description, default, field, fn)
    data_tables.of(mod):add { _type = "base.event", _id = "hook_" .. name, doc = description }
    local id = mod.id .. ".hook_" .. name
    if fn ~= nil then
      add(id, "Default hook handler.", fn, 50000, "Event.define_hook")
    end
    return function(params, result)
      if result == nil then
        result = copying.deep_copy(default)
      end
      params = M.params(params, name)
      local answer = M.emit(nil, nil, id, params, result)
      if field ~= nil and stable_order.type(answer) == "table" then
        return answer[field], params
      end
      return answer, params
    end
  end

  return api
end

-- Registers a handler of the host, which comes after those of mods.
function M.on(id, name, fn, priority)
  events.add(everybody, id, name, fn, priority or 200000, data.HOST, "host")
end

-- A new game: handlers that a game registered are gone.
function M.new_game()
  events.drop_all(everybody, function(handler)
    return handler.late
  end)
end

function M.forget(mod)
  events.drop_all(everybody, function(handler)
    return handler.mod == mod
  end)
end

return M
