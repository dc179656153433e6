-- Tries: to let C put ten billion empty captures into a text.
-- Ends: 3 instructions
print(#string.rep("x", 100000):gsub("", string.rep("%0", 100000))) -- here
