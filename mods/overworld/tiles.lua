data:add_multi("base.map_tile", {
  { _id = "grass", name = "grass", is_solid = false, glyph = "\"", color = "green" },
  { _id = "forest", name = "forest", is_solid = false, is_opaque = true, glyph = "♣", color = "green" },
  { _id = "road", name = "road", is_solid = false, glyph = "·", color = "yellow" },
  { _id = "water", name = "water", is_solid = true, is_opaque = false, glyph = "~", color = "blue" },
  { _id = "mountain", name = "mountain", is_solid = true, is_opaque = true, glyph = "^", color = "grey" },
  { _id = "plank", name = "wooden floor", is_solid = false, glyph = "·", color = "yellow" },
  { _id = "stone", name = "stone floor", is_solid = false, glyph = "·", color = "grey" },
  { _id = "moss", name = "moss", is_solid = false, glyph = "·", color = "green" },
  { _id = "house", name = "wall of a house", is_solid = true, is_opaque = true },
  { _id = "rock", name = "rock", is_solid = true, is_opaque = true },
})
