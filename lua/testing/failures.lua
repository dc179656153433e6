-- What went wrong in a test. A failure is an expectation that does not hold; an error is anything else that ended it.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"
local describe = import("core/sandbox/failures").describe

local error, type = error, type

local M = {}

local MOST = 100

-- { kind, message, frames (packed), actual, expected, shape }.
local list = {}
M.list = list
-- Failures under way, by the text with which they travel.
local raised = {}
local SKIPPED = {}

function M.reset()
  for i = #list, 1, -1 do
    list[i] = nil
  end
  raised = {}
end

local function failure(kind, message, details, frames, from)
  local one = { kind = kind, message = message, frames = errors.pack_frames(frames, from) }
  for key, value in next, details or {} do
    one[key] = value
  end
  return one
end

local function keep(one)
  if #list < MOST then
    list[#list + 1] = one
  end
end
M.keep = keep

-- Notes that an expectation does not hold; the test goes on.
function M.note(message, details)
  keep(failure("failure", message, details, errors.frames(2)))
end

-- Ends the test because an expectation does not hold. `details`: actual and expected (text), shape ("map" for drawings).
function M.fail(message, details)
  local file, line = errors.where()
  local travelling = file and file .. ":" .. line .. ": " .. message or message
  raised[travelling] = failure("failure", message, details, errors.frames(2))
  error(travelling, 0)
end

-- Raises again what `attempt` caught.
function M.raise(one)
  local file, line = errors.where()
  local travelling = (file and file .. ":" .. line .. ": " or "") .. one.message
  raised[travelling] = one
  error(travelling, 0)
end

-- Ends the test without a failure.
function M.skip(reason)
  SKIPPED.reason = reason
  raised["[skipped]"] = SKIPPED
  error("[skipped]", 0)
end

-- Calls `fn`: nothing when it ends well, what went wrong, or `false` and a reason when it asked to be skipped.
function M.attempt(fn, ...)
  local frames
  local ok, message = protect.xpcall(fn, function(message)
    frames = errors.frames(2)
    return message
  end, ...)
  if ok then
    return nil
  end
  local known = type(message) == "string" and raised[message]
  if known == SKIPPED then
    return false, SKIPPED.reason
  elseif known then
    return known
  end
  local told, places, from = describe(message, frames or {})
  return failure("error", told, nil, places, from)
end

return M
