-- Who is to blame: finds the mod's own file and line on the Lua stack, raises errors there, and turns an error that
-- reaches the host into a message and the mod's own frames.

local import = ...

local getinfo, getlocal = debug.getinfo, debug.getlocal
local error, ipairs, rawget, type, tostring = error, ipairs, rawget, type, tostring
local resume = coroutine.resume
local concat, gsub, match, sub = table.concat, string.gsub, string.match, string.sub
local getmetatable = debug.getmetatable

local M = {}

local MOST_FRAMES = 20
local MOST_LEVELS = 200

-- Chunks of mods are named "@mod/path.lua"; those of the host begin with "=".
local function of_mod(info)
  return sub(info.source, 1, 1) == "@"
end

local function results(...)
  return ...
end

-- Calls a function of a mod, whose place is told even when it has left the stack: `return toolbox.caves { … }` does.
function M.call(fn, ...)
  return results(fn(...))
end

-- By what its frame is known: there may be no memory to ask for more than is asked of every frame.
local OWN, CALL = getinfo(M.call, "S").source, getinfo(M.call, "S").linedefined

-- Where the function of a mod begins that was called by `M.call`, whose frame is at a level of a stack.
local function called(thread, level)
  local _, fn
  if thread then
    _, fn = getlocal(thread, level, 1)
  else
    _, fn = getlocal(level + 1, 1)
  end
  local info = type(fn) == "function" and getinfo(fn, "S")
  if info and of_mod(info) then
    return sub(info.source, 2), info.linedefined
  end
end

-- The innermost frame of a mod, on the running stack or that of a coroutine: "mod/path.lua", line.
local function where(thread)
  for level = thread and 0 or 3, MOST_LEVELS do
    local info
    if thread then
      info = getinfo(thread, level, "Sl")
    else
      info = getinfo(level, "Sl")
    end
    if not info then
      break
    end
    if of_mod(info) then
      return sub(info.source, 2), info.currentline
    elseif info.linedefined == CALL and info.source == OWN then
      return called(thread, level)
    end
  end
  return nil, 0
end

function M.where()
  return where()
end

-- Raises `message` at the innermost frame of a mod.
function M.raise(message)
  local file, line = where()
  if file then
    message = file .. ":" .. line .. ": " .. message
  end
  error(message, 0)
end

-- Raises `message` at a place that is not on the stack, such as a line that does not parse.
local told_text, told_file, told_line

function M.raise_at(file, line, message)
  told_text, told_file, told_line = file .. ":" .. line .. ": " .. message, file, line
  error(told_text, 0)
end

-- Raises again what was caught, at the place that its text names.
function M.raise_again(value)
  local file, line, message
  if type(value) == "string" then
    file, line, message = match(value, "^([^\n:]+%.lua):(%d+): (.*)$")
  end
  if file then
    M.raise_at(file, math.tointeger(line), message)
  end
  error(value, 0)
end

-- Passes on what a Python function answered, or raises its message; what is fatal ends the whole call.
local function finish(ok, ...)
  if ok then
    return ...
  end
  local message, is_fatal = ...
  if is_fatal then
    M.die(message)
  end
  M.raise(message)
end
M.finish = finish

-- Where in the host's own Lua the last error arose that a mod is to blame for.
local host_place

-- Lua puts the place where it met an error before the message. When that is in the host's Lua, as for a wrong argument
-- of a function that is written there, it becomes the line of the mod that called.
local function localised(message, thread)
  if type(message) == "string" and sub(message, 1, 7) == "[host]/" then
    local place, rest = match(message, "^(%[host%]/[%w_/]+%.lua:%d+): (.*)$")
    if place then
      local file, line = where(thread)
      host_place = place
      rest = gsub(rest, " %(%a+ '[%w_]+'%)$", "")
      return file and file .. ":" .. line .. ": " .. rest or rest
    end
  end
  return message
end

M.localised = localised

-- The frames of mods on a stack, innermost first: { {file, line, name, prefix} … }.
local function mod_frames(thread, level)
  local frames = {}
  for i = level, MOST_LEVELS do
    local info
    if thread then
      info = getinfo(thread, i, "Sln")
    else
      info = getinfo(i, "Sln")
    end
    if not info or #frames == MOST_FRAMES then
      break
    end
    if of_mod(info) then
      frames[#frames + 1] = {
        sub(info.source, 2),
        info.currentline,
        (gsub(info.name or (info.what == "main" and "main chunk") or "", "%z", "?")),
        info.short_src .. ":" .. info.currentline .. ": ",
      }
    elseif info.linedefined == CALL and info.source == OWN and not frames[1] then
      local file, line = called(thread, i)
      frames[1] = file and { file, line, "", file .. ":" .. line .. ": " }
    end
  end
  return frames
end

-- The frames of mods from a level on, which counts as in getinfo.
function M.frames(level)
  return mod_frames(nil, level + 1)
end

-- A coroutine that died keeps its stack; the frames of the latest are kept for the message it died with.
local died_message, died_frames, died_again

local function append(frames, more)
  for i = 1, #more do
    if #frames < MOST_FRAMES then
      frames[#frames + 1] = more[i]
    end
  end
  return frames
end

-- Notes that a coroutine died, and gives its message as mods may see it. `raised_again`: whether whoever resumed it
-- dies of the same now.
function M.coroutine_died(thread, message, raised_again)
  message = localised(message, thread)
  if type(message) == "string" then
    local frames = mod_frames(thread, 0)
    died_frames = died_again and message == died_message and append(died_frames, frames) or frames
    died_message, died_again = message, raised_again
  end
  return message
end

-- The frames of a coroutine.
function M.frames_of(thread)
  return mod_frames(thread, 0)
end

-- `frames`, and then those of a coroutine; nothing twice.
function M.joined(frames, thread)
  local below = mod_frames(thread, 0)
  if below[1] and frames[1] and frames[#frames][1] == below[#below][1] and frames[#frames][2] == below[#below][2] then
    return frames
  end
  return append(frames, below)
end

-- Frames as Python reads them.
function M.packed(frames, from)
  local parts = {}
  for i = from or 1, #frames do
    parts[#parts + 1] = concat(frames[i], "\0", 1, 3)
  end
  return concat(parts, "\0")
end

local function text_of(value)
  local kind = type(value)
  if kind == "string" then
    return value
  end
  if kind == "nil" then
    return "error(nil)"
  end
  if kind == "table" then
    local meta = getmetatable(value)
    local to_string = type(meta) == "table" and rawget(meta, "__tostring")
    if type(to_string) == "function" then
      local thread = import("core/sandbox/protect").create(to_string)
      local ok, text = resume(thread, value)
      if ok and type(text) == "string" then
        return text
      elseif text == "not enough memory" then
        import("core/sandbox/budget").die_of_memory(mod_frames(thread, 0))
      end
    end
    return "an error object that is a table"
  end
  if kind == "number" or kind == "boolean" then
    return tostring(value)
  end
  return "an error object that is a " .. kind
end

-- What is told of an error: its message without the place, the frames, and from which of them on they matter. `frames`
-- are those of where it was met.
function M.told(value, frames)
  if died_message ~= nil and value == died_message then
    frames = append(died_frames, frames)
  end
  died_message, died_frames, died_again = nil, nil, nil
  local message = text_of(value)
  if message == told_text then
    table.insert(frames, 1, { told_file, told_line, "", "" })
  end
  -- Lua puts "file:line: " before a message; the frame says it better.
  local blamed = 1
  for i, frame in ipairs(frames) do
    local prefix = frame[4]
    local exact = frame[1] .. ":" .. frame[2] .. ": "
    if prefix ~= "" and sub(message, 1, #prefix) == prefix then
      message, blamed = sub(message, #prefix + 1), i
      break
    elseif sub(message, 1, #exact) == exact then
      message, blamed = sub(message, #exact + 1), i
      break
    end
  end
  return message, frames, blamed
end

-- What a call answers that ended in an error: false, message, frames, nothing, the place in the host's Lua.
function M.failure(thread, value)
  host_place = nil
  value = localised(value, thread)
  local place = host_place
  local message, frames, blamed = M.told(value, mod_frames(thread, 0))
  return false, message, M.packed(frames, blamed), nil, place
end

return M
