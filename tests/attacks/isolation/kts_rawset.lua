-- Tries: the same, past the metatable.
-- Ends: 0 "function"
pcall(rawset, kts, "LayoutDungeon", 5)
pcall(setmetatable, kts, {})
print(coroutine.wrap(function() return type(kts.AddItem) end)())
