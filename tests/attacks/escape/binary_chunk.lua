-- Tries: to load a binary chunk, which could crash the interpreter.
-- Ends: 0 "nothing"
local head = "\27Lua\x55\0\x19\x93\r\n\x1a\n\4\8\8"
for _, mode in ipairs { "b", "bt", "t", "tb", "" } do
  if load(head .. ("\0"):rep(100), "x", mode) then print("found: loaded as " .. mode) end
end
if load(function() local s = head head = nil return s end) then print("found: loaded in pieces") end
if loadstring and loadstring("\27Lua") then print("found: loaded by loadstring") end
print("nothing")
