-- Tries: to take the place of another mod's menu.
-- Ends: 0 "the victim starts"
-- Runs: generate victim --seed 1
local ok, menu = pcall(function() return kts.MENU end)
if ok and type(menu) == "table" then
  pcall(function() menu.start_game_func = function() print("the evil starts") end end)
  pcall(rawset, menu, "start_game_func", function() print("the evil starts") end)
end
kts.MENU = { items = {}, start_game_func = function() print("the evil starts") end }
