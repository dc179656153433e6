-- Tries: menu items and choices whose ids move the cursor.
-- Ends: 0 "\x1b[2J"
-- Runs: generators
kts.MENU = {
  items = { { id = "a\27[2J", choices = { { id = "b\27[2J\r\8" }, { id = "c\nerror: oops" } } } },
  start_game_func = function() end,
}
