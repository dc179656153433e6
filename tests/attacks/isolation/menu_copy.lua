-- Tries: to get hold of the copy that the host compares its menu with, or to pass a changed menu for the same.
-- Ends: 0 "the menu was read again: true"
-- Runs: generate evil --seed 1
local choice = { id = "b" }
local choices = { { id = "a" }, choice }
local item = { id = "x", choices = choices }
local mine = { [choice] = true, [choices] = true, [item] = true }

local function spy(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    if type(value) == "table" and not mine[value] then
      print("found: a table of the host")
    end
  end
  return true
end

local reads = 0
kts.MENU = {
  items = { item },
  initialize_func = function()
    reads = reads + 1
    -- From the second reading on, other tables claim to be those that were copied.
    local equal = setmetatable({ id = "c" }, { __eq = spy, __len = spy, __pairs = spy, __lt = spy, __le = spy })
    mine[equal] = true
    choices[2] = equal
    setmetatable(choices[1], { __eq = spy, __newindex = spy })
  end,
  start_game_func = function(S)
    S.x = "c"
    print("the menu was read again: " .. tostring(reads == 2))
    local base = require "base"
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
    }
  end,
  describe_quest_func = function(S)
    print("the choice is " .. tostring(S.x))
    return {}
  end,
}
