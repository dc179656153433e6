-- Tries: an error larger than anybody reads.
-- Ends: 1 "xxxxx"
error(("x"):rep(8000000))
