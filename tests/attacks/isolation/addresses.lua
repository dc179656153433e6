-- Tries: to learn an address, which no two runs share.
-- Ends: 0 same
local t, f, c = {}, function() end, coroutine.create(print)
for _, value in ipairs { t, f, c, print, kts, require "base", require("base").wall_stone, string } do
  print(value, tostring(value), string.format("%s", value))
end
print(pcall(string.format, "%p", t), pcall(string.format, "%q", t))
print(pcall(error, t), select(2, pcall(error, f)), tostring(setmetatable({}, { __name = "x" })))
print(select(2, pcall(function() return t < t end)), select(2, pcall(function() return f .. f end)))
print(select(2, pcall(ipairs)), select(2, pcall(setmetatable, c)), debug.traceback(t), debug.traceback(print))
print(string.format("%10s|%-30s|", t, f), #tostring(c))
