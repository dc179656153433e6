-- Tries: a value larger than anybody reads, to be quoted by the host.
-- Ends: 1 "kts.RandomRange"
kts.RandomRange(("x"):rep(10000000), 2)
