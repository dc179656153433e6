solid = { walking = "blocked", flying = "blocked", missiles = "blocked" }

-- No glyph: the host joins neighbouring walls into lines.
local function wall(fields)
  return table_merge({ access = solid, map_as = "wall" }, fields)
end

wall_stone = kts.Tile(wall { name = "stone wall", colour = "#9a9aa0" })
wall_brick = kts.Tile(wall { name = "brick wall", colour = "#a8645a" })
wall_rock = kts.Tile(wall { name = "rock", colour = "#7c6c5c" })
wall_marble = kts.Tile(wall { name = "marble wall", colour = "#d0d0dc" })
wall_bone = kts.Tile(wall { name = "wall of bones", colour = "#d8d0b0" })
wall_moss = kts.Tile(wall { name = "mossy wall", colour = "#6c8a64" })
wall_iron = kts.Tile(wall { name = "iron wall", colour = "#70788c" })
wall_hedge = kts.Tile(wall { name = "hedge", colour = "#3f7a3a" })

-- Enough blows bring it down.
wall_cracked = kts.Tile(wall { name = "cracked wall", colour = "#8a8078", hit_points = between(80, 140) })
