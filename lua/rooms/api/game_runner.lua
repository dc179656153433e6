-- GameRunner: the current level, its player, and the messages to the player.
return [==[
class GameRunner: Object
  = (function() local runner = GameRunner(); runner:createLevel(3); return runner end)()
  Runs the game: holds the current level, its player, and the messages to the player.

GameRunner(width: integer?, height: integer?): GameRunner -- within
  Make a runner; the default size of its levels is 85 × 64 squares. A runner may be made while mods load, a level only
  in a game.
  > local runner = GameRunner(60, 30)
  > runner:createLevel(9)
  > print(runner.level, #runner.rooms) --> 1 9

GameRunner.width: integer?
  Number of columns of each level.

GameRunner.height: integer?
  Number of rows of each level.

GameRunner.level: integer
  The number of the current level; 0 before the first.

GameRunner.dungeonLevel: integer
  The same number.

GameRunner.rooms: Room[]
  The rooms of the level when createLevel or createRandomRooms of the runner made the last ones, in order.

GameRunner.roomCount: integer?
  Number of rooms of the next level.

GameRunner.dungeon: Dungeon?
  The current level.

GameRunner.player: Player?
  The player; nil before the first level.

GameRunner.crawl: string[]
  The messages to the player so far.

GameRunner:createLevel(count: integer?) -- within
  Make the next level: rooms, hallways, walls, the player in the middle of room 1, and a way down.
  - count: 12 by default, or the count of the level before
  ! when the rooms do not fit, nothing changes
  > local runner = GameRunner()
  > runner:createLevel(6)
  > print(runner.player.tile == runner.rooms[1]:centerTile()) --> true

GameRunner:getDungeon(): Dungeon
  Return the current level.
  ! the runner must have a level
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(#runner:getDungeon():getRooms()) --> 3

GameRunner:createTiles() -- within
  Make a level that is all edge, without rooms.
  > local runner = GameRunner(20, 20)
  > runner:createTiles()
  > print(#runner:getRooms()) --> 0

GameRunner:getRooms(): Room[]
  Return the rooms of the current level.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(#runner:getRooms(), runner.dungeonLevel) --> 3 1

GameRunner:createRandomRooms(count: integer, sizes: RoomSizes?): Room[] -- within
  Call Dungeon:createRandomRooms of the current level.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > print(#runner:createRandomRooms(3)) --> 3

GameRunner:connectRooms(rooms: Room[], options: HallwayOptions?) -- within
  Call Dungeon:connectRooms of the current level.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > runner:connectRooms(runner:createRandomRooms(3))

GameRunner:convertEdgesToWalls() -- within
  Call Dungeon:convertEdgesToWalls of the current level.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > runner:convertEdgesToWalls()

GameRunner:getTile(position: vec2): Tile -- within
  Return the tile of a square of the current level; outside the level an edge tile.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner:getTile(runner.player.tile:pos()) == runner.player.tile) --> true

GameRunner:placePlayer()
  Put the player in the middle of room 1; the first call makes the player.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner:placePlayer()

GameRunner:placePlayerInRoom1()
  The same as placePlayer.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner:placePlayerInRoom1()

GameRunner:createThings(class: function | table, count: integer 0..10000): table[]
  Put objects of a class on random tiles outside room 1: calls the class with the tile and the runner for each.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(#runner:createThings(WayDown, 4)) --> 4

GameRunner:placeWayDown(options: WayDownOptions | "tries" | "path" | "rooms" | nil): WayDown
  Put a way down far from room 1.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > runner:placeWayDown { method = "path" }

record WayDownOptions -- warned
  The options of GameRunner:placeWayDown.
  method: "tries" | "path" | "rooms" | nil = "tries", the furthest of 21 random tiles, by path or by rooms passed

GameRunner:placeSpikes(count: integer 0..10000): Spikes[]
  Put spikes on random tiles outside room 1.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(#runner:placeSpikes(4)) --> 4

GameRunner:addToCrawl(commands: Command[])
  Carry out the commands of a CombatRound: show its lines, and do its damage.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner:addToCrawl { { text = "A cold wind." }, { damage = 2, receiver = runner.player } }
  > print(runner.crawl[1], runner.player.hitPoints) --> A cold wind. 18

record Command
  One command of a round.
  text: string?, a line for the player
  damage: integer?, hit points that the receiver loses
  receiver: table?, an object with a method damage
]==]
