-- Tries: to look behind the tables of the host.
-- Ends: 0 "nothing"
for _, t in ipairs { kts, mod, require "base" } do
  if getmetatable(t) then print("a metatable") end
  if pcall(setmetatable, t, {}) then print("another metatable") end
  if rawget(t, "__index") then print("__index") end
end
print("nothing")
