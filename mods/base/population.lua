local random_range = kts.RandomRange

-- Choice of the menu -> how many of each live in ten cells, and how many may live at once while the game runs.
monster_levels = {
  few = {
    limit = 10,
    { vampire_bat, 5 }, { rat, 6 }, { goblin, 2 }, { skeleton, 2 }, { zombie, 2 },
  },
  some = {
    limit = 20,
    { vampire_bat, 9 }, { rat, 8 }, { cave_spider, 4 }, { goblin, 6 }, { zombie, 5 }, { skeleton, 5 },
    { will_o_wisp, 2 }, { gargoyle, 1 }, { ogre, 1 },
  },
  many = {
    limit = 35,
    { vampire_bat, 14 }, { rat, 12 }, { cave_spider, 8 }, { goblin, 12 }, { zombie, 12 }, { skeleton, 10 },
    { will_o_wisp, 4 }, { gargoyle, 3 }, { ogre, 3 }, { cultist, 3 }, { tomb_guard, 2 },
  },
  horde = {
    limit = 60,
    { vampire_bat, 20 }, { rat, 20 }, { cave_spider, 14 }, { goblin, 24 }, { zombie, 26 }, { skeleton, 20 },
    { will_o_wisp, 6 }, { gargoyle, 6 }, { ogre, 6 }, { cultist, 6 }, { tomb_guard, 5 },
  },
}

-- How many come is rounded up or down by chance, so that small dungeons differ too.
function add_monsters(level, cells)
  for _, entry in ipairs(level) do
    local count = (entry[2] * cells + random_range(0, 9)) // 10
    if count > 0 then
      kts.AddMonsters(entry[1], count)
    end
  end
end

-- Chance that a corpse ages by one step while nobody looks.
local decay = { none = 0, few = 0.03, many = 0.08, plague = 0.2 }

-- Corpses age, and the old ones get up again.
local ages = {
  { corpse_fresh, corpse_rotten },
  { corpse_rotten, zombie },
  { dead_knight_n, corpse_rotten },
  { dead_knight_e, corpse_rotten },
  { dead_knight_s, corpse_rotten },
  { dead_knight_w, corpse_rotten },
  { corpse_bones, skeleton },
}

-- Where newcomers climb out while the game runs.
local graves = { grave_mound }
local nests = { cobweb }
local caps = { mushrooms, puddle }

function set_undead(choice)
  local chance = decay[choice]
  if chance > 0 then
    kts.SetZombieActivity(chance, ages)
    kts.AddMonsterGenerator(zombie, graves, chance / 2)
  end
end

function set_newcomers(level)
  kts.LimitTotalMonsters(level and level.limit or 0)
  if level then
    kts.AddMonsterGenerator(vampire_bat, nests, 0.02)
    kts.AddMonsterGenerator(cave_spider, nests, 0.02)
    kts.AddMonsterGenerator(will_o_wisp, caps, 0.01)
    kts.LimitMonster(vampire_bat, level.limit // 2)
    kts.LimitMonster(ogre, level.limit // 8 + 1)
    kts.LimitMonster(will_o_wisp, 4)
  end
end
