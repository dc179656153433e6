-- Tries: an entry outside of the folder of the mod.
-- Ends: 1 "entry"
print("it ran")
