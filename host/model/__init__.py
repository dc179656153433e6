"""What a dungeon is: maps, tiles, segments, layouts, prototypes and random streams. Knows no Lua."""
