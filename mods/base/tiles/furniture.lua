-- Things one can see and shoot over, and lean on.
local low = { walking = "approach", flying = "clear", missiles = "clear" }
local tall = { walking = "blocked", flying = "blocked", missiles = "blocked" }

local function piece(fields)
  return table_merge({ access = low, items = 0 }, fields)
end

local long_table = {
  name = "long table", glyph = "t", colour = "#b08850", items = "table", hit_points = between(25, 40),
}
table_long_h = kts.Tile(piece(long_table))
table_long_v = kts.Tile(piece(long_table))
table_round = kts.Tile(piece(table_merge(long_table, { name = "round table" })))
small_table = kts.Tile(piece {
  name = "small table", glyph = "t", colour = "#c8a068", items = "small_table", hit_points = between(10, 20),
})
desk = kts.Tile(piece {
  name = "writing desk", glyph = "t", colour = "#987040", items = "small_table", hit_points = between(15, 30),
})
workbench = kts.Tile(piece {
  name = "workbench", glyph = "t", colour = "#8c7858", items = "table", hit_points = between(25, 40),
})

local bench = { name = "bench", glyph = "h", colour = "#a07848", hit_points = between(8, 16) }
bench_h = kts.Tile(piece(bench))
bench_v = kts.Tile(piece(bench))

local bed = { name = "bed", glyph = "z", colour = "#c0a0b0", hit_points = between(15, 25) }
bed_h = kts.Tile(piece(bed))
bed_v = kts.Tile(piece(bed))

local shelves = {
  name = "bookcase", glyph = "B", colour = "#905c38", access = tall, items = "bookcase", hit_points = between(30, 50),
}
bookcase_h = kts.Tile(piece(shelves))
bookcase_v = kts.Tile(piece(shelves))

weapon_rack = kts.Tile(piece { name = "weapon rack", glyph = "/", colour = "#a8a8b8", items = "weapon_rack" })
armour_stand = kts.Tile(piece { name = "suit of armour", glyph = "&", colour = "#b0b8c8" })
throne = kts.Tile(piece { name = "throne", glyph = "h", colour = "bright_yellow" })
anvil = kts.Tile(piece { name = "anvil", glyph = "j", colour = "#707888" })
cauldron = kts.Tile(piece { name = "cauldron", glyph = "U", colour = "#606870" })
brazier = kts.Tile(piece { name = "brazier", glyph = "i", colour = "bright_yellow" })
hearth = kts.Tile(piece { name = "hearth", glyph = "n", colour = "bright_red", access = tall })
cage = kts.Tile(piece {
  name = "cage", glyph = "#", colour = "#8890a0",
  access = { walking = "blocked", flying = "blocked", missiles = "clear" },
})

pillar = kts.Tile(piece { name = "pillar", glyph = "o", colour = "#c0c0c4", access = tall })
statue_knight = kts.Tile(piece { name = "stone knight", glyph = "&", colour = "#c8c8d0", access = tall })
statue_angel = kts.Tile(piece { name = "stone angel", glyph = "A", colour = "#dcdce8", access = tall })

altar = kts.Tile(piece { name = "altar", glyph = "_", colour = "bright_white", items = "small_table" })
altar_ritual = kts.Tile(piece {
  name = "black altar", glyph = "_", colour = "bright_magenta", items = 1, on_activate = perform_ritual,
})

-- What lies here was put here on purpose: items are allowed, but of no category that stuff falls into.
plinth = kts.Tile(piece { name = "plinth", glyph = "_", colour = "#e8e0c0", items = 1 })

kts.SetRotate(table_long_h, table_long_v)
kts.SetRotate(bench_h, bench_v)
kts.SetRotate(bed_h, bed_v)
kts.SetRotate(bookcase_h, bookcase_v)
