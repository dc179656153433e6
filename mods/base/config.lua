-- Times are in milliseconds, chances in percent.
kts.MISC_CONFIG = {
  approach_time = 150,
  walk_time = 260,
  fly_time = 220,
  corpse_decay_time = 45000,
  door_time = 120,
  home_healing_interval = 900,
  knight_health = 20,
  pick_up_time = 180,
  poison_interval = 700,
  respawn_delay = 2500,
  secure_time = 2800,
  stuff_bag_size = 12,
  throw_time = 250,
  zombie_wake_time = 1600,
}

-- One list of shades, light to dark, for each of the twelve houses.
kts.KNIGHT_HOUSE_COLOURS = {
  { { 220, 60, 60 }, { 150, 30, 30 } },
  { { 70, 110, 230 }, { 35, 60, 160 } },
  { { 60, 180, 80 }, { 25, 120, 45 } },
  { { 235, 200, 60 }, { 170, 140, 25 } },
  { { 170, 80, 200 }, { 110, 40, 140 } },
  { { 70, 200, 200 }, { 30, 135, 135 } },
  { { 235, 140, 50 }, { 170, 90, 20 } },
  { { 240, 140, 180 }, { 180, 85, 125 } },
  { { 160, 115, 70 }, { 105, 70, 40 } },
  { { 230, 230, 230 }, { 160, 160, 160 } },
  { { 110, 110, 120 }, { 65, 65, 75 } },
  { { 160, 200, 90 }, { 105, 140, 50 } },
}

kts.KNIGHT_HOUSE_COLOURS_MENU = {}
for house, shades in ipairs(kts.KNIGHT_HOUSE_COLOURS) do
  kts.KNIGHT_HOUSE_COLOURS_MENU[house] = shades[1]
end
