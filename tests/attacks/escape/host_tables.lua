-- Tries: to look behind the tables of the host.
-- Ends: 0 "nothing"
for _, t in ipairs { kts, mod, require "base" } do
  if getmetatable(t) then print("found: a metatable") end
  if pcall(setmetatable, t, {}) then print("found: another metatable") end
  if rawget(t, "__index") then print("found: __index") end
end
print("nothing")
