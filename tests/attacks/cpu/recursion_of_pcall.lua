-- Tries: to call itself under pcall, and again when that fails: a tree without end.
-- Ends: 3 instructions
-- With: --timeout 5
local function f()
  pcall(f)
  pcall(f)
end
f()
