-- Tries: to insert at the front of a long list: one instruction moves all of it.
-- Ends: 3 instructions
-- With: --timeout 5 --instructions 2000000
local t = table.create(400000)
for i = 1, 400000 do t[i] = i end
while true do
  table.insert(t, 1, 0) -- here
  t[#t] = nil
end
