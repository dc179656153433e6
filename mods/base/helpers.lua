local random_range = kts.RandomRange

function table_merge(first, second)
  local merged = {}
  for key, value in pairs(first) do
    merged[key] = value
  end
  for key, value in pairs(second) do
    merged[key] = value
  end
  return merged
end

-- Other mods build their tables with it.
kts.table_merge = table_merge

-- For fields that may be a number or a function that gives one.
function between(low, high)
  return function()
    return random_range(low, high)
  end
end

function one_of(list)
  return list[random_range(1, #list)]
end

-- A function that gives one entry's thing, and how many; entries are { thing, weight [, least, most] }.
-- Weights are spread out into lists here, so that a draw costs one number and one look while a dungeon is made.
function weighted(entries)
  ---@type any[], integer[], integer[], integer
  local things, least, most, n = {}, {}, {}, 0
  for _, entry in ipairs(entries) do
    for _ = 1, entry[2] do
      n = n + 1
      things[n], least[n], most[n] = entry[1], entry[3] or 1, entry[4] or 1
    end
  end
  return function()
    local i = random_range(1, n)
    local low, high = least[i], most[i]
    if low < high then
      return things[i], random_range(low, high)
    end
    return things[i], low
  end
end
