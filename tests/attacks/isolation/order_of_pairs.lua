-- Tries: to learn an order that depends on addresses or on how a table was filled.
-- Ends: 0 same
local t, texts = {}, {}
for i = 1, 200 do
  t["key " .. i * 7919 % 1000] = i
  t[i * 0.37] = i
  t[-i] = i
end
for key in pairs(t) do texts[#texts + 1] = tostring(key) end
for key in next, t do texts[#texts + 1] = tostring(key) end
print(table.concat(texts, " "))
