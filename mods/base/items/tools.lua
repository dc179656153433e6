local function tool(fields)
  return table_merge({ type = "backpack", glyph = "(", colour = "#c8b890" }, fields)
end

key_bronze = kts.ItemType(tool { name = "bronze key", glyph = "?", colour = "#c88850", key = 1, critical = "bronze key" })
key_silver = kts.ItemType(tool { name = "silver key", glyph = "?", colour = "#d0d0e0", key = 2, critical = "silver key" })
key_gold = kts.ItemType(tool { name = "gold key", glyph = "?", colour = "bright_yellow", key = 3, critical = "gold key" })

keys = { key_bronze, key_silver, key_gold }

lockpicks = kts.ItemType(tool {
  name = "lockpicks", colour = "bright_white", key = -1,
  control = kts.Control {
    name_key = "Pick the lock", menu_direction = "up", menu_special = 0, tap_priority = 3,
    action = function() return kts.PickLock(0.15, 1200) end,
    possible = function() return kts.Can_PickLock(0.15, 1200) end,
  },
})

-- What a trap turns into when it goes off or is taken apart.
poison_trap = kts.ItemType(tool {
  name = "poison needle", glyph = "^", colour = "bright_green", max_stack = 5,
  control = kts.Control {
    name_key = "Set the needle", menu_direction = "down",
    action = function() return kts.SetPoisonTrapOld() end,
    possible = function() return kts.Can_SetPoisonTrapOld() end,
  },
})
trap_bolt = kts.ItemType {
  type = "nopickup", name = "trap bolt", glyph = "/", colour = "red",
  missile_damage = between(4, 8), missile_stun_time = 500, fragile = true,
}
blade_trap = kts.ItemType(tool {
  name = "bolt trap", glyph = "^", colour = "bright_red", max_stack = 5,
  control = kts.Control {
    name_key = "Set the bolt", menu_direction = "down",
    action = function() return kts.SetBladeTrapOld(trap_bolt) end,
    possible = function() return kts.Can_SetBladeTrapOld(trap_bolt) end,
  },
})

bear_trap_set = kts.ItemType {
  type = "nopickup", name = "set bear trap", glyph = "^", colour = "white",
  on_walk_over = function()
    kts.Damage(kts.RandomRange(2, 4), 2500)
    kts.ChangeItem(bear_trap)
  end,
}
bear_trap = kts.ItemType(tool {
  name = "bear trap", glyph = "^", colour = "grey", type = "held",
  control = kts.Control {
    name_key = "Set the trap", menu_direction = "down",
    action = function() return kts.SetBearTrap(bear_trap_set) end,
    possible = function() return kts.Can_SetBearTrap(bear_trap_set) end,
  },
})

pickaxe = kts.ItemType(tool {
  name = "pickaxe", glyph = ")", colour = "#b0a090", type = "held",
  melee_damage = between(1, 4), melee_stun_time = between(300, 600), melee_tile_damage = between(20, 35),
})
lamp = kts.ItemType(tool { name = "oil lamp", colour = "bright_yellow" })
bread = kts.ItemType(tool {
  name = "loaf of bread", glyph = "%", colour = "#d8a860", type = "magic",
  on_pick_up = function() kts.Regeneration(8000, "Yesterday's bread.", "slow") end,
})
book = kts.ItemType(tool { name = "book", glyph = "+", colour = "#b07050", type = "held", fragile = true })
crystal_ball = kts.ItemType(tool {
  name = "crystal ball", glyph = "0", colour = "bright_cyan", type = "held", fragile = true,
  control = kts.Control {
    name_key = "Look into the ball", menu_direction = "up", continuous = true,
    action = function() return kts.CrystalStart() end,
  },
  on_drop = function() kts.CrystalStop() end,
})
