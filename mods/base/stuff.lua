-- What lies about. AddStuff asks one of these for each square it fills; they make one or two draws.
local function weapons(weight)
  return { axe, weight }, { hammer, weight }, { spear, weight }, { staff, weight }, { club, weight }
end

local on_floor = weighted {
  { dagger, 8, 1, 3 }, { bolts, 5, 2, 6 }, { coins, 12, 1, 9 }, { bread, 6 }, { bear_trap, 3 },
  { potion_healing, 4 }, { potion_quickness, 2 }, { potion_antidote, 2 }, { potion_poison, 2 },
  { scroll_teleport, 2 }, { scroll_mapping, 2 }, { lamp, 3 }, weapons(2)
}

local on_table = weighted {
  { goblet, 8 }, { bread, 8 }, { book, 8 }, { dagger, 6, 1, 2 }, { lamp, 4 }, { coins, 6, 2, 12 },
  { scroll_mapping, 4 }, { scroll_locks, 2 }, { scroll_knights, 3 }, { scroll_forgetting, 2 },
  { potion_healing, 5 }, { potion_regeneration, 3 }, { potion_strength, 3 }, { potion_sleep, 2 },
  { bolts, 4, 2, 5 }, { crystal_ball, 1 },
}

local on_small_table = weighted {
  { book, 10 }, { scroll_mapping, 6 }, { scroll_treasure, 5 }, { scroll_eyes, 3 }, { scroll_silence, 3 },
  { potion_invisibility, 3 }, { potion_healing, 5 }, { goblet, 5 }, { necklace, 2 }, { crystal_ball, 2 },
  { poison_trap, 3, 1, 2 }, { lamp, 4 },
}

local in_chest = weighted {
  { coins, 14, 10, 40 }, { necklace, 8 }, { goblet, 8, 1, 3 }, { crown, 2 }, { great_sword, 3 }, { crossbow, 5 },
  { bolts, 8, 4, 12 }, { potion_might, 2 }, { potion_stone_skin, 3 }, { potion_invisibility, 4 },
  { potion_strength, 4 }, { potion_regeneration, 4 }, { potion_healing, 6 }, { scroll_treasure, 4 },
  { scroll_graves, 2 }, { scroll_locks, 3 }, { blade_trap, 3, 1, 2 }, { poison_trap, 3, 1, 3 }, weapons(1),
}

local in_barrel = weighted {
  { bread, 14 }, { potion_poison, 4 }, { potion_healing, 4 }, { potion_sleep, 2 }, { bolts, 6, 2, 8 },
  { dagger, 6, 1, 4 }, { coins, 4, 1, 6 }, { pickaxe, 3 }, { lamp, 3 }, { bear_trap, 4 },
}

local on_shelf = weighted {
  { book, 30 }, { scroll_mapping, 4 }, { scroll_teleport, 3 }, { scroll_eyes, 2 }, { scroll_graves, 2 },
  { scroll_forgetting, 2 }, { scroll_locks, 2 },
}

local on_rack = weighted { { sword, 4 }, { great_sword, 1 }, { crossbow, 2 }, { dagger, 3, 1, 3 }, weapons(3) }

-- Chances for one square of each category.
local function level(floor, tables, small_tables, chests, barrels)
  return {
    { "floor", floor, on_floor },
    { "table", tables, on_table },
    { "small_table", small_tables, on_small_table },
    { "chest", chests, in_chest },
    { "barrel", barrels, in_barrel },
    { "bookcase", small_tables / 2, on_shelf },
    { "weapon_rack", chests / 2, on_rack },
  }
end

-- Choice of the menu -> what AddStuff takes; "none" has no entry.
stuff_levels = {
  few = level(0.008, 0.08, 0.2, 0.4, 0.1),
  some = level(0.018, 0.15, 0.35, 0.65, 0.2),
  many = level(0.035, 0.25, 0.5, 0.85, 0.35),
  loads = level(0.07, 0.5, 0.8, 1, 0.6),
}

-- Where things go that a quest depends on: category, weight.
quest_places = { "chest", 6, "small_table", 3, "table", 2, "barrel", 1, "floor", 1 }
key_places = { "chest", 3, "small_table", 3, "table", 3, "barrel", 2, "floor", 2 }
