-- Failures and errors of the running test. A failure is an expectation that does not hold; an error is anything else
-- that ends a test.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"
local describe = import("core/sandbox/failures").describe
local missing_name = import("core/sandbox/vm_errors").missing_name

local M = {}

local MAX_FAILURES = 100

-- { kind, message, frames (packed), actual, expected, shape, snapshot, number (of the Python error), missing (the name
-- without a value, see `vm_errors.missing_name`) }.
local list = {}
M.list = list
-- Error message -> the failure that it stands for, while the error unwinds the stack.
local raised = {}
local SKIPPED = {}

function M.reset()
  for i = #list, 1, -1 do
    list[i] = nil
  end
  raised = {}
end

local function new_failure(kind, message, details, frames, from)
  local failure = { kind = kind, message = message, frames = errors.pack_frames(frames, from) }
  for key, value in next, details or {} do
    failure[key] = value
  end
  return failure
end

-- Adds a failure to the list.
local function add(failure)
  if #list < MAX_FAILURES then
    list[#list + 1] = failure
  end
end
M.add = add

-- Records a failed expectation; the test continues.
function M.record(message, details)
  add(new_failure("failure", message, details, errors.frames(2)))
end

-- Ends the test with a failed expectation. `details` has actual and expected (text), shape ("map" for drawings), and
-- the name of the snapshot.
function M.fail(message, details)
  M.raise(new_failure("failure", message, details, errors.frames(2)))
end

-- Raises a failure, such as one that `attempt` caught.
function M.raise(failure)
  local file, line = errors.where()
  local message_at = (file and file .. ":" .. line .. ": " or "") .. failure.message
  raised[message_at] = failure
  error(message_at, 0)
end

-- Ends the test with a failure by what a check returned, see testing/assert; `negated`: the check must not pass.
function M.judge(negated, holds, message, negated_message, details)
  if negated and holds then
    M.fail(negated_message or "the check passes, and should not")
  elseif not negated and not holds then
    M.fail(message, details)
  end
end

-- Ends the test without a failure.
function M.skip(reason)
  SKIPPED.reason = reason
  raised["[skipped]"] = SKIPPED
  error("[skipped]", 0)
end

-- Calls `fn`. Returns nil when it succeeds, its failure, or false and a reason when it skips the test.
function M.attempt(fn, ...)
  local frames
  local ok, message = protect.xpcall(fn, function(message)
    frames = errors.frames(2)
    return message
  end, ...)
  if ok then
    return nil
  end
  local failure = type(message) == "string" and raised[message]
  if failure == SKIPPED then
    return false, SKIPPED.reason
  elseif failure then
    return failure
  end
  local number = errors.number_of(message)
  local description, locations, from = describe(message, frames or {})
  local details = { number = number, missing = type(message) == "string" and missing_name(message) or nil }
  return new_failure("error", description, details, locations, from)
end

return M
