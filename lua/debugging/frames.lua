-- The stack of a stopped mod: its frames, in the running coroutine and in those that wait for it, and their variables.

local import = ...
local old_functions = import "core/sandbox/old_functions"
local errors = import "core/errors"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"

local M = {}

local MAX_FRAMES, MAX_LEVELS, MAX_VARIABLES = 200, 2000, 250

-- The name of the variable that holds the probe of a chunk, which nobody sees.
local hidden

function M.hide(name)
  hidden = name
end

-- Returns the coroutine below `thread`: it waits for `thread`, or called the function of Python that runs `thread`.
local function below(thread)
  return errors.resumers[thread] or protect.outer_of(thread)
end

-- Returns the name of the function of a frame. What calls it has the name, and a name in the host says nothing.
local function name_of(thread, level, info)
  if info.what == "main" then
    return "main chunk"
  end
  local caller = info.name and debug.getinfo(thread, level + 1, "S")
  return caller and string.sub(caller.source, 1, 1) == "@" and info.name or "function at line " .. info.linedefined
end

-- Returns the frames of mods, innermost first: { thread, level, name, file, line, fn, is_main }. Levels count as in
-- getinfo for the thread, which must not run.
function M.list(thread)
  local frames = {}
  while thread and #frames < MAX_FRAMES do
    for level = 0, MAX_LEVELS do
      local info = debug.getinfo(thread, level, "Slnf")
      if not info or #frames == MAX_FRAMES then
        break
      end
      if string.sub(info.source, 1, 1) == "@" then
        frames[#frames + 1] = {
          thread = thread, level = level, file = string.sub(info.source, 2), line = info.currentline, fn = info.func,
          name = name_of(thread, level, info), is_main = info.what == "main",
        }
      end
    end
    thread = below(thread)
  end
  return frames
end

-- Returns the number of levels of a coroutine, or of the running one from the caller of `depth` on. Each look walks
-- down to its level, so a deep recursion allows few of them.
function M.depth(thread)
  local function has(level)
    if thread then
      return debug.getinfo(thread, level, "l") ~= nil
    end
    return debug.getinfo(level + 3, "l") ~= nil
  end
  local low, high = 0, 1
  while has(high - 1) do
    low, high = high, high * 2
  end
  -- There are at least `low` levels, and fewer than `high`.
  while high - low > 1 do
    local middle = (low + high) // 2
    if has(middle - 1) then
      low = middle
    else
      high = middle
    end
  end
  return low
end

-- Returns the number of levels of a coroutine from its innermost frame of a mod on, for each that is stopped.
function M.depths(thread)
  local depths, base = {}, nil
  while thread do
    local levels, first = M.depth(thread), 0
    while first < levels and string.sub(debug.getinfo(thread, first, "S").source, 1, 1) ~= "@" do
      first = first + 1
    end
    depths[thread], base = levels - first, thread
    thread = below(thread)
  end
  return depths, base
end

-- Returns the variables of a frame that the debugger shows: a list of { name, value, set }, inner ones later.
function M.locals(frame)
  local list = {}
  for i = 1, MAX_VARIABLES do
    local name, value = debug.getlocal(frame.thread, frame.level, i)
    if not name then
      break
    end
    if string.sub(name, 1, 1) ~= "(" and name ~= hidden then
      list[#list + 1] = { name, value, function(new)
        debug.setlocal(frame.thread, frame.level, i, new)
      end }
    end
  end
  -- The argument of a main chunk is the probe.
  for i = 1, frame.is_main and 0 or MAX_VARIABLES do
    local name, value = debug.getlocal(frame.thread, frame.level, -i)
    if not name then
      break
    end
    list[#list + 1] = { "... " .. i, value }
  end
  return list
end

function M.upvalues(frame)
  local list = {}
  for i = 1, MAX_VARIABLES do
    local name, value = debug.getupvalue(frame.fn, i)
    if not name then
      break
    end
    if name ~= hidden and name ~= "_ENV" and name ~= "" then
      list[#list + 1] = { name, value, function(new)
        debug.setupvalue(frame.fn, i, new)
      end }
    end
  end
  return list
end

-- Returns the mod of a frame; nil when it was dropped.
function M.mod_of(frame)
  return loader.mods[string.match(frame.file, "^[^/]+")]
end

-- Returns the environment of the function of a frame.
function M.environment(frame)
  local _, env = old_functions.find_env(frame.fn)
  local mod = M.mod_of(frame)
  return env or mod and mod.env or {}
end

-- Returns the global variables of the mod of a frame, without those that every mod finds.
function M.globals(frame)
  local mod, list = M.mod_of(frame), {}
  for _, variables in ipairs(mod and { mod.env, mod.namespace } or {}) do
    for name, value in next, variables do
      if type(name) == "string" and mod.initial_names[name] == nil then
        list[#list + 1] = { name, value }
      end
    end
  end
  table.sort(list, function(a, b)
    return a[1] < b[1]
  end)
  return list
end

return M
