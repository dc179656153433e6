-- Tries: to begin a new budget with each call into the host that loads something.
-- Ends: 3 instructions or seconds
-- With: --timeout 1
while true do pcall(require, "nothing_of_the_kind") end
