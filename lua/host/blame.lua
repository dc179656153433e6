-- Who is to blame: finds the mod's own file and line on the Lua stack, raises errors there, and turns an error that
-- reaches the host into a message and the mod's own frames.

local getinfo = debug.getinfo
local xpcall, error, type, tostring = xpcall, error, type, tostring
local concat, find, sub = table.concat, string.find, string.sub
local getmetatable = debug.getmetatable

local M = {}

local MOST_FRAMES = 20
local MOST_LEVELS = 200

-- Chunks of mods are named "@mod/path.lua"; those of the host begin with "=".
local function of_mod(info)
  return sub(info.source, 1, 1) == "@"
end

-- The innermost frame of a mod: "mod/path.lua", line.
function M.where()
  for level = 3, MOST_LEVELS do
    local info = getinfo(level, "Sl")
    if not info then
      break
    end
    if of_mod(info) then
      return sub(info.source, 2), info.currentline
    end
  end
  return nil, 0
end

-- Raises `message` at the innermost frame of a mod.
function M.raise(message)
  local file, line = M.where()
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

-- Passes on what a Python function answered, or raises its message.
local function finish(ok, ...)
  if ok then
    return ...
  end
  M.raise((...))
end
M.finish = finish

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
        info.name or (info.what == "main" and "main chunk") or "",
        info.short_src .. ":" .. info.currentline .. ": ",
      }
    end
  end
  return frames
end

-- The frames of mods from a level on, which counts as in getinfo.
function M.frames(level)
  return mod_frames(nil, level + 1)
end

-- A coroutine that died keeps its stack; the frames of the latest are kept for the message it died with.
local died_message, died_frames

function M.coroutine_died(thread, message)
  if type(message) == "string" and message ~= died_message then
    died_message, died_frames = message, mod_frames(thread, 0)
  end
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
      local ok, text = pcall(to_string, value)
      if ok and type(text) == "string" then
        return text
      end
    end
    return "an error object that is a table"
  end
  if kind == "number" or kind == "boolean" then
    return tostring(value)
  end
  return "an error object that is a " .. kind
end

local failure_frames

local function handler(value)
  failure_frames = mod_frames(nil, 3)
  if value == died_message then
    local frames = died_frames
    for _, frame in ipairs(failure_frames) do
      frames[#frames + 1] = frame
    end
    failure_frames = frames
  end
  died_message, died_frames = nil, nil
  return { value }
end

local function outcome(ok, ...)
  if ok then
    return true, ...
  end
  local failure = ...
  local frames = failure_frames or {}
  failure_frames = nil
  local message
  if type(failure) == "table" then
    message = text_of(failure[1])
  else
    -- Lua ran out of memory or stack, and called no handler.
    message, frames = tostring(failure), {}
  end
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
  local lines = {}
  for i = blamed, #frames do
    lines[#lines + 1] = concat(frames[i], "\0", 1, 3)
  end
  return false, message, concat(lines, "\n")
end

-- Calls `fn`: true and its results, or false, the message and the frames, one a line, fields apart by NUL.
function M.enter(fn, ...)
  return outcome(xpcall(fn, handler, ...))
end

return M
