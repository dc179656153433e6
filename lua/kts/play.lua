-- What play needs of Lua: callbacks, rolls, tasks, delays.

local import, py = ...
local errors = import "core/errors"
local bytes = import "core/border/bytes"
local functions = import "core/border/functions"
local game = import "kts/game"
local handles = import "core/border/handles"
local protect = import "core/sandbox/protect"
local tasks = import "kts/tasks"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local variables = import "kts/variables"

local raise = errors.raise
local setmetatable, tostring = setmetatable, tostring
local tointeger = math.tointeger

-- Callbacks set off by callbacks, and so on.
local MOST_NESTED = 50
local nested = 0

-- Numbers that functions of mods decide: hit points, health, damage.
local function roll(kind, name, indices)
  local numbers = bytes.unpack(indices)
  local functions_of = {}
  for i = 1, #numbers do
    local index = numbers[i]
    local fn = functions_of[index]
    if not fn then
      fn = handles.fields(handles.get(kind, index))[name]
      functions_of[index] = fn
    end
    local value = fn()
    local whole = tointeger(value)
    if not whole or whole > 0x7fffffff or whole < (name == "hit_points" and 0 or -0x80000000) then
      py.kts_refuse_roll(kind, index, ("the function %s of %s returned %s: must be a whole number of 32 bits%s"):format(
        name, tostring(handles.get(kind, index)), text.shown(value), name == "hit_points" and ", 0 or more" or ""))
    end
    numbers[i] = whole
  end
  return bytes.pack(numbers)
end

local function callback_of(trigger)
  if trigger.kind == "hook" then
    return variables.get(trigger.name)
  end
  local fields = handles.fields(handles.get(trigger.kind, trigger.index))
  return fields and fields[trigger.name]
end

protect.on_death(function()
  nested = 0
end)

local function run_callbacks()
  local back <close> = setmetatable({}, {
    __close = function()
      nested = nested - 1
    end,
  })
  nested = nested + 1
  while true do
    local trigger = py.kts_next_trigger()
    if not trigger then
      return
    end
    local fn = callback_of(trigger)
    if fn ~= nil and not values.is_callable(fn) then
      py.kts_refuse_hook(trigger.name, variables.owner_of(trigger.name), text.shown(fn))
    elseif fn ~= nil then
      if nested > MOST_NESTED then
        raise("callbacks set each other off more than " .. MOST_NESTED .. " deep")
      end
      tasks.run_now(fn, trigger.context, trigger.now)
    end
  end
end

functions.on_pending(function(what, kind, name, indices)
  while kind do
    kind, name, indices = py.kts_take_rolls(roll(kind, name, indices))
  end
  if what ~= 1 then
    run_callbacks()
  end
end)

local M = {}

function M.AddTask(_, call)
  local begin = call "AddTask"
  return function(fn)
    tasks.add(fn, begin(fn))
  end
end

function M.Delay(_, call)
  local begin = call "Delay"
  return function(ms)
    begin(ms)
    if not protect.is_yieldable() then
      raise("kts.Delay waits, and only a task or a callback can wait: call it from a function given to kts.AddTask")
    end
    coroutine.yield(ms)
  end
end

function M.SetRespawnFunction(_, call)
  local check = call "SetRespawnFunction"
  return function(fn)
    check(fn)
    game.respawn_function = fn
  end
end

function M.GetRespawnFunction(_, call)
  local check = call "GetRespawnFunction"
  return function()
    check()
    return game.respawn_function
  end
end

function M.Secure(_, call)
  local secure = call "Secure"
  return function(...)
    local answer = secure(...)
    return answer[1], answer[2]
  end
end

return M
