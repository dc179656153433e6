-- The module Event: handlers for events of every source.

local import = ...
local arguments = import "areas/arguments"
local data_tables = import "areas/data/data"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local event_id = event_emitter.event_id
local handlers = session.global_handlers

local M = {}

-- The functions of Event for a mod.
function M.of(mod)
  local Event = {}

  local function add(id, name, fn, options, title)
    id = event_id(id, title)
    local _, former = events.find(handlers, id, name)
    if former and registry.reloading and rawequal(former.mod, mod) then
      events.drop(handlers, id, name)
    end
    events.add(handlers, id, name, fn, options, mod, title, session.started)
  end

  function Event.register(id, name, fn, options)
    add(id, name, fn, options, "Event.register")
  end

  -- The handler with a name, and the id of its event. It must belong to this mod or to one of its dependencies.
  local function find_changeable(id, name, title)
    id = event_id(id, title)
    local _, handler = events.find(handlers, id, name)
    if not handler then
      local names = {}
      for i, other in ipairs(handlers.lists[id] or {}) do
        names[i] = other.name
      end
      fail("%s: %s has no handler %s%s", title, id, shown(name), arguments.suggest(name, names))
    elseif handler.mod == registry.HOST or not proxies.may_change(mod, handler.mod) then
      proxies.refuse(shown(name), handler.mod, 3)
    end
    return handler, id
  end

  function Event.replace(id, name, fn, options)
    local handler, current_id = find_changeable(id, name, "Event.replace")
    if options == nil then
      options = handler.priority
    end
    events.drop(handlers, current_id, name)
    add(current_id, name, fn, options, "Event.replace")
  end

  function Event.unregister(id, name)
    if events.find(handlers, event_id(id, "Event.unregister"), name) then
      local _, current_id = find_changeable(id, name, "Event.unregister")
      events.drop(handlers, current_id, name)
    end
  end

  function Event.set_enabled(id, name, enabled)
    find_changeable(id, name, "Event.set_enabled").enabled = enabled and true or false
  end

  function Event.enable(id, name)
    Event.set_enabled(id, name, true)
  end

  function Event.disable(id, name)
    Event.set_enabled(id, name, false)
  end

  function Event.has_handler(id, name)
    id = event_id(id, "Event.has_handler")
    if name == nil then
      return handlers.lists[id] ~= nil
    end
    return events.find(handlers, id, name) ~= nil
  end

  function Event.list(id)
    local list = {}
    for i, handler in ipairs(handlers.lists[event_id(id, "Event.list")] or {}) do
      list[i] = { name = handler.name, priority = handler.priority, mod = handler.mod.id, enabled = handler.enabled }
    end
    return list
  end

  function Event.trigger(id, params, default)
    id = event_id(id, "Event.trigger")
    params = params == nil and {} or params
    local result, status = event_emitter.emit(nil, nil, id, params, default)
    return result, params, status
  end

  function Event.create(id)
    data_tables.of(mod):add { _type = "base.event", _id = id }
  end

  -- Declares the event `hook_NAME` of the mod and returns a function that triggers it.
  function Event.define_hook(name, description, default, field, fn)
    data_tables.of(mod):add { _type = "base.event", _id = "hook_" .. name, doc = description }
    local id = mod.id .. ".hook_" .. name
    if fn ~= nil then
      add(id, "Default hook handler.", fn, 50000, "Event.define_hook")
    end
    return function(params, result)
      if result == nil then
        result = deep_copy(default)
      end
      if params == nil then
        params = {}
      elseif stable_order.type(params) ~= "table" then
        fail("%s: params is %s: must be a table", name, shown(params))
      end
      result = event_emitter.emit(nil, nil, id, params, result)
      if field ~= nil and stable_order.type(result) == "table" then
        return result[field], params
      end
      return result, params
    end
  end

  return Event
end

-- Drops the handlers that the former game registered.
function M.new_game()
  events.drop_all(handlers, function(handler)
    return handler.late
  end)
end

-- Drops the handlers of a mod.
function M.forget(mod)
  events.drop_all(handlers, function(handler)
    return handler.mod == mod
  end)
end

return M
