-- Spikes: a trap that moves up and down.
return [==[
class Spikes: Object
  A trap that moves every 2 seconds and starts down. It does 1 damage when it is down, and 4 to 7 when it is up.

Spikes(tile: Tile | TileLike, delay: (fun(seconds: number, fn: function): any) | GameRunner | nil): Spikes
  Make spikes on a tile.
  - delay: a function that calls another after a time; tween.delay by default, and for a runner, as createThings passes
  > local runner = GameRunner()
  > runner:createLevel(3)
  > local spikes = Spikes(runner.rooms[2]:centerTile())
  > print(spikes.state) --> down

Spikes.state: "up" | "down"
  The current position.

Spikes.tile: Tile
  The tile of the spikes.

Spikes.title: string
  The name in messages.

Spikes.delay: function
  The function that calls another after a time.

Spikes.damageTable: table
  The least and the greatest damage, by state: `damageTable.up.lo`.

Spikes.assetTable: table
  The names of pictures, by state.

Spikes:up()
  Move the spikes up.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:up()
  > print(spikes.state) --> up

Spikes:down()
  Move the spikes down.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:down()
  > print(spikes.state) --> down

Spikes:damageLo(): integer
  Return the least damage in the current state.
  > print(Spikes(Tile:room(1, 1)):damageLo()) --> 1

Spikes:damageHi(): integer
  Return the greatest damage in the current state.
  > print(Spikes(Tile:room(1, 1)):damageHi()) --> 1

Spikes:toggleUpDown()
  Move the spikes up or down, hurt a player on them when they come up, and move again after 2 seconds.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:toggleUpDown()
  > print(spikes.state) --> up

Spikes:actionWith(player: Player)
  Hurt a player.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > Spikes(runner.rooms[2]:centerTile()):actionWith(runner.player)
  > print(runner.player.hitPoints) --> 19
]==]
