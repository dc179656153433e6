-- Types of the kts dialect: handles, positions and tables.
return [==[
examples
  Examples run at the start of a game for two players, after these lines. `base` is the mod that comes with the host.
  Examples for the time while mods load run in a mod that depends on it.
  + picture, creak = kts.Graphic "picture.bmp", kts.Sound "creak.wav"
  > base = require "base"
  > kts.LayoutDungeon {
  >   layout = { width = 1, height = 1, data = { { type = "block" } } },
  >   wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
  >   segments = base.standard_segments, entry_type = "close",
  > }
  > player = kts.GetAllPlayers()[1]
  > -- A goblin on an open square, and the context of its callbacks.
  > repeat goblin = kts.AddMonster(kts.GetRandomPos(), base.goblin) until goblin
  > here = kts.GetPos(goblin)
  > cxt = { actor = goblin, pos = here }

class Tile: TileFields
  = base.wall_stone
  A kind of tile, or one tile on the map. It has the fields of the table that kts.Tile received; assigning a field
  changes the tile.

Tile.table: any
  The table that kts.Tile received: the same for all tiles of a kind.
  > print(base.wall_stone.table == base.wall_stone.table) --> true

class ItemType: ItemTypeFields
  = base.dagger
  A kind of item. It has the fields of the table that kts.ItemType received.

class MonsterType: MonsterTypeFields
  = base.goblin
  A kind of monster. It has the fields of the table that kts.MonsterType received.

class Control: ControlFields
  = base.control_swing
  An action that a player can choose.

class Anim: AnimFields
  The pictures of a creature or a missile.

class Overlay: OverlayFields
  The pictures of an item in a hand.

class Graphic
  = picture
  A picture. The host stores its arguments and draws pictures of its own.

class Sound
  = creak
  A sound. The host stores its arguments and plays no sounds.

class Segment
  = base.standard_segments[1]
  A piece of a map, from a segment file.

class Player
  = kts.GetAllPlayers()[1]
  A player. Functions that take a Player or a Creature use the knight of a player.

class Creature
  = goblin
  A knight or a monster on the map.

record Position
  A square; x grows to the right, y grows downwards.
  x: integer, the left column is 0
  y: integer, the top row is 0

record Home
  A place where a player starts.
  x: integer, the square in front of the home
  y: integer, the square in front of the home
  facing: "north" | "east" | "south" | "west", the direction from that square to the home
  tile: Tile, the tile of the home

record Access
  Who can enter a tile; a missing field means blocked.
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
  type: "block" | "edge" | "special" | "none", the kind of the cell
  exits: string?, letters of n, e, s and w; by default open to every neighbour that is not "none"

record LayoutFields
  The argument of kts.LayoutDungeon.
  layout: Layout, the cells
  wall: Tile | Tile[], the walls between segments
  horiz_door: Tile | Tile[] | nil, doors in walls that run from left to right
  vert_door: Tile | Tile[] | nil, doors in walls that run from top to bottom
  segments: Segment[]?, for ordinary cells
  special_segments: Segment[]?, each is used once, in a special cell or at the edge
  entry_type: "close" | "away" | "random" | "none", players start in one segment, at the edge, anywhere, nowhere
  allow_rotate: truth, whether segments may be rotated and mirrored

record Context -- present
  The table `cxt`, which is set while a callback runs. A script may set it itself.
  actor: Creature?, the creature that acts
  actor_pos: Position?, the position of the actor
  pos: Position?, the position of the event
  tile: Tile?, the tile whose callback runs
  tile_pos: Position?, the position of the tile
  item_type: ItemType?, the item type whose callback runs
  item_pos: Position?, the position of the item

record Menu -- warned
  The value of kts.MENU: a generator whose options are the items.
  text: string?, its title
  items: (MenuItem | "spacer")[], the options
  title: any, ignored
  text_key: any, ignored
  start_game_func: fun(choices: table)?, makes the dungeon; receives item id -> chosen value; needed for a game
  initialize_func: function?, called when the menu opens
  prepare_game_func: function?, called before the game begins
  describe_quest_func: function?, returns the description of the quest
  on_select: function?, called after each selection
  constrain: function?, restricts the choices of items
  features: function?, called for each game

record MenuItem -- warned
  One option of a Menu.
  id: string, its key in the state of the menu
  type: "dropdown" | "numeric" | nil, by default a dropdown
  text: string?, its label
  text_key: any, a text is the label when there is no other
  choices: MenuChoice[]?, the allowed values
  choice_min: integer?, the smallest number of a range, instead of choices
  choice_max: integer?, the largest number of that range
  default: any, the value at the start
  digits: integer?, of a numeric item: the number of digits
  suffix: string?, the text after a number
  suffix_key: any, ignored
  show: function?, returns the label of a choice
  help: string?, a short description
  help_func: function?, returns a short description
  randomize: function?, returns a value for --set ID=random
  on_select: function?, called after a selection of this item
  constrain: function?, restricts the choices of items
  features: function?, called for each game

record MenuChoice -- warned
  One allowed value of a MenuItem.
  id: string | number | boolean, its value in the state of the menu
  text: string?, its label
  text_key: any, a text is the label when there is no other
  help: string?, a short description
  min_players: number?, the smallest number of players
  max_players: number?, the largest number of players
  min_teams: number?, the smallest number of teams
  max_teams: number?, the largest number of teams
  on_select: function?, called after its selection
  constrain: function?, restricts the choices of items while it is selected
  features: function?, called for each game in which it is selected
]==]
