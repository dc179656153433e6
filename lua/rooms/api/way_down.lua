-- WayDown: stairs to the next level.
return [==[
class WayDown: Object
  Stairs to the next level, for a player who enters the tile.

WayDown(tile: Tile | TileLike, runner: GameRunner | table | nil): WayDown
  Make a way down on a tile.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner.player:moveTo(WayDown(runner.rooms[3]:centerTile()).tile)
  > print(runner.level) --> 2

WayDown.tile: Tile
  The tile of the way down.

WayDown.runner: GameRunner
  The runner that makes the next level.

WayDown.title: string
  The name in messages.

WayDown:actionWith(player: any)
  Make the next level.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > WayDown(runner.player.tile):actionWith(runner.player)
  > print(runner.level) --> 2
]==]
