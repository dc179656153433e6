local low = { walking = "approach", flying = "clear", missiles = "clear" }
local tall = { walking = "blocked", flying = "clear", missiles = "blocked" }

well = kts.Tile {
  name = "well", glyph = "O", colour = "#78a0c0", access = low, items = "destroy", on_activate = drink_water,
}
fountain = kts.Tile {
  name = "fountain", glyph = "O", colour = "bright_cyan", access = low, items = "destroy", on_activate = drink_water,
}
gravestone = kts.Tile {
  name = "gravestone", glyph = "n", colour = "#b8b8b0", access = low, items = 0, hit_points = between(30, 60),
}
tree = kts.Tile { name = "tree", glyph = "T", colour = "#3c8a3c", access = tall, items = 0 }
bush = kts.Tile { name = "bush", glyph = "f", colour = "#58a848", access = low, items = 0, hit_points = between(4, 8) }
boulder = kts.Tile { name = "boulder", glyph = "O", colour = "#8c8478", access = tall, items = 0 }
