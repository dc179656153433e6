-- What the functions of kts take and give: handles, positions, tables.
return [==[
examples
  Examples run at the start of a game for two players, after what follows here. `base` is the mod that comes with the host;
  what an example shows of the time while mods load runs in a mod that depends on it.
  + picture, creak = kts.Graphic "picture.bmp", kts.Sound "creak.wav"
  > base = require "base"
  > kts.LayoutDungeon {
  >   layout = { width = 1, height = 1, data = { { type = "block" } } },
  >   wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
  >   segments = base.standard_segments, entry_type = "close",
  > }
  > player = kts.GetAllPlayers()[1]
  > -- A goblin on an open square, and the context in which it acts.
  > repeat goblin = kts.AddMonster(kts.GetRandomPos(), base.goblin) until goblin
  > here = kts.GetPos(goblin)
  > cxt = { actor = goblin, pos = here }

class Tile: TileFields
  = base.wall_stone
  A kind of tile, or one tile that lies on the map. Its fields are those of the table it was made from; assigning one
  changes what the host does with it.

class ItemType: ItemTypeFields
  = base.dagger
  A kind of item. Its fields are those of the table it was made from.

class MonsterType: MonsterTypeFields
  = base.goblin
  A kind of monster. Its fields are those of the table it was made from.

class Control: ControlFields
  = base.control_swing
  Something a player can do.

class Anim: AnimFields
  The pictures of a creature or a missile.

class Overlay: OverlayFields
  The pictures of an item that is held.

class Graphic
  = picture
  A picture. The host draws its own: what it is made of is only kept.

class Sound
  = creak
  A sound. The host plays none: what it is made of is only kept.

class Segment
  = base.standard_segments[1]
  A piece of map out of a segment file.

class Player
  = kts.GetAllPlayers()[1]
  A player. What takes a Player or a Creature takes the player for their knight.

class Creature
  = goblin
  A knight or a monster that is on the map.

record Position
  A square: x grows to the right, y downwards.
  x: integer, the left column is 0
  y: integer, the top row is 0

record Home
  Where a player starts.
  x: integer, the square in front of the home
  y: integer, the square in front of the home
  facing: "north" | "east" | "south" | "west", where one looks, standing in the home
  tile: Tile, the tile of the home

record Access
  Who can enter a tile; what is not named is blocked.
  walking: "blocked" | "approach" | "partial" | "clear" | nil
  flying: "blocked" | "approach" | "partial" | "clear" | nil
  missiles: "blocked" | "approach" | "partial" | "clear" | nil

record Layout
  The cells of a dungeon, row by row.
  width: integer, cells from left to right
  height: integer, cells from top to bottom
  data: Cell[], width × height cells

record Cell
  A cell of a Layout.
  type: "block" | "edge" | "special" | "none", what the cell is for
  exits: string?, letters of n, e, s and w; without it the cell is open to every neighbour that is not "none"

record LayoutFields
  What kts.LayoutDungeon takes.
  layout: Layout, the cells
  wall: Tile | Tile[], what stands between segments
  horiz_door: Tile | Tile[] | nil, for doors in walls that run from left to right; without it there are only ways through
  vert_door: Tile | Tile[] | nil, for doors in walls that run from top to bottom
  segments: Segment[]?, drawn for ordinary cells
  special_segments: Segment[]?, each is laid once, in a special cell or at the edge
  entry_type: "close" | "away" | "random" | "none", where players start: in one segment, each at the edge, anywhere, nowhere
  allow_rotate: truth, whether segments may be turned and mirrored

record Context
  The table `cxt`, which is there while a callback runs. A script may set one itself.
  actor: Creature | Player | nil, who did it
  actor_pos: Position?, where they stand
  pos: Position?, where it happened
  tile: Tile?, the tile that the callback is of
  tile_pos: Position?, where it lies
  item_type: ItemType?, the item that the callback is of
  item_pos: Position?, where it lies

record Menu
  What kts.MENU holds: a generator whose options are items.
  text: string?, its title
  items: (MenuItem | "spacer")[], what can be chosen
  start_game_func: fun(choices: table), makes the dungeon; is given id -> what was chosen
  initialize_func: function?, called when the menu is opened
  prepare_game_func: function?, called before the game begins
  describe_quest_func: function?, gives the description of the quest
  on_select: function?, called when something was chosen
  constrain: function?, says what may be chosen with what
  features: function?, called for each game with what was chosen

record MenuItem
  What can be chosen in a Menu.
  id: string, its name in choices
  type: "dropdown" | "numeric" | nil, without it a dropdown
  text: string?, what the player reads
  choices: MenuChoice[]?, what may be chosen
  choice_min: integer?, the least of a range, in place of choices
  choice_max: integer?, the greatest of that range
  default: any, what is chosen at first
  digits: integer?, of a numeric item: how many it may have
  suffix: string?, what stands behind a number
  show: function?, how a number of a range is called
  help: string?, a line about it
  help_func: function?, gives such a line
  randomize: function?, chooses for --set ID=random
  on_select: function?, called when something was chosen
  constrain: function?, says what may be chosen with what
  features: function?, called for each game with what was chosen

record MenuChoice
  One choice of a MenuItem.
  id: string | number | boolean, what it is in choices
  text: string?, what the player reads
  help: string?, a line about it
  min_players: number?, it can be chosen with so many players
  max_players: number?, and with no more
  min_teams: number?, it can be chosen with so many teams
  max_teams: number?, and with no more
  on_select: function?, called when it was chosen
  constrain: function?, says what may be chosen with it
  features: function?, called for each game in which it was chosen
]==]
