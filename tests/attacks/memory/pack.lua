-- Tries: a text of a fixed size larger than memory.
-- Ends: 3 instructions or memory
string.pack("c1000000000", "") -- here
