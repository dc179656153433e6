-- Preset quests: what they set each item of the menu to. What a quest does not name is as here.
local usual = {
  gems = 0, dungeon = "basic", entry = "random", exit = "same", keys = 2, lockpicks = false, monsters = "some",
  zombies = "few", stuff = "some", traps = false, premapped = false, time = 0,
}

local function quest(id, text, about, settings)
  local merged = table_merge(usual, settings)
  -- The menu refuses these entries to larger companies.
  local few = merged.entry == "close" or merged.entry == "away"
  return {
    id = id, text = text, about = about, settings = merged,
    min_players = settings.mission == "duel" and 2 or nil, max_players = few and 4 or nil,
  }
end

quests = {
  quest("gem_run", "Gem run", "Collect three gems and leave the way you came in.", {
    mission = "gems", gems = 3,
  }),
  quest("first_steps", "First steps", "One gem, one small dungeon, nothing very large with teeth.", {
    mission = "gems", gems = 1, dungeon = "small", keys = 0, monsters = "few", zombies = "none",
  }),
  quest("great_escape", "The great escape", "You woke up without your boots. Find the gate, and get past its guards.", {
    mission = "escape", exit = "guarded", dungeon = "big", keys = 3, lockpicks = true,
  }),
  quest("lich_hunt", "Death to the lich", "Break into the tomb, slay what lives there, bring back the skull.", {
    mission = "lich", dungeon = "big", zombies = "many", keys = 2,
  }),
  quest("stolen_relic", "A thief's work", "The relic stands in a vault. The way out is not where you came in.", {
    mission = "relic", exit = "random", dungeon = "big", keys = 3, lockpicks = true, traps = true,
  }),
  quest("midnight_ritual", "Midnight ritual", "Find the stolen tome and finish the ritual before the clock strikes.", {
    mission = "ritual", exit = "none", dungeon = "big", zombies = "many", time = 30,
  }),
  quest("rescue", "Nobody left behind", "Somebody waits in a cell. Carry them home.", {
    mission = "captive", dungeon = "basic", keys = 2, monsters = "many",
  }),
  quest("key_hunt", "The great key", "One key opens the way out. Your rivals look for it too.", {
    mission = "key", exit = "random", dungeon = "basic", entry = "away", keys = 1,
  }),
  quest("duel", "Duel to the death", "Ten minutes, no gems, no excuses.", {
    mission = "duel", exit = "none", entry = "away", keys = 0, monsters = "none", zombies = "none", stuff = "many",
    time = 10,
  }),
  quest("race", "Against the clock", "Start together, run the snake, be out in eight minutes.", {
    mission = "escape", exit = "random", entry = "close", dungeon = "snake", keys = 0, premapped = true, time = 8,
  }),
  quest("long_march", "The long march", "Eight gems along the longest way there is.", {
    mission = "gems", gems = 8, dungeon = "long_snake", stuff = "many", keys = 1,
  }),
  quest("ring_fortress", "The ring fortress", "Two gems lie in the ring, and the only way out is its heart.", {
    mission = "gems", gems = 2, exit = "guarded", dungeon = "ring", keys = 2, monsters = "many",
  }),
  quest("plague_night", "Plague night", "The dead do not stay down. Take the relic, and do not stop.", {
    mission = "relic", exit = "guarded", entry = "different", dungeon = "huge", monsters = "horde",
    zombies = "plague", stuff = "loads", keys = 2, lockpicks = true,
  }),
  quest("hoard", "The hoard", "Twelve gems in a huge dungeon, and every lid is trapped.", {
    mission = "gems", gems = 12, dungeon = "huge", keys = 3, traps = true, stuff = "loads", monsters = "many",
  }),
}

quests_by_id = {}
for _, each in ipairs(quests) do
  quests_by_id[each.id] = each
end

function apply_quest(S, id)
  for item, value in pairs(quests_by_id[id].settings) do
    S[item] = value
  end
end

function is_quest(S, id)
  local known = quests_by_id[id]
  if not known then
    return false
  end
  for item, value in pairs(known.settings) do
    if S[item] ~= value then
      return false
    end
  end
  return true
end
