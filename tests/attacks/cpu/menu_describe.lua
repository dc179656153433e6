-- Tries: a description without end.
-- Ends: 1 or 3
-- Runs: generate evil --seed 1
kts.MENU = {
  items = {},
  describe_quest_func = function()
    local t = {}
    t[1] = setmetatable({}, { __index = function() return "x" end, __len = function() return 1 << 60 end })
    t.x = t
    return t
  end,
  start_game_func = function() end,
}
