-- Tries: to take the place of another mod with its id in the manifest.
-- Ends: 1 "victim"
print("in its place")
