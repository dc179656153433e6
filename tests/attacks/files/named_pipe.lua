-- Tries: to wait for ever for a file that never says anything.
-- Ends: 1 "dofile"
dofile("/dev/tty")
