-- toolbox.attempt: repeats a function until it succeeds.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local call, raise = errors.call, errors.raise

-- The message when no attempt succeeds. Of several reasons with the same count it names the first.
local function failure(times, counts, reasons)
  local message = times == 1 and "the attempt failed" or "all " .. times .. " attempts failed"
  local most
  for i = 1, #reasons do
    if not most or counts[reasons[i]] > counts[most] then
      most = reasons[i]
    end
  end
  if most and counts[most] < times then
    message = message .. ", most often (" .. counts[most] .. " of them)"
  end
  return "toolbox.attempt: " .. message .. (most and ": " .. most or "")
end

-- Calls `try(number)` for the attempts 1, 2, … until its first result is neither nil nor false; returns its results.
-- The second result of a failed attempt is its reason, or nil.
return function(times, try)
  -- Reason -> number of attempts; and the reasons in the order of their first attempts.
  local counts, reasons = {}, {}
  for number = 1, times do
    local results = table.pack(call(try, number))
    if results[1] then
      return table.unpack(results, 1, results.n)
    end
    local reason = results[2]
    if reason ~= nil then
      reason = type(reason) == "string" and reason or text.shown(reason)
      if not counts[reason] then
        counts[reason], reasons[#reasons + 1] = 0, reason
      end
      counts[reason] = counts[reason] + 1
    end
  end
  raise(failure(times, counts, reasons))
end
