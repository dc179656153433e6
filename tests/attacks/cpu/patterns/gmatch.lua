-- Tries: an iterator whose first step never ends.
-- Ends: 3 instructions
for _ in (("a"):rep(20000)):gmatch("a*a*a*b") do end -- here
