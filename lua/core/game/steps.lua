-- The steps of a player by key: name -> { dx, dy }.

return {
  west = { -1, 0 }, east = { 1, 0 }, north = { 0, -1 }, south = { 0, 1 },
  northwest = { -1, -1 }, northeast = { 1, -1 }, southwest = { -1, 1 }, southeast = { 1, 1 },
}
