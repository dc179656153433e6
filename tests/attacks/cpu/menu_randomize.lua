-- Tries: a menu item that never chooses.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1 --set a=random
kts.MENU = {
  items = {
    {
      id = "a",
      choices = { { id = 1 } },
      randomize = function()
        while true do end -- here
      end,
    },
  },
  start_game_func = function() end,
}
