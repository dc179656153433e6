-- Tries: to begin a new budget with each call into the host that loads something.
-- Ends: 3 instructions
while true do pcall(require, "nothing_of_the_kind") end
