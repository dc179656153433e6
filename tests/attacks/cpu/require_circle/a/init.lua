-- Tries: two mods that wait for each other while they load.
-- Ends: 1 "still being loaded"
x = 1
b = require "b"
