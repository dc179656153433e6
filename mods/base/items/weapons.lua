-- Times are in milliseconds.
local function weapon(fields)
  return table_merge({
    type = "held", glyph = ")", colour = "#c8c8d8", can_throw = false, allow_strength = true,
    melee_backswing_time = 320, melee_downswing_time = 120, parry_chance = 0.2,
  }, fields)
end

sword = kts.ItemType(weapon {
  name = "sword", parry_chance = 0.4,
  melee_damage = between(2, 6), melee_stun_time = between(200, 500), melee_tile_damage = between(2, 6),
})
great_sword = kts.ItemType(weapon {
  name = "great sword", colour = "bright_white", melee_backswing_time = 480, parry_chance = 0.3,
  melee_damage = between(5, 10), melee_stun_time = between(400, 800), melee_tile_damage = between(4, 9),
})
axe = kts.ItemType(weapon {
  name = "axe", can_throw = true,
  melee_damage = between(3, 8), melee_stun_time = between(300, 600), melee_tile_damage = between(10, 20),
  missile_damage = between(3, 7), missile_stun_time = between(300, 600),
})
hammer = kts.ItemType(weapon {
  name = "war hammer", colour = "#a8a8b0", melee_backswing_time = 420,
  melee_damage = between(2, 7), melee_stun_time = between(700, 1300), melee_tile_damage = between(15, 30),
})
spear = kts.ItemType(weapon {
  name = "spear", glyph = "/", can_throw = true, parry_chance = 0.3,
  melee_damage = between(2, 5), melee_stun_time = between(200, 500), melee_tile_damage = between(1, 3),
  missile_damage = between(3, 6), missile_stun_time = between(300, 500),
})
staff = kts.ItemType(weapon {
  name = "quarterstaff", glyph = "/", colour = "#a87848", parry_chance = 0.6,
  melee_damage = between(1, 3), melee_stun_time = between(400, 900), melee_tile_damage = between(1, 3),
})
club = kts.ItemType(weapon {
  name = "club", colour = "#987040",
  melee_damage = between(1, 5), melee_stun_time = between(500, 900), melee_tile_damage = between(4, 10),
})

dagger = kts.ItemType {
  type = "backpack", name = "dagger", glyph = ")", colour = "#b8c0d0", max_stack = 10,
  missile_damage = between(1, 4), missile_stun_time = between(200, 400),
}
bolts = kts.ItemType {
  type = "backpack", name = "bolts", glyph = "/", colour = "#d0a868", max_stack = 20, fragile = true,
  missile_damage = between(4, 9), missile_stun_time = between(300, 700),
}
crossbow = kts.ItemType(weapon {
  name = "crossbow", glyph = "}", colour = "#b08858", ammo = bolts, reload_time = 2200, parry_chance = 0,
  melee_damage = between(1, 2), melee_stun_time = between(200, 400), melee_tile_damage = 1,
})

-- What monsters fight with; nobody can take it from them.
local function natural(fields)
  return table_merge({ type = "held", glyph = ")", colour = "red", melee_backswing_time = 450 }, fields)
end

rotten_hands = kts.ItemType(natural {
  name = "rotten hands", melee_damage = between(1, 4), melee_stun_time = between(300, 700),
})
teeth = kts.ItemType(natural {
  name = "teeth", melee_damage = between(1, 2), melee_stun_time = between(100, 300), melee_backswing_time = 250,
})
fangs = kts.ItemType(natural {
  name = "poison fangs", melee_damage = between(2, 5), melee_stun_time = between(600, 1200),
})
cold_touch = kts.ItemType(natural {
  name = "touch of the grave", melee_damage = between(4, 9), melee_stun_time = between(500, 1000),
})

kts.DEFAULT_ITEM = sword
