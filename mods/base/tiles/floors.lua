-- Floors lie below everything else, and loose things lie on them.
local function floor(fields)
  return table_merge({ depth = 5, items = "floor", map_as = "floor", glyph = "." }, fields)
end

floor_stone = kts.Tile(floor { name = "stone floor", colour = "#8c8c90" })
floor_flags = kts.Tile(floor { name = "flagstones", colour = "#a09a8c" })
floor_wood = kts.Tile(floor { name = "floorboards", colour = "#a87c48" })
floor_marble = kts.Tile(floor { name = "marble floor", colour = "#d8d8e0" })
floor_mosaic = kts.Tile(floor { name = "mosaic", glyph = ":", colour = "#7fa8b8" })
floor_dirt = kts.Tile(floor { name = "bare earth", colour = "#86684a" })
floor_grass = kts.Tile(floor { name = "grass", glyph = ",", colour = "#5f9a4a" })
floor_moss = kts.Tile(floor { name = "mossy floor", glyph = ",", colour = "#5c7c54" })

carpet_red = kts.Tile(floor { name = "red carpet", glyph = "-", colour = "#b04040" })
carpet_blue = kts.Tile(floor { name = "blue carpet", glyph = "-", colour = "#4860b8" })

-- What covers a floor without being in anybody's way.
local function cover(fields)
  return table_merge({ depth = 3 }, fields)
end

rubble = kts.Tile(cover { name = "rubble", glyph = ";", colour = "#9a9088" })
straw = kts.Tile(cover { name = "straw", glyph = "%", colour = "#cdb45a" })
puddle = kts.Tile(cover { name = "puddle", glyph = "~", colour = "#7db4d8" })
flowers = kts.Tile(cover { name = "flowers", glyph = "*", colour = "#e08ac0" })
mushrooms = kts.Tile(cover { name = "mushrooms", glyph = "*", colour = "#c8a890" })
bones = kts.Tile(cover { name = "old bones", glyph = "%", colour = "#e0dcc8" })
cobweb = kts.Tile(cover { name = "cobweb", glyph = "x", colour = "#b8b8c0" })
grave_mound = kts.Tile(cover { name = "grave mound", glyph = "~", colour = "#7a5c3c" })
bridge = kts.Tile(cover { name = "planks", glyph = "=", colour = "#b08850", items = "floor" })

-- A star on the floor: magic that wakes the dead works better near it.
pentagram = kts.Tile(cover { name = "pentagram", glyph = "*", colour = "bright_red" })

-- Levels: a stair goes down to the side it is named after and belongs before a stair top.
local function stairs(direction, glyph)
  return {
    name = "stairs down", glyph = glyph, colour = "#b0a890", depth = 4, items = 0, map_as = "floor",
    stairs_down = direction,
  }
end

stairs_n = kts.Tile(stairs("north", "/"))
stairs_e = kts.Tile(stairs("east", ">"))
stairs_s = kts.Tile(stairs("south", "\\"))
stairs_w = kts.Tile(stairs("west", "<"))
stair_top = kts.Tile {
  name = "top of stairs", glyph = "_", colour = "#b0a890", depth = 4, items = 0, map_as = "floor",
  stairs_down = "special",
}

kts.SetRotate(stairs_n, stairs_e, stairs_s, stairs_w)
kts.SetReflect(stairs_e, stairs_w)
