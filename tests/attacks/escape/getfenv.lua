-- Tries: to get at the variables of the host by way of its functions and of the stack.
-- Ends: 0 "nothing"
for level = 0, 50 do
  local ok, env = pcall(getfenv, level)
  if ok and env ~= _G then print("found: level " .. level) end
end
for _, fn in ipairs { print, require, pcall, kts.LayoutDungeon, mod.RegisterMod, string.rep } do
  if getfenv(fn) ~= _G or getfenv(fn).py or getfenv(fn).import then print("found") end
end
print("nothing")
