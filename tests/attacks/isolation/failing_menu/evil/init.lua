-- Tries: to take away the menu of another mod by setting one and failing.
-- Ends: 1 "oops"
-- Runs: mods
kts.MENU = { items = {}, start_game_func = function() end }
local before = kts.MENU
pcall(require, "failing")
if kts.MENU ~= before then print("found: the menu is gone") end
