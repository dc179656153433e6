-- Worth carrying home, though no quest asks for it.
coins = kts.ItemType { type = "backpack", name = "coins", glyph = "$", colour = "bright_yellow", max_stack = 99 }
goblet = kts.ItemType { type = "backpack", name = "silver goblet", glyph = "$", colour = "#d8d8e8", max_stack = 5 }
necklace = kts.ItemType { type = "backpack", name = "necklace", glyph = "$", colour = "bright_cyan", max_stack = 5 }
crown = kts.ItemType { type = "held", name = "old crown", glyph = "$", colour = "yellow" }

-- Quests are lost without these, so the host must not let them vanish.
gem = kts.ItemType {
  type = "backpack", name = "gem", glyph = "*", colour = "bright_magenta", max_stack = 10, critical = "gem",
}
great_key = kts.ItemType {
  type = "backpack", name = "great key", glyph = "?", colour = "bright_white", critical = "great key",
}
relic = kts.ItemType {
  type = "backpack", name = "relic", glyph = "*", colour = "bright_yellow", critical = "relic",
}
tome = kts.ItemType {
  type = "held", name = "stolen tome", glyph = "+", colour = "bright_magenta", critical = "stolen tome",
}
lich_skull = kts.ItemType {
  type = "backpack", name = "lich skull", glyph = "*", colour = "bright_white", critical = "lich skull",
}
-- Carried over the shoulder, so the rescuer has no hand for a sword.
captive = kts.ItemType {
  type = "held", name = "captive", glyph = "@", colour = "bright_cyan", critical = "captive",
}
