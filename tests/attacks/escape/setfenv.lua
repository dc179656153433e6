-- Tries: to give functions of the host other variables.
-- Ends: 0 "nothing"
local trap = setmetatable({}, { __index = function(_, name) print("asked for " .. tostring(name)) end })
for _, fn in ipairs { print, require, pcall, kts.LayoutDungeon, mod.RegisterMod, string.rep, string.format, pairs } do
  if pcall(setfenv, fn, trap) then print("set") end
end
for level = 2, 50 do
  if pcall(setfenv, level, trap) then print("set level " .. level) end
end
print("nothing")
