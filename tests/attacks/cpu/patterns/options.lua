-- Tries: make a match try each way to leave letters out.
-- Ends: 3 instructions
string.find(("a"):rep(40), ("a?"):rep(40) .. ("a"):rep(41)) -- here
