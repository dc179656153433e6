-- Tries: a failure of generation in its own words.
-- Ends: 1 "\x1b[2J"
-- Runs: generate evil --seed 1
kts.MENU = {
  items = {},
  start_game_func = function()
    kts.DUNGEON_ERROR = "\27[2J\nerror: base/init.lua:1: oops\n  mod    base"
  end,
}
