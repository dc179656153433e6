-- Tries: to end the process and call it done.
-- Ends: 1 "global 'os'"
os.exit(0)
