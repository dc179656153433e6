-- Tries: a menu with more choices than anybody chooses from.
-- Ends: 0 or 1 or 3
-- Runs: generators
local items = {}
for i = 1, 200 do items[i] = { id = "a" .. i, choice_min = 1, choice_max = 10000 } end
kts.MENU = { items = items, start_game_func = function() end }
