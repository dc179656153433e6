-- Tries: an entry that is any file of the system.
-- Ends: 1 "entry"
print("it ran")
