-- Tries: constraints of a menu that never settle, and then one that never ends.
-- Ends: 3 instructions
-- Runs: generators
kts.MENU = {
  items = {
    {
      id = "a",
      choices = { { id = 1 }, { id = 2 } },
      constrain = function(S)
        if S.a == 1 then S.IsNot("a", 1) else S.IsNot("a", 2) end
      end,
    },
    {
      id = "b",
      choices = { { id = 1 } },
      constrain = function()
        while true do end -- here
      end,
    },
  },
  start_game_func = function() end,
}
