-- Tries: to learn of the host's functions and files from debug.traceback.
-- Ends: 0 "nothing"
local text = debug.traceback("x", 0) .. coroutine.wrap(function() return debug.traceback() end)()
local _, message = xpcall(error, debug.traceback, "y")
text = text .. tostring(message)
print(text:find("host") and text or text:find("[C]", 1, true) and text or "nothing")
