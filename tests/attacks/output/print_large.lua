-- Tries: one line larger than all that may be printed.
-- Ends: 3 output
print(("x"):rep(5000000)) -- here
