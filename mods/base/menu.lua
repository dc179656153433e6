local function choice(id, text, fields)
  return table_merge({ id = id, text_key = text }, fields or {})
end

local function yes_or_no(id, text)
  return { id = id, text_key = text, default = false, choices = { choice(false, "No"), choice(true, "Yes") } }
end

local function number(value)
  return value
end

-- What a constraint may say: functions of S, put together.
local function all(...)
  local rules = { ... }
  return function(S)
    for _, rule in ipairs(rules) do
      rule(S)
    end
  end
end

local function no_gems(S)
  S.Is("gems", 0)
end

local function some_gems(S)
  S.IsAtLeast("gems", 1)
end

local function needs_exit(S)
  S.IsNot("exit", "none")
end

local function needs_no_exit(S)
  S.Is("exit", "none")
end

local function leaves_elsewhere(S)
  S.IsNot("exit", "same")
end

-- A segment of its own beside the one where somebody starts.
local function needs_two_cells(S)
  S.IsNot("dungeon", "tiny")
end

-- Players who start away from each other need an edge each.
local function edges(count)
  return function(S)
    if S.num_players > count then
      S.IsNot("entry", "away")
    end
  end
end

local function quest_choices()
  local list = { choice("custom", "Custom") }
  for _, each in ipairs(quests) do
    list[#list + 1] = choice(each.id, each.text, {
      min_players = each.min_players, max_players = each.max_players,
      on_select = function(S) apply_quest(S, each.id) end,
    })
  end
  return list
end

local function random_quest(S, num_players)
  local fitting = {}
  for _, each in ipairs(quests) do
    local players = num_players or S.num_players
    if players >= (each.min_players or 0) and players <= (each.max_players or players) then
      fitting[#fitting + 1] = each.id
    end
  end
  return one_of(fitting)
end

local items = {
  { id = "quest", text_key = "Quest", default = "gem_run", choices = quest_choices(), randomize = random_quest },
  "spacer",
  { id = "mission", text_key = "Goal", default = "gems", choices = {
    choice("escape", "Escape", { features = goals.escape, constrain = all(no_gems, needs_exit, leaves_elsewhere) }),
    choice("gems", "Collect gems", { features = goals.gems, constrain = all(some_gems, needs_exit) }),
    choice("key", "Find the great key", { features = goals.key, constrain = all(no_gems, needs_exit) }),
    choice("relic", "Steal the relic", {
      features = goals.relic, constrain = all(no_gems, needs_exit, needs_two_cells),
    }),
    choice("captive", "Free the captive", {
      features = goals.captive, constrain = all(no_gems, needs_exit, needs_two_cells),
    }),
    choice("lich", "Slay the lich", {
      features = goals.lich, constrain = all(no_gems, needs_exit, needs_two_cells),
    }),
    choice("ritual", "Finish the ritual", {
      features = goals.ritual, constrain = all(no_gems, needs_no_exit, needs_two_cells),
    }),
    choice("duel", "Duel to the death", {
      features = goals.duel, constrain = all(no_gems, needs_no_exit), min_players = 2, min_teams = 2,
    }),
  } },
  { id = "gems", text_key = "Gems to find", choice_min = 0, choice_max = 12, default = 3, show = number },
  { id = "dungeon", text_key = "Dungeon", default = "basic", choices = {
    choice("tiny", "Tiny", { constrain = edges(1) }),
    choice("small", "Small", { constrain = edges(2) }),
    choice("basic", "Basic"),
    choice("big", "Big"),
    choice("huge", "Huge"),
    choice("snake", "Snake", { constrain = edges(2) }),
    choice("long_snake", "Long snake", { constrain = edges(2) }),
    choice("ring", "Ring", { constrain = edges(1) }),
  } },
  { id = "entry", text_key = "Players start", default = "random", choices = {
    choice("close", "Close together", { max_players = 4 }),
    choice("away", "Away from each other", { max_players = 4 }),
    choice("random", "Anywhere"),
    choice("different", "Somewhere else each time", { constrain = leaves_elsewhere }),
  } },
  { id = "exit", text_key = "Way out", default = "same", choices = {
    choice("none", "None"),
    choice("same", "Where you came in", { features = exits.same }),
    choice("random", "Another way in", { features = exits.random }),
    choice("guarded", "Guarded gate", { features = exits.guarded, constrain = needs_two_cells }),
  } },
  "spacer",
  { id = "keys", text_key = "Kinds of keys", choice_min = 0, choice_max = 3, default = 2, show = number },
  yes_or_no("lockpicks", "Lockpicks to find"),
  yes_or_no("traps", "Trapped chests"),
  { id = "monsters", text_key = "Monsters", default = "some", choices = {
    choice("none", "None"), choice("few", "Few"), choice("some", "Some"), choice("many", "Many"),
    choice("horde", "A horde"),
  } },
  { id = "zombies", text_key = "The dead rise", default = "few", choices = {
    choice("none", "Never"), choice("few", "Seldom"), choice("many", "Often"), choice("plague", "All night"),
  } },
  { id = "stuff", text_key = "Things lying about", default = "some", choices = {
    choice("none", "None"), choice("few", "Few"), choice("some", "Some"), choice("many", "Many"),
    choice("loads", "Loads"),
  } },
  yes_or_no("premapped", "Map known"),
  { id = "time", text_key = "Time limit", type = "numeric", digits = 3, suffix_key = "minutes", default = 0 },
}

local function describe(S)
  local lines = {}
  local known = quests_by_id[S.quest]
  if known then
    lines[1] = known.about
  end
  for _, item in ipairs(items) do
    local value = S[item.id]
    for _, each in ipairs(item.choices or {}) do
      if each.id == value and item.id ~= "quest" and value ~= false and value ~= "none" then
        lines[#lines + 1] = (item.text_key or item.id) .. ": " .. (each.text_key or tostring(value))
      end
    end
    if item.choice_min and value > 0 then
      lines[#lines + 1] = (item.text_key or item.id) .. ": " .. value
    end
  end
  if S.time > 0 then
    lines[#lines + 1] = "Time limit: " .. S.time .. (S.time == 1 and " minute" or " minutes")
  end
  return lines
end

kts.MENU = {
  text_key = "Choose a quest",
  items = items,

  initialize_func = function(S)
    apply_quest(S, S.quest)
  end,

  on_select = function(S, id)
    if id ~= "quest" and not is_quest(S, S.quest) then
      S.quest = "custom"
    end
  end,

  constrain = function(S)
    if S.keys == 0 then
      S.Is("lockpicks", false)
    end
  end,

  prepare_game_func = function(S)
    plan = new_plan(S)
  end,

  -- Hints of the goal come first: the choices add theirs after this, but in groups of their own.
  features = add_general_features,

  start_game_func = generate_dungeon,

  describe_quest_func = describe,
}
