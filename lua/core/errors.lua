-- Errors at the line of a mod: finds the innermost frame of a mod on the Lua stack, and raises errors there.

local import = ...
local vm_errors = import "core/sandbox/vm_errors"

local getinfo, getlocal = debug.getinfo, debug.getlocal
local running = coroutine.running
local error, type = error, type
local concat, find, gsub, match, sub = table.concat, string.find, string.gsub, string.match, string.sub
local tointeger = math.tointeger

local M = {}

local MAX_FRAMES = 20
local MAX_LEVELS = 200

-- Chunks of mods are named "@mod/path.lua"; names of chunks of the host begin with "=".
local function is_mod_code(info)
  return sub(info.source, 1, 1) == "@"
end
M.is_mod_code = is_mod_code

local function pass(...)
  return ...
end

-- Calls a function of a mod so that `where` finds it even after it made a tail call: `return toolbox.caves { … }`.
function M.call(fn, ...)
  return pass(fn(...))
end

-- They identify the frame of `M.call`. Asking for more than every frame is asked for may take memory that is not there.
local OWN_SOURCE, CALL_LINE = getinfo(M.call, "S").source, getinfo(M.call, "S").linedefined

-- File and first line of the mod function that `M.call` called, whose frame is at `level`.
local function called_function(thread, level)
  local _, fn = getlocal(thread, thread == running() and level + 1 or level, 1)
  local info = type(fn) == "function" and getinfo(fn, "S")
  if info and is_mod_code(info) then
    return sub(info.source, 2), info.linedefined
  end
end

-- Coroutine that runs -> the coroutine that resumed it; written by core/sandbox/protect.
local resumers = {}
M.resumers = resumers

-- File and line of the innermost frame of a mod on the stack of a coroutine, from a level on; nil, 0 without one.
local function where(thread, first)
  for level = first, MAX_LEVELS do
    local info = getinfo(thread, level, "Sl")
    if not info then
      break
    end
    if is_mod_code(info) then
      return sub(info.source, 2), info.currentline
    elseif info.linedefined == CALL_LINE and info.source == OWN_SOURCE then
      return called_function(thread, level)
    end
  end
  return nil, 0
end

-- The same for the running code. A coroutine without a frame of a mod runs for the mod that resumed it, because a mod
-- may make a coroutine of a function of the host.
local function where_now()
  local thread = running()
  local file, line = where(thread, 4)
  thread = not file and resumers[thread]
  while thread and not file do
    file, line = where(thread, 0)
    thread = resumers[thread]
  end
  return file, line
end

M.where = where_now

-- File and line of what the running code makes by a function of the mod with an id: a function that another mod
-- called makes it for that mod, whose line counts. What a file of the mod makes when it is loaded, and what the host
-- called, is the mod's own. A coroutine makes things for itself.
function M.where_made(id)
  local file, line = where_now()
  local own = id .. "/"
  if not file or sub(file, 1, #own) ~= own then
    return file, line
  end
  for level = 3, MAX_LEVELS do
    local info, other, other_line = getinfo(level, "Sl"), nil, nil
    if not info then
      break
    elseif is_mod_code(info) then
      other, other_line = sub(info.source, 2), info.currentline
    elseif info.linedefined == CALL_LINE and info.source == OWN_SOURCE then
      other, other_line = called_function(running(), level)
    end
    if other and sub(other, 1, #own) ~= own then
      return other, other_line
    elseif other and (info.what == "main" or info.source == OWN_SOURCE) then
      break
    end
  end
  return file, line
end

-- Locations of errors -------------------------------------------------------------------------------------------------

-- Files of mods that were compiled: name -> true.
local files = {}

-- Lets errors name a file of a mod.
function M.add_file(name)
  files[name] = true
end

-- The locations of the last errors that were caught, or whose line need not be on the stack, in a ring: the start of
-- the message, the length of the location at its beginning, file and line. One table for each of these and not for each
-- error, because errors may be many.
local starts, lengths, noted_files, noted_lines, last_noted = {}, {}, {}, {}, 0
local MOST_NOTED, LONGEST_START = 64, 1000

-- M.last_seen: the last message that was noted or has no location. There is nothing to do when that message is caught
-- again. Nil after a long message, and after a message for which the mod is charged each time.
local function see(message)
  local is_charged = vm_errors.is_overflow(message) or message == vm_errors.OUT_OF_MEMORY
  M.last_seen = not is_charged and #message < LONGEST_START and message or nil
end

local function note(message, length, file, line)
  see(message)
  last_noted = last_noted % MOST_NOTED + 1
  starts[last_noted] = #message > LONGEST_START and sub(message, 1, LONGEST_START) or message
  lengths[last_noted], noted_files[last_noted], noted_lines[last_noted] = length, file, line
end

-- Returns the length of the location at the beginning of a message, its file and line, if the location is in a file of
-- the mod that has `file`; nil otherwise.
local function own_location(message, file)
  local own_file, line, stop = match(message, "^([^/\n]+/[^\n]-):(%d+): ()")
  if own_file and files[own_file] and match(own_file, "^[^/]+") == match(file, "^[^/]+") then
    return stop - 1, own_file, tointeger(line)
  end
end

-- Returns file and line at the beginning of a message that was caught, and the rest; nil, nil and the message if it has
-- no location. A mod may add to the message: `error(message .. " more", 0)`. `file`: where it is raised now, or nil.
function M.split_location(message, file)
  for i = 0, #starts - 1 do
    local k = (last_noted - 1 - i) % #starts + 1
    if sub(message, 1, #starts[k]) == starts[k] then
      return noted_files[k], noted_lines[k], sub(message, lengths[k] + 1)
    end
  end
  if file then
    local length, own_file, line = own_location(message, file)
    if length then
      return own_file, line, sub(message, length + 1)
    end
  end
  return nil, nil, message
end

-- Returns the length of a file and a line at the beginning of a message, as Lua or the host writes them; nil if they
-- are not there. Lua shortens long names of files.
function M.length_of_location(message, file, short_file, line)
  local location = file .. ":" .. line .. ": "
  if sub(message, 1, #location) == location then
    return #location
  elseif short_file ~= file then
    return M.length_of_location(message, short_file, short_file, line)
  end
end

-- Returns the length of the location at the beginning of a message, or nil if no frame is there; and the file
-- of the frame, or nil if it is not of a mod.
local function location_at(message, info)
  if is_mod_code(info) then
    local file = sub(info.source, 2)
    return M.length_of_location(message, file, info.short_src, info.currentline), file
  end
end

-- Notes the location at the beginning of a message that is caught, because the code that raises the message again is at
-- another line. The frames of the error are still on the stack of `thread`, or of the running coroutine. A location in
-- another mod counts only if that mod is on the stack: no mod can blame another one by a text.
function M.note_location(message, thread)
  if message == M.last_seen or type(message) ~= "string" then
    return
  end
  if #message > LONGEST_START then
    message = sub(message, 1, LONGEST_START)
  end
  if starts[last_noted] == message then
    return
  end
  local colon, last, named_line = find(message, ":(%d+): ")
  if not named_line then
    see(message)
    return
  end
  local start = thread and 0 or 3
  thread = thread or running()
  -- Most errors are raised in the line that they name, and lines alone are found fast.
  named_line = tointeger(named_line)
  for level = start, MAX_LEVELS do
    local info = getinfo(thread, level, "l")
    if not info then
      break
    elseif info.currentline == named_line then
      info = getinfo(thread, level, "S")
      local length, file
      -- A file without colons is compared without making its location.
      if info.source == "@" .. sub(message, 1, colon - 1) then
        length, file = last, sub(message, 1, colon - 1)
      else
        info.currentline = named_line
        length, file = location_at(message, info)
      end
      if length then
        return note(message, length, file, named_line)
      end
    end
  end
  local innermost
  for level = start, MAX_LEVELS do
    local info = getinfo(thread, level, "Sl")
    if not info then
      break
    end
    local length, file = location_at(message, info)
    if length then
      return note(message, length, file, info.currentline)
    end
    innermost = innermost or file
  end
  local length, file, line
  if innermost then
    length, file, line = own_location(message, innermost)
  end
  if length then
    note(message, length, file, line)
  end
end

-- Raising -------------------------------------------------------------------------------------------------------------

-- Value that was raised -> number of the Python error that raised it.
local numbers, count = {}, 0
local MAX_NUMBERS = 64

local function note_number(message, number)
  if count == MAX_NUMBERS then
    numbers, count = {}, 0
  end
  numbers[message], count = number, count + 1
end

-- Raises `message` at the innermost frame of a mod. `number`: of the Python error, if Python raised it.
function M.raise(message, number)
  local file, line = where_now()
  if file then
    local location = file .. ":" .. line .. ": "
    message = location .. message
    note(message, #location, file, line)
  end
  if number then
    -- Mods may catch the message and raise it again, so the value itself leads back to the error.
    note_number(message, number)
  end
  error(message, 0)
end

-- Raises a message with values in it, as string.format writes them.
function M.fail(pattern, ...)
  M.raise(string.format(pattern, ...))
end

-- The number of the Python error that raised a value, or nil.
function M.number_of(value)
  return numbers[value]
end

-- Raises `message` at a line that need not be on the stack, such as one that does not parse. `number`: of the
-- Python error that knows more, if there is one.
function M.raise_at(file, line, message, number)
  local location = file .. ":" .. line .. ": "
  message = location .. message
  note(message, #location, file, line)
  if number then
    note_number(message, number)
  end
  error(message, 0)
end

-- Lua puts the line where it met an error before the message. If that line is in the host's Lua, as for a wrong
-- argument of a function that is written there, the line of the mod that called takes its place. Returns the message,
-- and the line in the host's Lua or nil.
function M.localise(message, thread)
  if type(message) == "string" and sub(message, 1, 7) == "[host]/" then
    local host_line, rest = match(message, "^(%[host%]/[%w_/]+%.lua:%d+): (.*)$")
    if host_line then
      local file, line
      if thread then
        file, line = where(thread, 0)
      else
        file, line = where_now()
      end
      rest = gsub(rest, " %(%a+ '[%w_]+'%)$", "")
      return file and file .. ":" .. line .. ": " .. rest or rest, host_line
    end
  end
  return message
end

-- Frames --------------------------------------------------------------------------------------------------------------

-- The frames of mods on a stack from a level on, innermost first: { {file, line, name, short file} … }, where the last
-- is what Lua calls the file in messages. The name is the one in the code that called: functions that the host called
-- have none.
local function frames_from(thread, level)
  local frames, last, is_main = {}, nil, false
  for i = level, MAX_LEVELS do
    local info = getinfo(thread, i, "Sln")
    if last and not (info and is_mod_code(info)) then
      last[3] = is_main and "main chunk" or ""
    end
    last = nil
    if not info or #frames == MAX_FRAMES then
      break
    end
    if is_mod_code(info) then
      is_main = info.what == "main"
      last = {
        sub(info.source, 2),
        info.currentline,
        (gsub(info.name or (is_main and "main chunk") or "", "%z", "?")),
        info.short_src,
      }
      frames[#frames + 1] = last
    elseif info.linedefined == CALL_LINE and info.source == OWN_SOURCE and not frames[1] then
      local file, line = called_function(thread, i)
      frames[1] = file and { file, line, "", file }
    end
  end
  return frames
end

-- The frames of mods on the running stack, from a level on that counts as in getinfo.
function M.frames(level)
  return frames_from(running(), level + 1)
end

-- The frames of a coroutine.
function M.frames_of(thread)
  return frames_from(thread, 0)
end

-- Appends frames to others, as many as fit.
function M.append_frames(frames, more)
  for i = 1, #more do
    if #frames < MAX_FRAMES then
      frames[#frames + 1] = more[i]
    end
  end
  return frames
end

-- Appends the frames of a coroutine to `frames`, unless they end with the same frame.
function M.join_frames(frames, thread)
  local below = frames_from(thread, 0)
  if below[1] and frames[1] and frames[#frames][1] == below[#below][1] and frames[#frames][2] == below[#below][2] then
    return frames
  end
  return M.append_frames(frames, below)
end

-- Frames in one string, for Python: file, line and name of each, joined by NUL.
function M.pack_frames(frames, from)
  local parts = {}
  for i = from or 1, #frames do
    parts[#parts + 1] = concat(frames[i], "\0", 1, 3)
  end
  return concat(parts, "\0")
end

return M
