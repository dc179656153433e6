-- The debugger: probes in front of statements, what stops the mods there, and the conversation with the parent process
-- while they are stopped.
--
-- A position of a run is the number of probes passed so far, of those that this run has. A run with other probes finds
-- the position of an earlier run again when it counts only the probes that both have (`marked`).

local import, py = ...
local breakpoints = import "debugging/breakpoints"
local budget = import "core/sandbox/budget"
local compiler = import "core/compiler"
local errors = import "core/errors"
local evaluation = import "debugging/evaluation"
local frames = import "debugging/frames"
local functions = import "core/border/functions"
local protect = import "core/sandbox/protect"
local values = import "debugging/values"
local vm_errors = import "core/sandbox/vm_errors"

local create, resume, running, status = coroutine.create, coroutine.resume, coroutine.running, coroutine.status
local concat, gmatch, gsub, sub = table.concat, string.gmatch, string.gsub, string.sub
local load, tostring, type = load, tostring, type

local M = {}

-- Probes passed; of these in front of marked lines; calls of Python; errors; and the last probe with a breakpoint that
-- would have stopped.
local count, marks, calls, error_count, last_hit = 0, 0, 0, 0, 0
-- Path -> set of lines, or nil when all probes are marked.
local marked
-- Where the run goes before anything stops it: { kind, number, path, line }; nil from there on. The kind "entry" is the
-- first statement of a file whose path begins with `path`, unless something else stops the run before; with the
-- number 1, statements that run while mods load do not count.
local target
-- Returns whether a step ends at a probe; nil when no step is made.
local ends_step
-- Which errors stop: "none", "uncaught" or "all"; the last error, which passes many functions; whether a mod caught it.
local stops_at, last_error, last_is_caught = "none", nil, false

local converse

-- Lists cross the border as one string.
local function pack_list(list)
  for i = 1, #list do
    list[i] = gsub(tostring(list[i]), "%z", "\\0")
  end
  return concat(list, "\0")
end

local function unpack_list(text)
  local list = {}
  for word in gmatch(text .. "\0", "([^\0]*)\0") do
    list[#list + 1] = word
  end
  return list
end

-- Stops a coroutine until the parent lets it go on. `thread` may be dead.
local function stop(reason, text, thread)
  target, ends_step = nil, nil
  local server = create(converse)
  local ok, problem = resume(server, reason, text or "", thread)
  if not ok then
    -- An error of Python, such as for a parent that is gone, ends the whole call.
    error(problem, 0)
  end
  budget.restart_clock()
end

-- Returns the frame of a mod that called a probe.
local function frame_of_probe(thread)
  return frames.list(thread)[1]
end

-- Runs `fn` in a coroutine, so that the levels of the calling coroutine do not change.
local function run_aside(fn, ...)
  local ok, a, b, c = resume(create(fn), ...)
  if not ok then
    error(a, 0)
  end
  return a, b, c
end

-- Whether the run only passes to its target, and stops for nothing else.
local function is_passing()
  return target and target[1] ~= "entry"
end

local function check_breakpoints(list, thread, path, line)
  local stops, problem, messages = breakpoints.hit(list, function()
    return frame_of_probe(thread)
  end)
  if stops then
    last_hit = count
  end
  if not is_passing() then
    for _, message in ipairs(messages) do
      py.debug_wait(pack_list { "log", message, path, line })
    end
  end
  return stops, problem
end

local function is_target(path, line)
  local kind, number = target[1], target[2]
  if kind == "count" then
    return count >= number
  elseif kind == "marks" then
    return marks >= number
  elseif kind == "calls" then
    return calls > number or calls == number and path == target[3] and line == target[4]
  elseif kind == "entry" then
    return sub(path, 1, #target[3]) == target[3] and (number == 0 or py.debug_is_running())
  end
  return false
end

-- Returns the probe of a file, which is called in front of a statement; `is_later` when not the first of its line.
local function probe_of(path)
  local lines = breakpoints.at(path)
  return function(line, is_later)
    if evaluation.is_running then
      return
    end
    count, last_error = count + 1, nil
    if not marked or marked[path] and marked[path][line] and not is_later then
      marks = marks + 1
    end
    local reached = target and is_target(path, line)
    local list = not is_later and lines[line]
    local stops, problem
    if list then
      stops, problem = run_aside(check_breakpoints, list, running(), path, line)
    end
    if reached then
      stop("target", tostring(last_hit), running())
    elseif is_passing() then
      return
    elseif stops then
      stop(problem and "exception" or "breakpoint", problem, running())
    elseif ends_step and ends_step() then
      stop("step", nil, running())
    end
  end
end

-- A chunk with probes; nil for one without.
local function chunk_with_probes(source, name, env, compiled)
  local text = py.debug_instrument(name, source, compiled)
  local chunk = text and load(text, "@" .. name, "t", env)
  if not chunk then
    -- Without probes, or the file already has as many variables as Lua allows.
    return nil
  end
  local probe = probe_of(py.debug_path(name))
  return function()
    return chunk(probe)
  end
end

-- Stepping ------------------------------------------------------------------------------------------------------------

local steps = {}

function steps.continue()
  return nil
end

function steps.into()
  return function()
    return true
  end
end

-- Until the coroutine is `less` levels deep, or one that waits for it goes on, or the call of Python has ended.
local function step_until(thread, less)
  local depths, base = frames.depths(thread)
  depths[thread] = depths[thread] - less
  return function()
    local depth = depths[running()]
    if depth then
      -- The caller of the probe is two levels below.
      return frames.depth() - 2 <= depth
    end
    return status(base) == "dead"
  end
end

function steps.over(thread)
  return step_until(thread, 0)
end

function steps.out(thread)
  return step_until(thread, 1)
end

-- The conversation ----------------------------------------------------------------------------------------------------

-- What a client may ask to see: number -> function that lists variables, or a value.
local shown = {}

local function refer(source)
  shown[#shown + 1] = source
  return #shown
end

-- Adds name, text, type and number of a variable to an answer.
local function describe(answer, name, value)
  local inner = values.table_of(value)
  answer[#answer + 1] = name
  answer[#answer + 1] = values.show(value)
  answer[#answer + 1] = type(value)
  answer[#answer + 1] = inner and refer(function()
    return values.children(inner)
  end) or 0
end

local commands = {}

function commands.stack(list)
  local answer = { "stack" }
  for _, frame in ipairs(list) do
    answer[#answer + 1] = frame.name
    answer[#answer + 1] = frame.file
    answer[#answer + 1] = py.debug_path(frame.file)
    answer[#answer + 1] = frame.line
  end
  return answer
end

function commands.scopes(list, number)
  local frame, answer = list[number], { "scopes" }
  for _, scope in ipairs(frame and { "locals", "upvalues", "globals" } or {}) do
    answer[#answer + 1] = scope
    answer[#answer + 1] = refer(function()
      return frames[scope](frame)
    end)
  end
  return answer
end

function commands.variables(_, number)
  local answer, source = { "variables" }, shown[number]
  for _, variable in ipairs(source and source() or {}) do
    describe(answer, variable[1], variable[2])
  end
  return answer
end

function commands.evaluate(list, number, text)
  local frame = list[number] or list[1]
  if not frame then
    return { "failed", "no function of a mod is stopped" }
  end
  local results = table.pack(evaluation.evaluate(frame, text))
  if results[1] == nil then
    return { "dead", results[2] }
  elseif not results[1] then
    return { "failed", results[2] }
  end
  local answer = { "value" }
  describe(answer, "", results[2])
  for i = 3, results.n do
    answer[3] = answer[3] .. ", " .. values.show(results[i])
  end
  return answer
end

local function read_breakpoints(words)
  local list = {}
  for i = 2, #words - 4, 5 do
    list[#list + 1] = table.move(words, i, i + 4, 1, {})
  end
  return list
end

-- Commands that change what stops the mods.
local settings = {}

function settings.breakpoints(words)
  breakpoints.replace(read_breakpoints(words))
end

function settings.errors(words)
  stops_at = words[2]
end

function settings.target(words)
  target = { words[2], math.tointeger(tonumber(words[3])), words[4], math.tointeger(tonumber(words[5])) }
end

function settings.marked(words)
  marked = {}
  for i = 2, #words - 1, 2 do
    marked[words[i]] = marked[words[i]] or {}
    marked[words[i]][math.tointeger(tonumber(words[i + 1]))] = true
  end
end

-- Talks with the parent until it lets the mods go on.
function converse(reason, text, thread)
  local list = thread and frames.list(thread) or {}
  local top = list[1] or { file = "", line = 0 }
  local answer = {
    "stopped", reason, text, count, calls, error_count, py.debug_path(top.file), top.line, last_hit,
  }
  shown = {}
  while true do
    local words = unpack_list(py.debug_wait(pack_list(answer)))
    local word = words[1]
    if word == "resume" then
      shown = {}
      ends_step = steps[words[2]](thread)
      return
    elseif settings[word] then
      settings[word](words)
      answer = { "done" }
    else
      answer = commands[word](list, math.tointeger(tonumber(words[2])), words[3])
    end
  end
end

-- Errors, calls and the clock -----------------------------------------------------------------------------------------

-- Stops at an error of a mod. `thread` is the coroutine that died of it, or the running one.
local function handle_error(message, thread, is_caught)
  -- An error is reported by each call that it ends; but what a mod caught and nobody catches now was raised again.
  local is_known = message == last_error and (is_caught or not last_is_caught)
  if evaluation.is_running or is_known or vm_errors.is_overflow(message)
    or message == vm_errors.HANDLER_FAILURE or message == vm_errors.OUT_OF_MEMORY or budget.is_dead() then
    return
  end
  thread = thread or running()
  if not run_aside(frame_of_probe, thread) then
    return
  end
  last_error, last_is_caught, error_count = message, is_caught, error_count + 1
  local text = type(message) == "string" and errors.localise(message, thread) or "an error object"
  if is_passing() then
    if target[1] == "errors" and error_count >= target[2] then
      stop("target", text, thread)
    end
  elseif stops_at == "all" or stops_at == "uncaught" and not is_caught then
    stop("exception", text, thread)
  end
end

-- Counts calls of functions of Python, except while an expression is evaluated.
local function count_calls(invoke)
  return function(...)
    if not evaluation.is_running then
      calls = calls + 1
    end
    return invoke(...)
  end
end

-- Sends the position of the mods to the parent once a second, which may stop them.
local function send_position()
  local file, line = errors.where()
  if file and not evaluation.is_running and not is_passing() then
    local words = unpack_list(py.debug_wait(pack_list { "look", calls, py.debug_path(file), line }))
    while settings[words[1]] do
      settings[words[1]](words)
      words = unpack_list(py.debug_wait "done")
    end
    budget.restart_clock()
  end
end

-- Begins to debug the mods of this Lua state. The parent's settings come first.
function M.begin(name)
  frames.hide(name)
  compiler.on_compile(chunk_with_probes)
  functions.on_invoke(count_calls)
  protect.on_error(handle_error)
  budget.on_look(send_position)
  converse("begin", "", nil)
end

return M
