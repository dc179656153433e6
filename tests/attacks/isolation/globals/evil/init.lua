-- Tries: to read and change the variables of another mod that it does not depend on.
-- Ends: 0 "nothing"
if secret or _G.secret or plain then print("found: read a variable") end
local victim = require "victim"
if victim.secret or rawget(victim, "secret") then print("found: read a local") end
for name, change in pairs {
  variable = function() victim.plain = "changed" end,
  new = function() victim.new = "new" end,
  deep = function() victim.list.deep[1] = "changed" end,
  raw = function() rawset(victim.list, "x", 1) end,
  raw_variable = function() rawset(victim, "plain", 1) end,
  insert = function() table.insert(victim.list, "x") end,
  remove = function() table.remove(victim.list.deep) end,
  sort = function() table.sort(victim.list.deep) end,
  move = function() table.move({ "x" }, 1, 1, 1, victim.list) end,
  metatable = function() setmetatable(victim.list, { __index = { x = 1 } }) end,
  from_next = function() local _, deep = next(victim.list) deep[1] = "changed" end,
  from_pairs = function() for _, deep in pairs(victim.list) do deep[1] = "changed" end end,
  from_rawget = function() rawget(victim.list, "deep")[1] = "changed" end,
} do
  pcall(change)
  local wrong = victim.look()
  if wrong then print(name .. ": " .. wrong) end
end
print("nothing")
