-- Tries: events without end, which Python keeps.
-- Ends: 3
for i = 1, 1e9 do kts.PrintLoc(("x"):rep(1000000) .. i) end
