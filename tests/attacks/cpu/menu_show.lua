-- Tries: a menu item that is shown for ever.
-- Ends: 3 instructions
-- Runs: generators
kts.MENU = {
  items = {
    {
      id = "a",
      choices = { { id = 1 } },
      show = function()
        while true do end -- here
      end,
    },
  },
  start_game_func = function() end,
}
