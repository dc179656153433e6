-- Tries: to see when garbage is collected, which depends on the size of what was read before.
-- Ends: 0 same
local weak, at = setmetatable({}, { __mode = "k" }), {}
for i = 1, 20000 do
  local key = {}
  weak[key] = i
  if i % 1000 == 0 then
    local n = 0
    for _ in next, weak do n = n + 1 end
    at[#at + 1] = n
  end
end
print(table.concat(at, " "))
