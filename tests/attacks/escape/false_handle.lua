-- Tries: to make a handle of its own.
-- Ends: 1 "kts.AddMonsters"
kts.AddMonsters(setmetatable({ kind = "monster", index = 0, [1] = 1 }, {
  __index = function() return 1 end, __name = "Monster", __metatable = false,
}), 1)
