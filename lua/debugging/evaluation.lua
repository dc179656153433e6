-- Evaluates expressions in a frame of a stopped mod, with a budget of their own.

local import = ...
local budget = import "core/sandbox/budget"
local compiler = import "core/compiler"
local errors = import "core/errors"
local frames = import "debugging/frames"

local M = {}

-- Instructions of mods that an expression may take; and in the host's Lua, which may have to clean up.
local MAX_INSTRUCTIONS, MAX_IN_HOST, STEP = 2000000, 20000000, 1000
local MOD_SIGN = string.byte("@")
local STOPPED = "the expression was stopped after " .. MAX_INSTRUCTIONS .. " instructions"

-- Whether an expression is being evaluated: probes do nothing then.
M.is_running = false

-- A table through which an expression finds and changes the variables of a frame.
local function variables_of(frame)
  local variables, setters = {}, {}
  for _, list in ipairs { frames.upvalues(frame), frames.locals(frame) } do
    for _, variable in ipairs(list) do
      variables[variable[1]], setters[variable[1]] = { variable[2] }, variable[3]
    end
  end
  local environment = frames.environment(frame)
  return setmetatable({}, {
    __index = function(_, name)
      local variable = variables[name]
      if variable then
        return variable[1]
      end
      return environment[name]
    end,
    __newindex = function(_, name, value)
      if setters[name] then
        setters[name](value)
        variables[name][1] = value
      else
        environment[name] = value
      end
    end,
    __metatable = false,
  })
end

-- Runs a function on top of a coroutine, for a limited number of instructions. Returns as `pcall` does.
local function run_limited(fn, thread)
  local runner = coroutine.create(fn)
  local left, left_in_host = MAX_INSTRUCTIONS, MAX_IN_HOST
  local function count()
    if string.byte(debug.getinfo(2, "S").source) == MOD_SIGN then
      left = left - STEP
    else
      left_in_host = left_in_host - STEP
    end
    if left_in_host <= 0 or left <= 0 and string.byte(debug.getinfo(2, "S").source) == MOD_SIGN then
      -- At each instruction from now on, so that no `pcall` of a mod helps.
      debug.sethook(count, "", 1)
      error(STOPPED, 0)
    end
  end
  debug.sethook(runner, count, "", STEP)
  errors.resumers[runner] = thread
  M.is_running = true
  -- What runs in coroutines of the expression counts as instructions of the game.
  local before = budget.limit(MAX_INSTRUCTIONS)
  local results = table.pack(coroutine.resume(runner))
  budget.restore(before)
  M.is_running = false
  errors.resumers[runner] = nil
  if results[1] and coroutine.status(runner) == "suspended" then
    return false, "the expression yields"
  end
  coroutine.close(runner)
  return table.unpack(results, 1, results.n)
end

-- Evaluates an expression, or runs statements, in a frame. Returns true and its values, or false and a message.
function M.evaluate(frame, text)
  local mod = frames.mod_of(frame)
  local name = (string.match(frame.file, "^[^/]+") or "mod") .. "/(expression)"
  local env, has_old_lua = variables_of(frame), mod and mod.has_old_lua
  local chunk = compiler.load("return " .. text .. "\n", name, env, has_old_lua)
  local message
  if not chunk then
    chunk, message = compiler.load(text, name, env, has_old_lua)
  end
  if not chunk then
    return false, (string.gsub(message, "^[^:]*:%d+: ", ""))
  end
  local results = table.pack(run_limited(chunk, frame.thread))
  if budget.is_dead() then
    -- A coroutine of the expression used up a budget of the game.
    return nil, STOPPED
  end
  if not results[1] then
    local problem = results[2]
    return false, type(problem) == "string" and errors.localise(problem, frame.thread) or "an error object"
  end
  return table.unpack(results, 1, results.n)
end

return M
