-- What this mod holds, by name; ids are given in the order of the names.

local function all(folder, names)
  local found = {}
  for _, name in ipairs(names) do
    found[name] = require("." .. folder .. "." .. name)
  end
  return found
end

local content = {
  attackSources = { "explosion", "thorns" },
  stats = { Explosion = { "explosion", require ".effects.explosion" } },
  status = all("status", { "poison", "stun", "web" }),
  entities = all("entities", {
    "arrow", "bat", "bomb", "chest", "crate", "ghoul", "knight", "ranger", "rat", "slime", "spider", "spikes", "spitter",
  }),
  items = all("items", {
    "amulet", "axe", "boots", "pickaxe", "potion", "ring", "shield", "spear", "sword",
  }),
}

require ".halls"

-- Called when everything has its id.
function content.ready()
  local function add(path, things, masses)
    for name, mass in pairs(masses) do
      Pools.addToSubpool(path, things[name].global_id or things[name].id, mass)
    end
  end
  add("e.*.*.enemy", content.entities, { bat = 4, ghoul = 2, rat = 5, slime = 3, spider = 3, spitter = 2, bomb = 1 })
  add("e.*.*.wall", content.entities, { crate = 1 })
  add("i.common.weapon", content.items, { sword = 2, spear = 2, axe = 1 })
  add("i.common.trinket", content.items, { potion = 4, ring = 1, shield = 1 })
  add("i.common", content.items, { potion = 4, ring = 1, shield = 1, boots = 1, pickaxe = 1 })
  add("i.rare", content.items, { amulet = 1 })
  add("i.rare.weapon", content.items, { axe = 1 })
end

return content
