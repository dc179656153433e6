-- A layout that is drawn wrong would only show in some dungeons.

local opposite = { n = "s", s = "n", e = "w", w = "e" }
local steps = { n = { 0, -1 }, s = { 0, 1 }, e = { 1, 0 }, w = { -1, 0 } }

local function each_layout(check)
  for choice, list in pairs(layouts) do
    for _, drawn in ipairs(list) do
      check(drawn, choice)
    end
  end
end

describe("each layout", function()
  it("has open borders on both sides", function()
    each_layout(function(drawn, choice)
      for i, cell in ipairs(drawn.data) do
        local x, y = (i - 1) % drawn.width, (i - 1) // drawn.width
        for side in cell.exits:gmatch(".") do
          local to_x, to_y = x + steps[side][1], y + steps[side][2]
          assert.is_true(to_x >= 0 and to_x < drawn.width and to_y >= 0 and to_y < drawn.height, choice)
          local other = drawn.data[to_y * drawn.width + to_x + 1]
          assert.is_true(other.exits:find(opposite[side], 1, true) ~= nil, choice)
        end
      end
    end)
  end)

  it("has a larger one to go to, or is the largest", function()
    for choice, list in pairs(layouts) do
      assert.is_true(list.next == nil or layouts[list.next] ~= nil, choice)
    end
  end)

  it("has at most four edges", function()
    each_layout(function(drawn, choice)
      local edges = 0
      for _, cell in ipairs(drawn.data) do
        edges = edges + (cell.type == "edge" and 1 or 0)
      end
      assert.is_true(edges <= 4, choice)
    end)
  end)
end)
