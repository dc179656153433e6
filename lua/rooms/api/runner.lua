-- GameRunner: the level that is played, its player, and what the player reads.
return [==[
class GameRunner: Object
  = (function() local runner = GameRunner(); runner:createLevel(3); return runner end)()
  Who runs the game: the level that is played, its player, and what the player reads.

GameRunner(width: integer?, height: integer?): GameRunner -- within
  Without a size levels have 85 × 64 squares. It may be made while mods load; levels only in a game.
  > local runner = GameRunner(60, 30)
  > runner:createLevel(9)
  > print(runner.level, #runner.rooms) --> 1 9

GameRunner.width: integer?
  Columns of each level.

GameRunner.height: integer?
  Rows of each level.

GameRunner.level: integer
  The number of the level; 0 before the first.

GameRunner.rooms: Room[]
  The rooms of the level in order.

GameRunner.roomCount: integer?
  How many rooms the next level shall have.

GameRunner.dungeon: Dungeon?
  The level that is played.

GameRunner.player: Player?
  The player, once there is a level.

GameRunner.crawl: string[]
  What the player has read.

GameRunner:createLevel(count: integer?) -- within
  Make the next level: rooms (12, or as many as before), hallways, walls, the player in the middle of room 1, a way down.
  ! when the rooms do not fit, all is as it was
  > local runner = GameRunner()
  > runner:createLevel(6)
  > print(runner.player.tile == runner.rooms[1]:centerTile()) --> true

GameRunner:getDungeon(): Dungeon
  The level that is played.
  ! there must be one
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(#runner:getDungeon():getRooms()) --> 3

GameRunner:createRandomRooms(count: integer, sizes: RoomSizes?): Room[] -- within
  Dungeon:createRandomRooms of the level that is played.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > print(#runner:createRandomRooms(3)) --> 3

GameRunner:connectRooms(rooms: Room[], options: HallwayOptions?) -- within
  Dungeon:connectRooms of the level that is played.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > runner:connectRooms(runner:createRandomRooms(3))

GameRunner:convertEdgesToWalls() -- within
  Dungeon:convertEdgesToWalls of the level that is played.
  > local runner = GameRunner()
  > runner.dungeon = Dungeon(runner)
  > runner:convertEdgesToWalls()

GameRunner:getTile(position: vec2): Tile -- within
  The tile of a square of the level that is played; outside it an edge tile.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner:getTile(runner.player.tile:pos()) == runner.player.tile) --> true

GameRunner:placePlayer()
  Put the player in the middle of room 1, and make one where there is none.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner:placePlayer()

GameRunner:placeWayDown(options: WayDownOptions | "tries" | "path" | "rooms" | nil): WayDown
  Put a way down far from room 1.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > runner:placeWayDown { method = "path" }

record WayDownOptions -- warned
  What GameRunner:placeWayDown takes.
  method: "tries" | "path" | "rooms" | nil = "tries", the furthest of 21 random tiles, the room to which one walks the longest, or for which one crosses the most rooms

GameRunner:placeSpikes(count: integer): Spikes[] -- within
  Put spikes on random tiles of rooms but the first.
  ! count must be between 0 and 10000
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(#runner:placeSpikes(4)) --> 4

GameRunner:addToCrawl(commands: Command[]) -- within
  Carry out what a CombatRound lists: lines are read out, and damage is done.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner:addToCrawl { { text = "A cold wind." }, { damage = 2, receiver = runner.player } }
  > print(runner.crawl[1], runner.player.hitPoints) --> A cold wind. 18

record Command
  One thing that happens in a round.
  text: string?, what the player reads
  damage: integer?, how much the receiver is hurt
  receiver: table?, who is hurt: what has a method damage
]==]
