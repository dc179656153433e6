-- What can be asked of the players. Each choice of the menu writes its part of the plan:
--   items     { item, count, places } for AddItem           needs    { item, count, reminder } to leave the dungeon with
--   specials  lists of segments, one of each is placed      ritual   whether the black altar ends the game
--   exit, exit_home, entry, dungeon, keys, traps, stuff, monsters
local GOAL, WAY_OUT, ADVICE = 1, 2, 3

function new_plan(S)
  return {
    dungeon = S.dungeon,
    entry = S.entry == "different" and "random" or S.entry,
    exit = S.exit,
    keys = S.keys,
    traps = S.traps,
    stuff = stuff_levels[S.stuff],
    monsters = monster_levels[S.monsters],
    items = {},
    needs = {},
    specials = {},
  }
end

local function place(item, count, places)
  plan.items[#plan.items + 1] = { item, count, places }
end

local function require_thing(item, count, reminder)
  plan.needs[#plan.needs + 1] = { item = item, count = count, reminder = reminder }
end

local function include(segments)
  plan.specials[#plan.specials + 1] = segments
end

goals = {}

function goals.escape()
  kts.AddHint("Find the way out and leave.", 1, GOAL)
end

function goals.gems(S)
  -- A few more than are needed: one may lie behind a door that stays shut.
  place(gem, S.gems + 1 + S.gems // 3, quest_places)
  local wanted = S.gems == 1 and "a gem" or S.gems .. " gems"
  require_thing(gem, S.gems, "You need " .. wanted .. " to leave.")
  kts.AddHint("Find " .. wanted .. ".", 1, GOAL)
end

function goals.key()
  place(great_key, 1, quest_places)
  require_thing(great_key, 1, "You need the great key to leave.")
  kts.AddHint("Find the great key. It opens the way out.", 1, GOAL)
end

function goals.relic()
  include(relic_vaults)
  require_thing(relic, 1, "You came for the relic.")
  kts.AddHint("Steal the relic from its vault.", 1, GOAL)
end

function goals.captive()
  include(captive_cells)
  require_thing(captive, 1, "Somebody is still waiting for you in a cell.")
  kts.AddStartingGear(dagger, 2)
  kts.AddHint("Find the captive and carry them out.", 1, GOAL)
  kts.AddHint("Whoever carries the captive has no hand for a sword.", 1, ADVICE)
end

function goals.lich()
  include(lich_tombs)
  require_thing(lich_skull, 1, "Bring the skull of the lich.")
  kts.AddHint("Slay the lich in its tomb and take its skull.", 1, GOAL)
end

function goals.ritual()
  include(ritual_shrines)
  place(tome, 1, quest_places)
  plan.ritual = true
  kts.AddHint("Find the stolen tome and read from it at the black altar.", 1, GOAL)
end

function goals.duel()
  kts.SetDeathmatchMode(true)
  kts.SetRespawnType("different")
  kts.AddStartingGear(dagger, 3)
  kts.SetStuffRespawning({ dagger, bolts, potion_healing, potion_strength }, 30000)
  kts.AddHint("Be the last one standing. Every fallen rival counts.", 1, GOAL)
end

exits = {}

function exits.same()
  kts.AddHint("Leave the way you came in.", 1, WAY_OUT)
end

function exits.random()
  kts.AddHint("One of the other ways in is your way out.", 1, WAY_OUT)
end

function exits.guarded()
  include(guarded_exits)
  kts.AddHint("The way out is guarded.", 1, WAY_OUT)
end

-- The rest of the menu needs no choice of its own.
function add_general_features(S)
  if S.entry == "different" then
    kts.SetRespawnType("different")
  end
  -- In large companies one key of a kind is not enough for a fair game.
  local copies = S.num_players > 4 and 2 or 1
  for i = 1, S.keys do
    place(keys[i], copies, key_places)
  end
  if S.keys > 0 then
    kts.SetLockpickSpawn(lockpicks, 180000, 90000)
    local kinds = S.keys == 1 and "is one kind of key" or "are " .. S.keys .. " kinds of keys"
    kts.AddHint("Some doors are locked. There " .. kinds .. ".", 2, ADVICE)
  end
  if S.lockpicks then
    place(lockpicks, copies, key_places)
  end
  if S.traps then
    kts.AddHint("Some chests bite.", 3, ADVICE)
  end
  if S.premapped then
    kts.SetPremapped()
  end
  kts.SetTimeLimit(S.time * 60)
  set_undead(S.zombies)
  set_newcomers(plan.monsters)
end
