-- What is left when somebody dies. Corpses age towards bones; see population.lua.
local function remains(name, colour, glyph)
  return kts.Tile { name = name, glyph = glyph or "%", colour = colour, depth = 2 }
end

blood_small = remains("blood", "#a02020", ",")
blood_large = remains("pool of blood", "#b02828", ";")
dead_knight_n = remains("dead knight", "#c06060")
dead_knight_e = remains("dead knight", "#c06060")
dead_knight_s = remains("dead knight", "#c06060")
dead_knight_w = remains("dead knight", "#c06060")
corpse_fresh = remains("fresh corpse", "#b07868")
corpse_rotten = remains("rotten corpse", "#7c8858")
corpse_bones = remains("skeleton on the floor", "#dcd8c4")
carcass = remains("carcass", "#8c6048")
slain_lich = remains("heap of black dust", "#685078", ";")

kts.SetRotate(dead_knight_n, dead_knight_e, dead_knight_s, dead_knight_w)
kts.SetReflect(dead_knight_e, dead_knight_w)

kts.BLOOD_TILES = { blood_small, blood_large }
kts.DEAD_KNIGHT_TILES = { dead_knight_n, dead_knight_e, dead_knight_s, dead_knight_w }
