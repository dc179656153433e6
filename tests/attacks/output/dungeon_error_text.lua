-- Tries: a failure of generation whose text never comes.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1
kts.MENU = {
  items = {},
  start_game_func = function()
    kts.DUNGEON_ERROR = setmetatable({}, {
      __tostring = function()
        while true do end -- here
      end,
    })
  end,
}
