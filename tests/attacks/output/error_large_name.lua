-- Tries: a name larger than anybody reads, to be quoted by the host.
-- Ends: 1 or 3
-- Known: the whole name is shown, megabytes
require(("x"):rep(5000000))
