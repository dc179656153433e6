-- Tries: to read a clock.
-- Ends: 0 "nothing"
for name in pairs(_G) do
  if tostring(name):lower():find("time") or tostring(name):lower():find("clock") then print("found " .. name) end
end
if pcall(function() return os.time() end) or pcall(function() return os.clock() end) then print("found a clock") end
print("nothing")
