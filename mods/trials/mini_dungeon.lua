-- The generator trials.mini_dungeon: a corridor with goblins, ogres, potions and treasures from the hero to the exit.

require ".pieces"
local toolbox = require "host.toolbox"

local HEALTH, HEALING = 5, 2
-- Kind of enemy -> the health that it takes.
local DAMAGE = { [goblin] = 1, [ogre] = 2 }
-- Squares of a corridor: one who tries all ways in it sees fewer states than the square of its length.
local LONGEST = 54
local MOST_TREASURES = 12
local ATTEMPTS = 1000

-- How many things a level may hold beside hero and exit: half of its squares are solid or empty.
local function capacity(width, height)
  return math.min(LONGEST, width * height // 2) - 2
end

-- The most enemies that a level can hold, with the potions that they take.
local function most_enemies(things)
  local enemies = 0
  while enemies + 1 + math.max(0, enemies + 1 - HEALTH + HEALING) // HEALING <= things do
    enemies = enemies + 1
  end
  return enemies
end

-- Returns what the hero meets, in order, or nil and the reason why it is too much.
---@param enemies integer
---@param most integer
local function tell(enemies, most)
  local ogres, caution = math.random(0, 4) / 4, math.random(0, 2) / 3
  local story, health = {}, HEALTH
  for _ = 1, enemies do
    local enemy = math.random() < ogres and ogre or goblin
    while health <= DAMAGE[enemy] or health + HEALING <= HEALTH and math.random() < caution do
      story[#story + 1] = potion
      health = math.min(HEALTH, health + HEALING)
    end
    story[#story + 1] = enemy
    health = health - DAMAGE[enemy]
  end
  if #story > most then
    return nil, "the enemies take more potions than fit"
  end
  for _ = 1, math.random(0, math.min(MOST_TREASURES, most - #story)) do
    table.insert(story, math.random(#story + 1), treasure)
  end
  return story
end

local function generate(options)
  local width, height, enemies = options.width, options.height, options.enemies
  local most = capacity(width, height)
  if enemies > most_enemies(most) then
    error(("%d × %d squares have room for at most %d enemies"):format(width, height, most_enemies(most)))
  end
  local story = toolbox.attempt(ATTEMPTS, function()
    return tell(enemies, most)
  end)
  -- Hero and exit are more than `enemies + 2` squares apart.
  local least = math.max(#story + 2, enemies + 3)
  local length = math.random(least, math.max(least, math.min(LONGEST, width * height // 2, least + 12)))
  local plan = toolbox.corridor { width = width + 2, height = height + 2, length = length }
  local map = paint(plan)
  local rooms = plan:get_rooms()
  local hero, exit = rooms[1] --[[@as toolbox.Place]], rooms[2] --[[@as toolbox.Place]]
  kts.AddTile(hero, way_in)
  kts.AddTile(exit, way_out)
  local way, met = toolbox.path(plan, hero, exit), 0
  for i = 2, #way - 1 do
    -- As many squares are left as things, or a random one of them stays empty.
    if math.random(#way - i) <= #story - met then
      met = met + 1
      local add = DAMAGE[story[met]] and kts.AddMonster or kts.PlaceItem
      add(way[i], story[met])
    end
  end
  return map
end

require("host.generators").register_generator {
  id = "mini_dungeon",
  help = "a corridor of enemies, and potions to survive them",
  options = {
    { id = "width", default = 8, least = 3, most = 100, help = "squares across, inside the border" },
    { id = "height", default = 12, least = 3, most = 100, help = "squares down, inside the border" },
    { id = "enemies", default = 8, least = 0, most = 10000 },
  },
  generate = generate,
}
