-- The Lua half of play: runs callbacks of mods, rolls numbers that functions of mods decide, and starts tasks.

local import, py = ...
local bytes = import "core/border/bytes"
local errors = import "core/errors"
local functions = import "core/border/functions"
local game = import "kts/game"
local handles = import "core/border/handles"
local protect = import "core/sandbox/protect"
local tasks = import "kts/tasks"
local text = import "core/sandbox/text"
local updates = import "kts/updates"
local values = import "core/border/values"
local variables = import "kts/variables"

local pcall, raise = protect.pcall, errors.raise

-- Depth up to which callbacks cause other callbacks.
local MAX_DEPTH = 50
local depth = 0

local MIN_INT, MAX_INT = -0x80000000, 0x7fffffff

-- Calls the functions in the field `name` of prototypes, such as hit_points: packed prototype indices become packed
-- numbers.
local function roll(kind, name, indices)
  local least, rule = MIN_INT, "must be a whole number of 32 bits"
  if name == "hit_points" then
    least, rule = 0, "must be a whole number of 32 bits, 0 or more"
  end
  local numbers, function_of = bytes.unpack(indices), {}
  for i = 1, #numbers do
    local index = numbers[i]
    local fn = function_of[index] or handles.fields(handles.get(kind, index))[name]
    function_of[index] = fn
    local value = fn()
    local whole = math.tointeger(value)
    if not whole or whole > MAX_INT or whole < least then
      py.kts_refuse_roll(kind, index, ("the function %s of %s returned %s: %s"):format(
        name, tostring(handles.get(kind, index)), text.shown(value), rule))
    end
    numbers[i] = whole
  end
  return bytes.pack(numbers)
end

local function function_of(callback)
  if callback.kind == "hook" then
    return variables.get(callback.name)
  end
  local fields = handles.fields(handles.get(callback.kind, callback.index))
  return fields and fields[callback.name]
end

protect.on_death(function()
  depth = 0
end)

-- Lets the function of kts.SetRespawnFunction choose where a player enters.
local function choose_entrance(callback)
  local fn = game.respawn_function
  local player = handles.get("player", callback.index)
  local choice = table.pack(pcall(errors.call, fn, player))
  local ok, message = choice[1], choice[2]
  if ok then
    ok, message = pcall(py.kts_enter_player, callback.index, { choice[2], choice[3], choice[4] })
  end
  if not ok then
    tasks.report_error("kts.SetRespawnFunction", game.respawn_mod, "error_in_respawn_func", message)
    py.kts_enter_player(callback.index, {})
  end
end

local function run_callback(callback)
  if callback.kind == "respawn" then
    choose_entrance(callback)
    return
  elseif callback.kind == "wake" then
    updates.wake()
    return
  end
  local fn, name = function_of(callback), callback.name
  if callback.kind == "hook" then
    callback.mod = variables.owner_of(name)
    if fn ~= nil and not values.is_callable(fn) then
      py.kts_refuse_hook(name, callback.mod, text.shown(fn))
    end
    name = "kts." .. name
  end
  if fn ~= nil then
    if depth > MAX_DEPTH then
      raise("callbacks cause other callbacks more than " .. MAX_DEPTH .. " deep")
    end
    tasks.run_now(fn, callback.context, callback.now, name, callback.mod)
  end
end

local roll_all

local function run_callbacks()
  local _ <close> = protect.guard(function()
    depth = depth - 1
  end)
  depth = depth + 1
  local level = py.kts_callback_level()
  while true do
    local callback = py.kts_next_callback(level)
    if callback then
      if callback.has_changes then
        functions.report_changes()
      end
      run_callback(callback)
    else
      local pending, kind, name, indices = py.kts_pending()
      if pending & 4 ~= 0 then
        functions.report_changes()
      end
      if not kind then
        return
      end
      roll_all(kind, name, indices)
    end
  end
end

function roll_all(kind, name, indices)
  while kind do
    kind, name, indices = py.kts_take_rolls(roll(kind, name, indices))
  end
end

functions.on_pending(roll_all, run_callbacks)

-- name -> make(mod, call), as in kts/init.
local makers = {}

function makers.AddTask(mod, call)
  local begin = call "AddTask"
  return function(fn)
    local now = begin(fn)
    tasks.refuse_more()
    tasks.run_now(fn, {}, now, "a task", mod.id)
  end
end

function makers.Delay(_, call)
  local begin = call "Delay"
  return function(ms)
    local wait = begin(ms)
    if not wait then
      return
    elseif not protect.is_yieldable() then
      raise("kts.Delay is called outside of a task and of a callback: call it in a function passed to kts.AddTask")
    end
    protect.yield(wait)
  end
end

function makers.SetRespawnFunction(mod, call)
  local check = call "SetRespawnFunction"
  return function(fn)
    check(fn)
    game.respawn_function, game.respawn_mod = fn, mod.id
  end
end

function makers.GetRespawnFunction(_, call)
  local check = call "GetRespawnFunction"
  return function()
    check()
    return game.respawn_function
  end
end

-- Functions that do nothing where they have nothing to act on: Python returns a warning.
for _, name in next, { "LockDoor", "SetPoisonTrap", "SetBladeTrap" } do
  makers[name] = function(_, call)
    local act = call(name)
    return function(...)
      local warning = act(...)
      if warning then
        py.warn(warning, errors.where())
      end
    end
  end
end

function makers.Secure(_, call)
  local secure = call "Secure"
  return function(...)
    local result = secure(...)
    return result[1], result[2]
  end
end

return makers
