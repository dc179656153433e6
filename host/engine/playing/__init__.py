"""A game that somebody plays, for all fronts that show it: the terminal, its plain form, and the studio.

| module | holds |
|---|---|
| `played_game` | `PlayedGame`, a game played action by action; `PlayedMap`, on one map |
| `world` | `PlayedWorld`: in the world of a mod |
| `view` | the operation that plays a game in a child, and what it shows |
| `scene` | `Scene`: what the player knows, from these views |
| `here` | `Onlooker`: what the player knows, while the game runs |
| `player_rows` | the player, and what happened in a turn, as Lua tells it |
| `steering` | what the player wants, as actions |
"""
