-- Tries: to see when garbage is collected, which depends on the size of what was read before. It is warned of.
-- Ends: 0 "a table is made weak"
local weak, at = setmetatable({}, { __mode = "v" }), {}
for i = 1, 10000 do
  weak[i] = {}
  if i % 1000 == 0 then
    local n = 0
    for k = 1, i do n = weak[k] and n + 1 or n end
    at[#at + 1] = n
  end
end
print(table.concat(at, " "))
