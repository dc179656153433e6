-- Health may be rolled for each one. Walkers fight with a weapon, fliers with what they are.
local deadly_ground = { pit, pressure_plate }

local function walker(fields)
  return table_merge({ type = "walking", ai_avoid = deadly_ground, ai_hit = { door_wood_h, door_wood_v } }, fields)
end

vampire_bat = kts.MonsterType {
  type = "flying", name = "vampire bat", glyph = "b", colour = "#b07090", health = between(1, 3), speed = 140,
  attack_damage = between(1, 2), attack_stun_time = between(100, 300), corpse_tiles = { blood_small },
}
will_o_wisp = kts.MonsterType {
  type = "flying", name = "will o' the wisp", glyph = "w", colour = "bright_cyan", health = 2, speed = 170,
  attack_damage = 1, attack_stun_time = between(400, 900), corpse_tiles = {},
}
gargoyle = kts.MonsterType {
  type = "flying", name = "gargoyle", glyph = "G", colour = "#a8a8b8", health = between(8, 14), speed = 110,
  attack_damage = between(2, 6), attack_stun_time = between(300, 600), corpse_tiles = { rubble },
}

rat = kts.MonsterType(walker {
  name = "giant rat", glyph = "r", colour = "#a08060", health = between(1, 3), speed = 130,
  weapon = teeth, corpse_tiles = { carcass },
})
cave_spider = kts.MonsterType(walker {
  name = "cave spider", glyph = "x", colour = "#c08040", health = between(3, 6), speed = 120,
  weapon = fangs, corpse_tiles = { carcass },
})
goblin = kts.MonsterType(walker {
  name = "goblin", glyph = "g", colour = "bright_green", health = between(4, 8), speed = 110,
  weapon = club, corpse_tiles = { corpse_fresh }, ai_fear = { crossbow },
})
cultist = kts.MonsterType(walker {
  name = "cultist", glyph = "c", colour = "bright_magenta", health = between(6, 10), speed = 100,
  weapon = staff, corpse_tiles = { corpse_fresh },
})
zombie = kts.MonsterType(walker {
  name = "zombie", glyph = "Z", colour = "#8ca060", health = between(6, 12), speed = 60,
  weapon = rotten_hands, corpse_tiles = { corpse_rotten },
})
skeleton = kts.MonsterType(walker {
  name = "skeleton", glyph = "K", colour = "#e8e4d0", health = between(5, 9), speed = 90,
  weapon = sword, corpse_tiles = { corpse_bones },
})
tomb_guard = kts.MonsterType(walker {
  name = "tomb guard", glyph = "T", colour = "#d0d0e8", health = between(14, 20), speed = 85,
  weapon = spear, corpse_tiles = { corpse_bones },
})
ogre = kts.MonsterType(walker {
  name = "ogre", glyph = "O", colour = "#d09050", health = between(18, 28), speed = 75,
  weapon = hammer, corpse_tiles = { carcass },
})
lich = kts.MonsterType(walker {
  name = "lich", glyph = "L", colour = "bright_magenta", health = between(35, 45), speed = 90,
  weapon = cold_touch, corpse_tiles = { slain_lich }, on_death = leave_skull,
})
