-- Tries: a name larger than anybody reads, to be quoted by the host.
-- Ends: 1 or 3
require(("x"):rep(5000000))
