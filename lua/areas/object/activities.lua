-- Activities: what charas do for many turns, such as digging. An activity is an object that lies nowhere; the field
-- `activity` of its chara holds it.

local import = ...
local arguments = import "areas/arguments"
local creation = import "areas/object/creation"
local instance_classes = import "areas/instance_classes"
local objects = import "areas/object/object_states"
local registry = import "areas/data/registry"
local values = import "core/border/values"

local of = objects.of

local M = {}

local KIND = "base.activity"
local DEFAULT_TURNS = 10

instance_classes.add_methods(objects.methods[KIND], { "IActivity" }, {}, import("areas/object/object").methods)

-- Whether a mod declares activities.
function M.are_declared()
  return rawget(registry.types, KIND) ~= nil
end

-- Creates an activity that no chara does; messages name the function `title`.
function M.create(title, id, params)
  return creation.create(KIND, title, id, nil, nil, { ownerless = true, no_build = true, params = params })
end

-- The activity of a chara and its state; or nil.
local function activity_of(chara)
  local state = objects.states[chara]
  local activity = state and state.fields.activity
  local activity_state = activity ~= nil and objects.states[activity]
  if activity_state and activity_state.kind == KIND and rawequal(activity_state.fields.chara_uid, state.uid) then
    return activity, activity_state
  end
end

-- Calls `on_NAME` of the entry of an activity, and emits `base.on_activity_NAME`. Returns the result of both.
local function notify(activity, chara, name, event, default)
  local params = { chara = chara }
  local callback = objects.states[activity].record.entry[name]
  local result
  if values.is_callable(callback) then
    result = callback(activity, params)
  end
  if result == nil then
    result = default
  end
  return objects.emit(activity, event, params, result)
end

-- Ends the activity of a chara. Returns whether there was one.
function M.remove(chara)
  local activity = activity_of(chara)
  if not activity then
    return false
  end
  notify(activity, chara, "on_cleanup", "base.on_activity_cleanup")
  local state = objects.states[chara]
  if rawequal(state.fields.activity, activity) then
    state.fields.activity = nil
    objects.touch(state)
  end
  return true
end

-- Ends the activity of a chara because it is done. Returns whether there was one.
local function finish(chara)
  local activity = activity_of(chara)
  if activity then
    notify(activity, chara, "on_finish", "base.on_activity_finish")
  end
  return M.remove(chara)
end

-- Lets a turn of the activity of a chara pass: the result of the turn; nil without an activity.
function M.pass_turn(chara)
  local activity, state = activity_of(chara)
  if not activity then
    return nil
  end
  local result = notify(activity, chara, "on_pass_turns", "base.on_activity_pass_turns", "turn_end")
  if rawequal(activity_of(chara), activity) then
    local turns = state.fields.turns
    state.fields.turns = arguments.is_finite(turns) and turns - 1 or 0
    objects.touch(state)
    if state.fields.turns <= 0 then
      finish(chara)
    end
  end
  return result
end

-- The methods of charas.
M.methods = {}

function M.methods.get_activity(self)
  of(self, "get_activity")
  return (activity_of(self))
end

function M.methods.has_activity(self, id)
  of(self, "has_activity")
  local activity, state = activity_of(self)
  return activity ~= nil and (id == nil or state.record.id == id)
end

function M.methods.start_activity(self, id, params, turns)
  local state = of(self, "start_activity")
  local activity = M.create("start_activity", id, params)
  local activity_state = objects.states[activity]
  local default = activity_state.fields.default_turns
  activity_state.fields.turns = turns == nil and (arguments.is_finite(default) and default or DEFAULT_TURNS) or turns
  activity_state.fields.chara_uid = state.uid
  M.remove(self)
  state.fields.activity = activity
  notify(activity, self, "on_start", "base.on_activity_start")
  return activity
end

function M.methods.finish_activity(self)
  of(self, "finish_activity")
  return finish(self)
end

function M.methods.remove_activity(self)
  of(self, "remove_activity")
  return M.remove(self)
end

function M.methods.interrupt_activity(self)
  of(self, "interrupt_activity")
  local activity, state = activity_of(self)
  if not activity or state.record.entry.on_interrupt == "ignore"
    or notify(activity, self, "on_interrupt", "base.on_activity_interrupt", false) == true then
    return false
  end
  return M.remove(self)
end

function M.methods.pass_activity_turn(self)
  of(self, "pass_activity_turn")
  return M.pass_turn(self)
end

return M
