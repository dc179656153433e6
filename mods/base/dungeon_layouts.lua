-- Layouts are drawn: E edge, B block, S special, "." no cell; "-" and "|" are open borders, a blank is a closed one.
-- No layout has more than four edges, for no more than four players can start away from each other.
local cell_types = { E = "edge", B = "block", S = "special", ["."] = "none" }

local function layout(rows)
  local width, height = (#rows[1] + 1) // 2, (#rows + 1) // 2
  local function at(x, y)
    return rows[y] and rows[y]:sub(x, x) or ""
  end
  local data, cells = {}, 0
  for y = 1, #rows, 2 do
    for x = 1, #rows[1], 2 do
      local kind = cell_types[at(x, y)]
      local exits = (at(x, y - 1) == "|" and "n" or "") .. (at(x + 1, y) == "-" and "e" or "")
        .. (at(x, y + 1) == "|" and "s" or "") .. (at(x - 1, y) == "-" and "w" or "")
      data[#data + 1] = { type = kind, exits = exits }
      if kind == "edge" or kind == "block" then
        cells = cells + 1
      end
    end
  end
  -- `cells` is our own: what lives in a dungeon grows with it.
  return { width = width, height = height, data = data, cells = cells }
end

-- Choice of the menu -> its layouts, and the choice that is tried when none of them can be filled.
---@type table<string, table>
layouts = {
  tiny = {
    name = "tiny", next = "small",
    layout { "E" },
  },
  small = {
    name = "small", next = "basic",
    layout { "E-E" },
    layout {
      "E-B",
      "  |",
      ". E",
    },
  },
  basic = {
    name = "basic", next = "big",
    layout {
      "E-E",
      "| |",
      "E-E",
    },
    layout {
      "E-E",
      "|  ",
      "E-E",
    },
    layout {
      "E-E-E",
      "  |  ",
      ". E .",
    },
  },
  big = {
    name = "big", next = "huge",
    layout {
      "E-B-E",
      "| | |",
      "E-B-E",
    },
    layout {
      ". E .",
      "  |  ",
      "E-B-E",
      "  |  ",
      ". E .",
    },
    layout {
      "E . E",
      "|   |",
      "B-B-B",
      "|   |",
      "E . E",
    },
  },
  huge = {
    name = "huge",
    layout {
      "E-B-E",
      "| | |",
      "B-B-B",
      "| | |",
      "E-B-E",
    },
    layout {
      "E-B-E",
      "| | |",
      "B-B B",
      "|   |",
      "E-B-E",
    },
    layout {
      "E-B E",
      "|   |",
      "B-B-B",
      "|   |",
      "E B-E",
    },
  },
  snake = {
    name = "snake", next = "long_snake",
    layout {
      "E-B-B",
      "    |",
      "E-B-B",
    },
    layout {
      "E . E",
      "|   |",
      "B-B-B",
    },
    layout {
      "E-B .",
      "  |  ",
      ". B-E",
    },
  },
  long_snake = {
    name = "long snake", next = "huge",
    layout {
      "E-B-B",
      "    |",
      "B-B-B",
      "|    ",
      "B-B-E",
    },
    layout {
      "B-E .",
      "|    ",
      "B-B-B",
      "    |",
      ". E-B",
    },
    layout {
      "B-B-B",
      "|   |",
      "B . B",
      "|   |",
      "E . E",
    },
    layout {
      "E-B-B",
      "    |",
      "B-E B",
      "|   |",
      "B-B-B",
    },
    layout {
      "E B-B",
      "| | |",
      "B-B B",
      "    |",
      ". E-B",
    },
  },
  -- The special cell stays when a quest puts something into it, and is left out otherwise.
  ring = {
    name = "ring", next = "big",
    layout {
      "B-B-B",
      "|   |",
      "B S-B",
      "|   |",
      "B-B-B",
    },
    layout {
      "B-B-S",
      "| |  ",
      "B B .",
      "| |  ",
      "B-B .",
    },
    layout {
      "B-B-B",
      "|   |",
      "B-B-B",
      "  |  ",
      ". S .",
    },
  },
}

-- A choice draws one of its layouts for each attempt.
for _, choice in pairs(layouts) do
  choice.func = function()
    return one_of(choice)
  end
end
