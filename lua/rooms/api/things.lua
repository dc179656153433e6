-- What stands on tiles: the player, the way down, spikes; and the rounds of a fight.
return [==[
class Player: Object
  The player of a GameRunner.

Player(tile: Tile | table, runner: GameRunner | table | nil): Player
  A player with 20 hit points who stands on a tile.
  > print(Player(Tile:room(1, 1)):name()) --> the player

Player.hitPoints: integer
  How much damage they can take; at 0 they are dead.

Player.tile: Tile
  Where they stand.

Player.runner: GameRunner?
  Whose player they are.

Player.title: string
  What they are called.

Player:name(): string
  What they are called.
  > print(Player(Tile:room(1, 1)):name()) --> the player

Player:isAlive(): boolean
  Whether they have hit points left.
  > print(Player(Tile:room(1, 1)):isAlive()) --> true

Player:damage(amount: integer)
  Hurt them; a negative amount heals.
  > local player = Player(Tile:room(1, 1))
  > player:damage(5)
  > print(player.hitPoints) --> 15

Player:putOn(tile: Tile) -- within
  Put them on a tile, where nothing happens to them yet.
  > local player = Player(Tile:room(1, 1))
  > player:putOn(Tile:room(2, 1))
  > print(player.tile) --> room (2, 1)

Player:moveTo(tile: Tile): boolean -- within
  Let them enter a tile, if it can be walked: what lies there acts on them.
  - result: whether they entered
  > local player = Player(Tile:room(1, 1))
  > print(player:moveTo(Tile:wall(2, 1)), player:moveTo(Tile:room(2, 1))) --> false true

Player:moveBy(dx: integer, dy: integer): boolean
  Let them take a step.
  - result: whether they entered
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player:moveBy(0, 1)) --> true

class WayDown: Object
  Whoever enters its tile comes to the next level.

WayDown(tile: Tile | table, runner: GameRunner | table | nil): WayDown
  A way down on a tile.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner.player:moveTo(WayDown(runner.rooms[3]:centerTile()).tile)
  > print(runner.level) --> 2

WayDown.tile: Tile
  Where it is.

WayDown.runner: GameRunner
  Who makes the next level.

WayDown.title: string
  What it is called.

WayDown:actionWith(player: any)
  Make the next level.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > WayDown(runner.player.tile):actionWith(runner.player)
  > print(runner.level) --> 2

class Spikes: Object
  Spikes that move every 2 seconds, down at first. They do 1 damage when they are down and 4 to 7 when they are up.

Spikes(tile: Tile, delay: (fun(seconds: number, fn: function): any)?): Spikes -- within
  Spikes on a tile.
  - delay: what calls a function later; tween.delay by default
  > local runner = GameRunner()
  > runner:createLevel(3)
  > local spikes = Spikes(runner.rooms[2]:centerTile())
  > print(spikes.state) --> down

Spikes.state: "up" | "down"
  Whether they are up.

Spikes.tile: Tile
  Where they are.

Spikes.title: string
  What they are called.

Spikes.delay: function
  What calls a function later.

Spikes.damageTable: table
  The least and the most damage, by state: `damageTable.up.lo`.

Spikes.assetTable: table
  The names of pictures, by state.

Spikes:up()
  Let them be up.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:up()
  > print(spikes.state) --> up

Spikes:down()
  Let them be down.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:down()
  > print(spikes.state) --> down

Spikes:damageLo(): integer
  The least damage they do now.
  > print(Spikes(Tile:room(1, 1)):damageLo()) --> 1

Spikes:damageHi(): integer
  The most damage they do now.
  > print(Spikes(Tile:room(1, 1)):damageHi()) --> 1

Spikes:toggleUpDown()
  Move them, hurt a player who stands on them when they come up, and move them again later.
  > local spikes = Spikes(Tile:room(1, 1))
  > spikes:toggleUpDown()
  > print(spikes.state) --> up

Spikes:actionWith(player: Player)
  Hurt a player.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > Spikes(runner.rooms[2]:centerTile()):actionWith(runner.player)
  > print(runner.player.hitPoints) --> 19

class CombatRound: Object
  What happens in a round of a fight, for GameRunner:addToCrawl.

CombatRound(attacker: any, defender: any): CombatRound
  A round in which nothing happens yet.
  > local round = CombatRound(nil, Player(Tile:room(1, 1)))
  > round:appendText("A bolt!")
  > round:applyDamage(3)
  > print(#round:getCommandList()) --> 2

CombatRound.attacker: any
  Who strikes.

CombatRound.defender: any
  Who is hurt.

CombatRound.commandList: Command[]
  What has been added.

CombatRound:appendText(text: string)
  Add a line for the player to read.
  > CombatRound():appendText("A bolt!")

CombatRound:applyDamage(amount: integer)
  Add damage to the defender.
  > local round = CombatRound(nil, Player(Tile:room(1, 1)))
  > round:applyDamage(3)
  > print(round:getCommandList()[1].damage) --> 3

CombatRound:getCommandList(): Command[]
  What was added, in order.
  > print(#CombatRound():getCommandList()) --> 0
]==]
