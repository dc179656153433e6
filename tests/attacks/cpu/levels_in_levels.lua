-- Tries: to make levels while levels are made, without end.
-- Ends: 1 or 3
-- With: --timeout 5
function GameRunner:placeWayDown()
  self:createLevel(2)
end
GameRunner():createLevel(2)
