-- Breadth-first search over the squares of a map.

-- Searches from the square `from` of a map with `width` and `height`. passes(square) is true for squares to continue
-- from, false for squares that end a path, and nil for squares that block. The search ends when the optional
-- ends(square, steps) returns true. Returns the reached squares, nearest first, and square -> the square before it.
return function(map, from, passes, ends)
  local width, height = map.width, map.height
  local before, steps, queue, last = { [from] = from }, { [from] = 0 }, { from }, 1
  local i = 1
  while i <= last do
    local square = queue[i]
    i = i + 1
    local step = steps[square]
    if ends and ends(square, step) then
      break
    end
    if square == from or passes(square) then
      local x, y = square % width, square // width
      local right, below = x + 1 < width and square + 1, y + 1 < height and square + width
      local left, above = x > 0 and square - 1, y > 0 and square - width
      for side = 1, 4 do
        local other = side == 1 and right or side == 2 and below or side == 3 and left or side == 4 and above
        if other and before[other] == nil and passes(other) ~= nil then
          before[other], steps[other], last = square, step + 1, last + 1
          queue[last] = other
        end
      end
    end
  end
  return queue, before
end
