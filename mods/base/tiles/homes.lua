-- `facing` is where one looks standing before the home: from the dungeon towards the way out.
local function home(facing, glyph)
  return {
    type = "home", facing = facing, name = "way in", glyph = glyph, colour = "bright_green",
    access = { walking = "approach", flying = "blocked", missiles = "blocked" },
    map_as = "wall", items = 0, on_approach = reach_home, on_activate = reach_home,
  }
end

local function way_out(facing, glyph)
  return table_merge(home(facing, glyph), {
    name = "way out", colour = "bright_yellow", special_exit = true,
  })
end

home_n = kts.Tile(home("north", "^"))
home_e = kts.Tile(home("east", ">"))
home_s = kts.Tile(home("south", "v"))
home_w = kts.Tile(home("west", "<"))

exit_n = kts.Tile(way_out("north", "^"))
exit_e = kts.Tile(way_out("east", ">"))
exit_s = kts.Tile(way_out("south", "v"))
exit_w = kts.Tile(way_out("west", "<"))

kts.SetRotate(home_n, home_e, home_s, home_w)
kts.SetReflect(home_e, home_w)
kts.SetRotate(exit_n, exit_e, exit_s, exit_w)
kts.SetReflect(exit_e, exit_w)
