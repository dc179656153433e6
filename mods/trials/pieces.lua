-- What lies and stands in the levels. Ids come from the names of these variables.

local solid = { walking = "blocked", flying = "blocked", missiles = "blocked" }
local shut = { walking = "approach", flying = "blocked", missiles = "blocked" }

wall = kts.Tile { name = "wall", depth = 5, access = solid }
floor = kts.Tile { name = "floor", depth = 5, items = "floor" }
way_in = kts.Tile { name = "way in", glyph = "<", colour = "bright_green" }
way_out = kts.Tile { name = "way out", glyph = ">", colour = "bright_yellow" }
door = kts.Tile { type = "door", name = "door", glyph = "+", colour = "#c08840", access = shut }

key = kts.ItemType { type = "backpack", name = "key", key = 1, glyph = "k", colour = "bright_yellow" }
potion = kts.ItemType { type = "backpack", name = "potion", glyph = "p", colour = "bright_red" }
treasure = kts.ItemType { type = "backpack", name = "treasure", glyph = "$", colour = "yellow" }

guard = kts.MonsterType { type = "walking", name = "guard", glyph = "e", colour = "#d0d0e8", health = 1 }
goblin = kts.MonsterType { type = "walking", name = "goblin", glyph = "g", colour = "bright_green", health = 1 }
ogre = kts.MonsterType { type = "walking", name = "ogre", glyph = "O", colour = "#d09050", health = 2 }

-- Makes the map of a plan.
function paint(plan)
  return plan:map { edge = wall, wall = wall, hallway = floor, room = floor }
end
