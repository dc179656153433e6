-- Hot reload: runs a new text of a file of a mod in place of the old one.

local import = ...
local budget = import "core/sandbox/budget"
local classes = import "areas/language/class"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local loader = import "core/loader"
local objects = import "areas/object/object_states"
local protect = import "core/sandbox/protect"
local queries = import "areas/object/queries"
local registry = import "areas/data/registry"
local session = import "areas/session"
local text = import "core/sandbox/text"

local fail = errors.fail
local getmetatable = debug.getmetatable
local match, gsub = string.match, string.gsub

-- TEST_MOD_ID: the id by which tests name the mod that calls.
local M = { TEST_MOD_ID = "@test@" }

-- A file with this result keeps its former result.
local NO_HOTLOAD = "no_hotload"
-- Instructions that a byte of the text costs.
local COST_OF_BYTE = 4

-- The file of a mod that a path such as "mod.my_mod.lib.words" means; it need not exist.
local function file_of(mod, path)
  local inside = match(path, "^mod%." .. mod.id .. "%.(.+)$") or path
  if not match(inside, "^[%w_]+$") and not match(inside, "^[%w_][%w_.]*[%w_]$") or match(inside, "%.%.") then
    fail("TestUtil.hotload_code: path is %s: must be the dotted path of a file of mod %s", text.shown(path), mod.id)
  end
  local file = gsub(inside, "%.", "/")
  local folder_file = file .. "/init.lua"
  return mod.loaded[folder_file] ~= nil and folder_file or file .. ".lua"
end

local function is_bare_table(value)
  return type(value) == "table" and getmetatable(value) == nil
end

-- Puts the fields of a new table, class or interface into the old one, which other files hold, and returns the old one;
-- returns the new value when they are not alike.
local function replace_fields(old, new)
  if rawequal(old, new) then
    return new
  end
  if classes.replace(old, new) then
    return old
  end
  if not (is_bare_table(old) and is_bare_table(new)) then
    return new
  end
  for key in next, old do
    old[key] = nil
  end
  for key, value in next, new do
    old[key] = value
  end
  return old
end

-- Removes the handlers of a file of a mod that it has not registered again.
local function drop_stale(mod, handlers)
  events.drop_all(session.global_handlers, function(handler)
    return handler.mod == mod and handlers[handler] == true
  end)
end

-- The handlers whose functions are in a file: handler -> true.
local function handlers_of(name)
  local registered = {}
  for _, list in next, session.global_handlers.lists do
    for _, handler in ipairs(list) do
      if type(handler.fn) == "function" and debug.getinfo(handler.fn, "S").source == "@" .. name then
        registered[handler] = true
      end
    end
  end
  return registered
end

-- Lets the objects on the current map notice that their entries are new.
local function refresh_objects(changed)
  for _, object in ipairs(session.game.map and queries.list_of(session.game.map) or {}) do
    local state = objects.states[object]
    if changed[state.record] then
      if state.holder then
        event_emitter.disconnect_entry(state.holder)
        event_emitter.connect_entry(state.holder, state.record)
      end
      objects.emit(object, "base.on_hotload_object")
    end
  end
end

-- Runs a text as the file of the mod that calls; returns what `require` returns from now on.
function M.hotload_code(path, mod_id, code)
  local mod = loader.calling_mod "TestUtil.hotload_code"
  if mod_id ~= mod.id and mod_id ~= M.TEST_MOD_ID then
    fail("TestUtil.hotload_code: mod_id is %s: must be the id of the mod that calls, %s, or %s", text.shown(mod_id),
      mod.id, M.TEST_MOD_ID)
  end
  local file = file_of(mod, path)
  local name = mod.id .. "/" .. file
  budget.charge(#code, COST_OF_BYTE)
  event_emitter.emit(nil, nil, "base.on_hotload_begin", { path = path })
  local former = handlers_of(name)
  local changed = {}
  do
    registry.reloading = { mod = mod, changed = changed }
    local back <close> = protect.guard(function()
      registry.reloading = nil
    end)
    local result = loader.compile_text(code, name, mod.env)()
    local old = mod.loaded[file]
    local on_hotload = is_bare_table(result) and result.on_hotload
    if result == NO_HOTLOAD then
      mod.loaded[file] = old == nil or old
    elseif old ~= nil and type(on_hotload) == "function" then
      on_hotload(old, result)
    else
      mod.loaded[file] = result == nil or replace_fields(old, result)
    end
  end
  drop_stale(mod, former)
  refresh_objects(changed)
  event_emitter.emit(nil, nil, "base.on_hotload_end", { path = path })
  return mod.loaded[file]
end

return M
