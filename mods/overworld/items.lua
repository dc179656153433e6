-- Twenty items.
local function items(category, glyph, color, list)
  for _, one in ipairs(list) do
    data:add { _type = "base.item", _id = one[1], name = one[1]:gsub("_", " "), value = one[2], glyph = glyph, color = color,
      categories = { category }, nutrition = one[3] }
  end
end

items("overworld.food", "%", "bright_yellow", {
  { "bread", 4, 30 }, { "cheese", 8, 40 }, { "apple", 2, 10 }, { "stew", 12, 80 }, { "mushroom", 1, 5 }, { "blob_jelly", 6, 25 },
})
items("overworld.weapon", ")", "cyan", {
  { "club", 10 }, { "dagger", 25 }, { "sword", 80 }, { "bow", 60 },
})
items("overworld.armour", "[", "yellow", {
  { "cap", 8 }, { "leather_coat", 40 }, { "shield", 35 },
})
items("overworld.potion", "!", "magenta", {
  { "potion_of_healing", 30 }, { "potion_of_speed", 60 }, { "water_flask", 1 },
})
items("overworld.treasure", "$", "bright_yellow", {
  { "coin", 1 }, { "ruby", 200 }, { "crown", 900 }, { "old_map", 50 },
})
