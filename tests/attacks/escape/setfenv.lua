-- Tries: to give functions of the host other variables.
-- Ends: 0 "nothing"
local own = { print = print, pcall = pcall, setfenv = setfenv, kts = kts, mod = mod }
local trap = setmetatable({}, { __index = function(_, name)
  return own[name] or own.print("found: somebody asks for " .. name)
end })
for _, fn in ipairs { print, require, pcall, kts.LayoutDungeon, mod.RegisterMod, string.rep, string.format, pairs } do
  if pcall(setfenv, fn, trap) then print("found: set") end
end
for level = 2, 50 do
  pcall(setfenv, level, trap)
end
print("nothing")
