-- Tries: to run text in an environment that hides its code from the host.
-- Ends: 3 instructions
load("while true do end", "=[host]/core/sandbox/budget.lua", "t", {})()
