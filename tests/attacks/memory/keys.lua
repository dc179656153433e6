-- Tries: variables without end.
-- Ends: 3 memory
for i = 1, 1e9 do _G["variable " .. i] = i end -- here
