-- Tries: to have another mod's function run with changed variables.
-- Ends: 0 "nothing"
local victim = require "victim"
if pcall(setfenv, victim.tell, { word = "changed" }) then print("found: setfenv") end
if getfenv(victim.tell).word then print("found: getfenv") end
if victim.tell() ~= "word" then print("found: changed") end
print("nothing")
