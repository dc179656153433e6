-- Tries: a pattern whose price grows with the sixth power of the text.
-- Ends: 3 instructions
string.find(("a"):rep(5000), (".-"):rep(5) .. "b") -- here
