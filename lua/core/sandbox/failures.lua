-- Failures: turns the value that a call died of into a message and the frames of mods.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local vm_errors = import "core/sandbox/vm_errors"

local M = {}

-- The message with which the last coroutine died, its frames, and whether the coroutine that resumed it dies of it,
-- too.
local dead_message, dead_frames, dies_again

-- Notes that a coroutine died, because its stack is lost later, and returns its message as mods may see it.
-- `raised_again`: whether the coroutine that resumed it dies of the same error.
function M.note_coroutine(thread, message, raised_again)
  message = errors.localise(message, thread)
  errors.note_location(message, thread)
  if type(message) == "string" then
    local frames = errors.frames_of(thread)
    dead_frames = dies_again and message == dead_message and errors.append_frames(dead_frames, frames) or frames
    dead_message, dies_again = message, raised_again
  end
  return message
end

local function text_of_table(value)
  local meta = debug.getmetatable(value)
  local to_string = type(meta) == "table" and rawget(meta, "__tostring")
  if type(to_string) == "function" then
    local thread = budget.create(to_string)
    local ok, text = coroutine.resume(thread, value)
    if ok and type(text) == "string" then
      return text
    elseif text == vm_errors.OUT_OF_MEMORY then
      budget.die_of_memory(errors.frames_of(thread))
    end
  end
  return "an error object that is a table"
end

-- The text of an error value: no function of a mod that fails makes a second error of it.
function M.text_of(value)
  local kind = type(value)
  if kind == "string" then
    return value
  elseif kind == "nil" then
    return "error(nil)"
  elseif kind == "table" then
    return text_of_table(value)
  elseif kind == "number" or kind == "boolean" then
    return tostring(value)
  end
  return "an error object that is a " .. kind
end

-- Returns the message of an error without its line, its frames, and which of them is the first that matters. `frames`
-- are those where the error was caught.
function M.describe(value, frames)
  if dead_message ~= nil and value == dead_message then
    frames = errors.append_frames(dead_frames, frames)
  end
  dead_message, dead_frames, dies_again = nil, nil, nil
  local message = M.text_of(value)
  -- Lua puts "file:line: " before a message; the frame has both already.
  for i, frame in ipairs(frames) do
    local length = errors.length_of_location(message, frame[1], frame[4], frame[2])
    if length then
      return string.sub(message, length + 1), frames, i
    end
  end
  local file, line, rest = errors.split_location(message, frames[1] and frames[1][1])
  if file then
    table.insert(frames, 1, { file, line, "", file })
  end
  return rest, frames, 1
end

-- Returns the message, the frames for Python, the line in the host's Lua that met the error, and the number of the
-- Python error, of the value that the coroutine of a call died of.
function M.of_call(thread, value)
  local text, host_line = errors.localise(value, thread)
  local number = errors.number_of(text)
  local message, frames, first = M.describe(text, errors.frames_of(thread))
  return message, errors.pack_frames(frames, first), host_line, number
end

return M
