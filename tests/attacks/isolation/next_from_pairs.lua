-- Tries: the raw next, which pairs gives away.
-- Ends: 0 same
local base = require "base"
local t = { [base.wall_stone] = 1, [base.lockpicks] = 2, x = 3, [1] = 4, [true] = 5 }
local step, state, control = pairs(t)
local texts = {}
repeat
  control = step(state, control)
  texts[#texts + 1] = tostring(control)
until control == nil
local raw = pairs {}
for key in raw, t do texts[#texts + 1] = tostring(key) end
print(table.concat(texts, " "))
