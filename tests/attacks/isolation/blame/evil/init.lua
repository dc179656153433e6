-- Tries: to have another mod blamed, whose function calls a function of its own.
-- Ends: 1 "oops"
require("victim").call(function() error("oops") end)
