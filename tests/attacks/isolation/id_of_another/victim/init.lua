x = kts.Tile {}
