wall = kts.Tile { access = {} }
