-- Fifteen creatures. Charagen draws them by rarity, level and categories.
local ENEMIES = { ["overworld.blob"] = true, ["overworld.beast"] = true, ["overworld.dead"] = true }

local function creature(id, level, glyph, color, categories, more)
  local entry = { _type = "base.chara", _id = id, name = id:gsub("_", " "), level = level, glyph = glyph, color = color,
    categories = categories }
  if ENEMIES[categories[1]] then
    entry.relation, entry.max_hp = -3, 4 + 2 * level
  end
  for key, value in pairs(more or {}) do
    entry[key] = value
  end
  data:add(entry)
end

creature("wanderer", 4, "@", "bright_green", { "overworld.person" }, { rarity = 0, max_hp = 80 })
creature("baker", 3, "p", "yellow", { "overworld.person" }, { rarity = 0, is_citizen = true })
creature("smith", 6, "p", "grey", { "overworld.person" }, { rarity = 0, is_citizen = true })
creature("guard", 8, "p", "cyan", { "overworld.person" }, { rarity = 0, is_citizen = true })
creature("cat", 1, "c", "bright_yellow", { "overworld.pet" })
creature("blob", 1, "j", "bright_green", { "overworld.blob" })
creature("big_blob", 3, "j", "green", { "overworld.blob" })
creature("blob_king", 7, "J", "bright_green", { "overworld.blob" }, { rarity = 20000 })
creature("rat", 1, "r", "yellow", { "overworld.beast" })
creature("bat", 2, "b", "grey", { "overworld.beast" })
creature("wolf", 4, "w", "grey", { "overworld.beast" })
creature("bear", 6, "B", "yellow", { "overworld.beast" }, { rarity = 50000 })
creature("skeleton", 4, "s", "white", { "overworld.dead" })
creature("ghost", 6, "G", "bright_white", { "overworld.dead" })
creature("lich", 10, "L", "magenta", { "overworld.dead" }, { rarity = 10000 })
