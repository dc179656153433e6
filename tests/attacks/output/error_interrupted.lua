-- Tries: an error that says what the host says to itself.
-- Ends: 1 "interrupted"
error("interrupted", 0)
