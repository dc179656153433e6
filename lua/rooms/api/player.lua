-- Player: the player of a GameRunner.
return [==[
class Player: Object
  The player of a GameRunner.

Player(tile: Tile | TileLike, runner: GameRunner | table | nil): Player
  Make a player with 20 hit points on a tile.
  > print(Player(Tile:room(1, 1)):name()) --> the player

Player.hitPoints: integer
  Hit points left; at 0 the player is dead.

Player.tile: Tile
  The tile of the player.

Player.runner: GameRunner?
  The runner of the player.

Player.title: string
  The name in messages.

Player:name(): string
  Return the name in messages.
  > print(Player(Tile:room(1, 1)):name()) --> the player

Player:isAlive(): boolean
  Return whether the player has hit points left.
  > print(Player(Tile:room(1, 1)):isAlive()) --> true

Player:damage(amount: integer)
  Take hit points away; a negative amount heals.
  > local player = Player(Tile:room(1, 1))
  > player:damage(5)
  > print(player.hitPoints) --> 15

Player:putOn(tile: Tile | TileLike)
  Put the player on a tile, without the effects of its contents.
  > local player = Player(Tile:room(1, 1))
  > player:putOn(Tile:room(2, 1))
  > print(player.tile) --> room (2, 1)

Player:moveTo(tile: Tile | TileLike): boolean
  Move the player to a walkable tile, and call `actionWith(player)` of its contents.
  - result: whether the player moved
  > local player = Player(Tile:room(1, 1))
  > print(player:moveTo(Tile:wall(2, 1)), player:moveTo(Tile:room(2, 1))) --> false true

Player:moveBy(dx: integer, dy: integer): boolean
  Move the player by a number of columns and rows.
  - result: whether the player moved
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player:moveBy(0, 1)) --> true
]==]
