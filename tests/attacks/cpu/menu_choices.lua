-- Tries: choices without end, which the host's ipairs walks.
-- Ends: 1 or 3
-- Runs: generators
kts.MENU = {
  items = { { id = "a", choices = setmetatable({}, { __index = function(_, i) return { id = i } end }) } },
  start_game_func = function() end,
}
