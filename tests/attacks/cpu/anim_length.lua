-- Tries: a list without end for kts.Anim.
-- Ends: 1 or 3
-- Runs: mods
x = kts.Anim(setmetatable({}, { __len = function() return 2 ^ 53 | 0 end, __index = function() return 1 end }))
