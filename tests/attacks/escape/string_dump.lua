-- Tries: to get the binary form of a function.
-- Ends: 1 "attempt to call a nil value"
print(#string.dump(function() end))
