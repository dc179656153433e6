-- Generators for two small published level problems: see README.md.
require ".key_and_door"
require ".mini_dungeon"
