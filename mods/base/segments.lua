local function load_all(names)
  local all = {}
  for _, name in ipairs(names) do
    for _, segment in ipairs(kts.LoadSegments(segment_tiles, "segments/" .. name .. ".txt")) do
      all[#all + 1] = segment
    end
  end
  return all
end

standard_segments = load_all {
  "standard_halls", "standard_crypts", "standard_houses", "standard_gardens", "standard_caves",
  "standard_passages", "standard_prisons", "standard_sewers", "standard_temples", "standard_traps",
  "standard_workshops",
}

-- One of a list is put into the dungeon when a quest needs it.
guarded_exits = load_all { "special_exits" }
lich_tombs = load_all { "special_tombs" }
relic_vaults = load_all { "special_vaults" }
ritual_shrines = load_all { "special_shrines" }
captive_cells = load_all { "special_cells" }
