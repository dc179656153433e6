-- Tries: a game that never starts.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1
kts.MENU = {
  items = {},
  start_game_func = function()
    while true do end -- here
  end,
}
