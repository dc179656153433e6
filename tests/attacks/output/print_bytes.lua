-- Tries: bytes that are no text.
-- Ends: 0 "nothing"
local s = {}
for i = 0, 255 do s[#s + 1] = string.char(i) end
print(table.concat(s), "\u{10ffff}\u{7fffffff}\xed\xa0\x80")
print("nothing")
