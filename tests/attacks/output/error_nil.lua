-- Tries: an error that is nothing.
-- Ends: 1 "error"
error(nil)
