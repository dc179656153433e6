-- No way for the connectivity check, and no items, so that no door is put before it.
pit = kts.Tile {
  name = "pit", glyph = "0", colour = "#505058", depth = 5, items = 0, map_as = "floor",
  connectivity_check = -1, on_walk_over = fall_into_pit,
}

local liquid = { walking = "blocked", flying = "clear", missiles = "clear" }

water = kts.Tile {
  name = "deep water", glyph = "~", colour = "bright_blue", access = liquid, depth = 5, items = "destroy",
}
lava = kts.Tile {
  name = "lava", glyph = "~", colour = "bright_red", access = liquid, depth = 5, items = "destroy",
}

-- The switches of the segment files lie on top of these and do the work. "approach" makes a lever of the square.
lever = kts.Tile {
  name = "lever", glyph = "!", colour = "bright_yellow", items = 0,
  access = { walking = "approach", flying = "clear", missiles = "clear" },
}
pressure_plate = kts.Tile { name = "pressure plate", glyph = "!", colour = "#b0a060", depth = 2 }
