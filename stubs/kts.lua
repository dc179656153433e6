---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A kind of tile, or one tile that lies on the map. Its fields are those of the table it was made from; assigning one changes what the host does with it.
---@class kts.Tile: kts.TileFields

---A kind of item. Its fields are those of the table it was made from.
---@class kts.ItemType: kts.ItemTypeFields

---A kind of monster. Its fields are those of the table it was made from.
---@class kts.MonsterType: kts.MonsterTypeFields

---Something a player can do.
---@class kts.Control: kts.ControlFields

---The pictures of a creature or a missile.
---@class kts.Anim: kts.AnimFields

---The pictures of an item that is held.
---@class kts.Overlay: kts.OverlayFields

---A picture. The host draws its own: what it is made of is only kept.
---@class kts.Graphic

---A sound. The host plays none: what it is made of is only kept.
---@class kts.Sound

---A piece of map out of a segment file.
---@class kts.Segment

---A player. What takes a Player or a Creature takes the player for their knight.
---@class kts.Player

---A knight or a monster that is on the map.
---@class kts.Creature

---A square: x grows to the right, y downwards.
---@class kts.Position
---@field x integer the left column is 0
---@field y integer the top row is 0

---Where a player starts.
---@class kts.Home
---@field x integer the square in front of the home
---@field y integer the square in front of the home
---@field facing "north" | "east" | "south" | "west" where one looks, standing in the home
---@field tile kts.Tile the tile of the home

---Who can enter a tile; what is not named is blocked.
---@class kts.Access
---@field walking ("blocked" | "approach" | "partial" | "clear")?
---@field flying ("blocked" | "approach" | "partial" | "clear")?
---@field missiles ("blocked" | "approach" | "partial" | "clear")?

---The cells of a dungeon, row by row.
---@class kts.Layout
---@field width integer cells from left to right
---@field height integer cells from top to bottom
---@field data kts.Cell[] width × height cells

---A cell of a Layout.
---@class kts.Cell
---@field type "block" | "edge" | "special" | "none" what the cell is for
---@field exits string? letters of n, e, s and w; without it the cell is open to every neighbour that is not "none"

---What kts.LayoutDungeon takes.
---@class kts.LayoutFields
---@field layout kts.Layout the cells
---@field wall kts.Tile | kts.Tile[] what stands between segments
---@field horiz_door (kts.Tile | kts.Tile[])? for doors in walls that run from left to right; without it there are only ways through
---@field vert_door (kts.Tile | kts.Tile[])? for doors in walls that run from top to bottom
---@field segments kts.Segment[]? drawn for ordinary cells
---@field special_segments kts.Segment[]? each is laid once, in a special cell or at the edge
---@field entry_type "close" | "away" | "random" | "none" where players start: in one segment, each at the edge, anywhere, nowhere
---@field allow_rotate any whether segments may be turned and mirrored

---The table `cxt`, which is there while a callback runs. A script may set one itself.
---@class kts.Context
---@field actor (kts.Creature | kts.Player)? who did it
---@field actor_pos kts.Position? where they stand
---@field pos kts.Position? where it happened
---@field tile kts.Tile? the tile that the callback is of
---@field tile_pos kts.Position? where it lies
---@field item_type kts.ItemType? the item that the callback is of
---@field item_pos kts.Position? where it lies

---What kts.MENU holds: a generator whose options are items.
---@class kts.Menu
---@field text string? its title
---@field items (kts.MenuItem | "spacer")[] what can be chosen
---@field start_game_func fun(choices: table) makes the dungeon; is given id -> what was chosen
---@field initialize_func function? called when the menu is opened
---@field prepare_game_func function? called before the game begins
---@field describe_quest_func function? gives the description of the quest
---@field on_select function? called when something was chosen
---@field constrain function? says what may be chosen with what
---@field features function? called for each game with what was chosen

---What can be chosen in a Menu.
---@class kts.MenuItem
---@field id string its name in choices
---@field type ("dropdown" | "numeric")? without it a dropdown
---@field text string? what the player reads
---@field choices kts.MenuChoice[]? what may be chosen
---@field choice_min integer? the least of a range, in place of choices
---@field choice_max integer? the greatest of that range
---@field default any what is chosen at first
---@field digits integer? of a numeric item: how many it may have
---@field suffix string? what stands behind a number
---@field show function? how a number of a range is called
---@field help string? a line about it
---@field help_func function? gives such a line
---@field randomize function? chooses for --set ID=random
---@field on_select function? called when something was chosen
---@field constrain function? says what may be chosen with what
---@field features function? called for each game with what was chosen

---One choice of a MenuItem.
---@class kts.MenuChoice
---@field id string | number | boolean what it is in choices
---@field text string? what the player reads
---@field help string? a line about it
---@field min_players number? it can be chosen with so many players
---@field max_players number? and with no more
---@field min_teams number? it can be chosen with so many teams
---@field max_teams number? and with no more
---@field on_select function? called when it was chosen
---@field constrain function? says what may be chosen with it
---@field features function? called for each game in which it was chosen

---What mod.RegisterMod takes.
---@class kts.RegisterOptions
---@field name string | number by which others find the mod
---@field version string? groups of digits joined by dots
---@field keep_env any whether variables of the file stay where they are

---What kts.Tile takes.
---@class kts.TileFields
---@field type ("plain" | "home" | "door" | "chest" | "barrel")? home, door, chest or barrel; without it a tile is plain
---@field access kts.Access? who can enter: walking, flying, missiles
---@field items (string | number | boolean)? a category, 0 for no items, or "destroy"
---@field depth integer? larger lies lower
---@field connectivity_check integer? -1 impassable, 1 passable
---@field hit_points integer | function 0 is indestructible; rolled at each placement
---@field stairs_down ("north" | "east" | "south" | "west" | "special")? a stair
---@field control (kts.Control | function)? a Control, or function(pos) that gives one
---@field graphic kts.Graphic? its picture
---@field map_as ("wall" | "floor")? how the mini map shows it
---@field on_activate function? called in play
---@field on_approach function? called in play
---@field on_destroy function? called in play
---@field on_hit function? called in play
---@field on_walk_over function? called in play
---@field on_withdraw function? called in play
---@field facing ("north" | "east" | "south" | "west")? homes and chests: where one looks, standing in front
---@field special_exit any homes: no player starts here
---@field unsecured_colour integer? homes: their colour on the mini map
---@field open any doors and chests: open at first
---@field special_lock any doors and chests: only the mod opens it
---@field lock_chance number? doors and chests: 0..1
---@field lock_pick_only_chance number? doors and chests: 0..1
---@field keymax integer? doors and chests: locks are drawn from 1 to this
---@field trap_chance number? chests: 0..1
---@field traps function? chests: function(pos, facing) that sets a trap
---@field open_graphic kts.Graphic? its picture when open
---@field on_open_or_close function? called in play
---@field on_unlock_fail function? called in play
---@field name string? what it is called in legends
---@field glyph string? the character that stands for it in text pictures
---@field colour string? its colour in pictures

---What kts.ItemType takes.
---@class kts.ItemTypeFields
---@field type any held, backpack, magic or nopickup
---@field key integer? the number of the lock it opens; -1 picks locks
---@field critical any never to be lost
---@field max_stack integer? how many lie together
---@field fragile any
---@field graphic kts.Graphic?
---@field melee_damage integer | function
---@field melee_stun_time integer | function
---@field melee_tile_damage integer | function
---@field missile_damage integer | function
---@field missile_stun_time integer | function
---@field on_pick_up function? called in play
---@field on_drop function? called in play
---@field name string? what it is called in legends
---@field glyph string? the character that stands for it in text pictures
---@field colour string? its colour in pictures

---What kts.MonsterType takes.
---@class kts.MonsterTypeFields
---@field type "walking" | "flying" where it moves, and so where it may stand
---@field health integer | function rolled for each monster
---@field speed number?
---@field anim kts.Anim?
---@field corpse_tiles kts.Tile[]? what it may leave behind
---@field attack_damage integer | function
---@field attack_stun_time integer | function
---@field weapon kts.ItemType?
---@field ai_avoid kts.Tile[]?
---@field ai_hit any
---@field ai_fear any
---@field on_attack function?
---@field on_damage function?
---@field on_death function?
---@field on_move function?
---@field name string? what it is called in legends
---@field glyph string? the character that stands for it in text pictures
---@field colour string? its colour in pictures

---What kts.Control takes.
---@class kts.ControlFields
---@field action function?
---@field possible function?
---@field menu_icon kts.Graphic?
---@field menu_direction ("north" | "east" | "south" | "west")?
---@field menu_special integer?
---@field tap_priority integer?
---@field action_bar_slot integer?
---@field action_bar_priority integer?
---@field continuous any
---@field suicide_key any
---@field can_do_while_moving any
---@field can_do_while_stunned any
---@field name_key any

---What kts.Anim takes.
---@class kts.AnimFields
---@field bat any

---What kts.Overlay takes.
---@class kts.OverlayFields

kts = {}

---A mod that sets it is a generator: `dungeon-host generate MOD --set ITEM=CHOICE`.
---@type kts.Menu?
kts.MENU = nil

---Why kts.LayoutDungeon could not make the dungeon; nil when it could. kts.WipeDungeon clears it.
---@type string?
kts.DUNGEON_ERROR = nil

---What knights hold who hold nothing. A mod sets it while it loads.
---@type kts.ItemType?
kts.DEFAULT_ITEM = nil

---The version of this API: 1.
---@type integer
kts.VERSION = nil

---Called when a creature is crushed.
---@type function?
kts.HOOK_CREATURE_SQUELCH = nil

---Called when a knight is hurt.
---@type function?
kts.HOOK_KNIGHT_DAMAGE = nil

---Called when a missile hits a wall.
---@type function?
kts.HOOK_MISSILE_MISS = nil

---Called when somebody shoots.
---@type function?
kts.HOOK_SHOOT = nil

---Called when somebody strikes.
---@type function?
kts.HOOK_WEAPON_DOWNSWING = nil

---Called when somebody parries; nothing calls it yet.
---@type function?
kts.HOOK_WEAPON_PARRY = nil

---What the running callback is about.
---@type kts.Context?
cxt = nil

mod = {}

---Give the mod a namespace of its own, into which the variables of the calling file go from then on, and a name by which others require it.
---* refused: another mod has registered the name, or has it as its id
---* refused: the mod has loaded
---@param options kts.RegisterOptions
---@return table # the namespace
function mod.RegisterMod(options) end

---The namespace of a registered mod, or nil.
---@param name string | number
---@param least? string | number the least version that will do
---@return table?
function mod.GetRegisteredMod(name, least) end

---Whether a mod has registered itself under a name.
---@param name string | number
---@return boolean
function mod.IsModRegistered(name) end

---The version a mod registered itself with; "" for none, nil when there is no such mod.
---@param name string | number
---@return string?
function mod.GetModVersion(name) end

---Where the files of a registered mod lie, for dofile.
---@param name string | number
---@return string?
function mod.GetModPrefix(name) end

---Name and version of all mods that registered themselves.
---@return table<string, string>
function mod.GetAllMods() end

---Run a file of the mod in the environment of the caller, and give what it returns. Names are relative to the file that runs; those that begin with / are whole.
---* refused: the file must lie in a mod
---@param name string
---@return any...
function dofile(name) end

---From here on the calling file may read and set only variables that its main chunk has set.
function use_strict() end

---The folder of the file that runs, as dofile sees it.
---@type string
_CWD = nil

---The folder of the mod, as dofile sees it.
---@type string
_MODULE_PREFIX = nil

---A kind of tile. The table stays yours: what you set in it later is known, too.
---@param fields kts.TileFields
---@return kts.Tile
function kts.Tile(fields) end

---A kind of item.
---@param fields kts.ItemTypeFields
---@return kts.ItemType
function kts.ItemType(fields) end

---A kind of monster.
---@param fields kts.MonsterTypeFields
---@return kts.MonsterType
function kts.MonsterType(fields) end

---Something a player can do.
---@param fields kts.ControlFields
---@return kts.Control
function kts.Control(fields) end

---The pictures of a creature or missile: 4, 12, 16 or 32 graphics.
---* refused: there must be 4, 12, 16 or 32 graphics
---@param fields kts.AnimFields the graphics as a list, and fields by name
---@return kts.Anim
function kts.Anim(fields) end

---The pictures of a held item: four graphics, north, east, south and west.
---* refused: there must be 4 graphics
---@param fields kts.OverlayFields the graphics as a list: north, east, south and west
---@return kts.Overlay
function kts.Overlay(fields) end

---Where held items are drawn: twenty triples of a direction and two whole numbers.
---* refused: there must be 60 arguments
---@param ... any
function kts.SetOverlayOffsets(...) end

---A picture in a file of the mod: `(file [, r, g, b [, x, y [, num, denom]]])`.
---* refused: 1, 4, 6 or 8 arguments must be given; a file that is not there is a warning
---@param file string
---@param ... integer
---@return kts.Graphic
function kts.Graphic(file, ...) end

---A sound in a file of the mod.
---* refused: a file that is not there is a warning
---@param file string
---@return kts.Sound
function kts.Sound(file) end

---Each tile becomes the next one when it turns clockwise, and the last becomes the first.
---* refused: at least one tile must be given
---@param ... kts.Tile?
function kts.SetRotate(...) end

---The two tiles become each other's mirror image, left to right.
---@param one? kts.Tile
---@param other? kts.Tile
function kts.SetReflect(one, other) end

---All homes, {x, y, facing, tile}: the normal ones by (y, x, facing), then the special ones.
---@return kts.Home[]
function kts.GetAllHomes() end

---The home of a player, or nil.
---@param player kts.Player | kts.Creature
---@return kts.Home?
function kts.GetHomeFor(player) end

---Give a player a home: one that is there, or any other place.
---* refused: pos must lie on the map
---@param player kts.Player
---@param pos kts.Position
---@param facing "north" | "east" | "south" | "west"
function kts.SetHomeFor(player, pos, facing) end

---All players, in order.
---@return kts.Player[]
function kts.GetAllPlayers() end

---The player of a knight; nil for other creatures.
---@param creature kts.Creature
---@return kts.Player?
function kts.GetPlayer(creature) end

---A name that stays the same for a player.
---@param player kts.Player | kts.Creature
---@return string
function kts.GetPlayerID(player) end

---Whether a player is out of the game.
---@param player kts.Player
---@return boolean
function kts.IsEliminated(player) end

---Put a player out of the game.
---@param player kts.Player
function kts.EliminatePlayer(player) end

---Where knights come back: normal, different or anywhere.
---@param type "normal" | "different" | "anywhere"
function kts.SetRespawnType(type) end

---Where knights come back.
---@return "normal" | "different" | "anywhere"
function kts.GetRespawnType() end

---The function that chooses where knights come back, or nil.
---@return function?
function kts.GetRespawnFunction() end

---Let a function choose where knights come back; nil takes it away.
---@param fn? function is given the player, and gives x, y and the direction to look in
function kts.SetRespawnFunction(fn) end

---Add a line to the description of the quest.
---@param msg any a string, or a table { key = "…", params = { … } }
---@param order number where in its group the hint stands
---@param group number where its group stands
function kts.AddHint(msg, order, group) end

---Forget all hints.
function kts.ClearHints() end

---Show the hints again.
function kts.ResendHints() end

---Let knights start with an item; the numbers are for the first life, the second, …
---@param item kts.ItemType
---@param ... integer how many in the first life, the second, and so on
function kts.AddStartingGear(item, ...) end

---Items of these kinds come back after a time.
---@param items kts.ItemType[]
---@param ms integer
function kts.SetStuffRespawning(items, ms) end

---Lockpicks appear after a time, and then again and again.
---@param item kts.ItemType
---@param first_ms integer
---@param interval_ms integer
function kts.SetLockpickSpawn(item, first_ms, interval_ms) end

---Players know the map from the start.
function kts.SetPremapped() end

---End the game after that many seconds; 0 is no limit.
---@param seconds number
function kts.SetTimeLimit(seconds) end

---Count kills instead of quests.
---@param on any
function kts.SetDeathmatchMode(on) end

---During play, monsters come out of these tiles.
---@param montype kts.MonsterType
---@param tiles kts.Tile[]
---@param probability number how likely one comes, each time it is tried
function kts.AddMonsterGenerator(montype, tiles, probability) end

---At most so many monsters of a type during play; a negative number is no limit.
---@param montype kts.MonsterType
---@param number integer
function kts.LimitMonster(montype, number) end

---At most so many monsters during play; a negative number is no limit.
---@param number integer
function kts.LimitTotalMonsters(number) end

---The limit for a type of monster, or nil.
---@param montype kts.MonsterType
---@return integer?
function kts.GetMonsterLimit(montype) end

---The limit for all monsters, or nil.
---@return integer?
function kts.GetTotalMonsterLimit() end

---How many monsters of a type are alive.
---@param montype kts.MonsterType
---@return integer
function kts.GetMonsterCount(montype) end

---How many monsters are alive.
---@return integer
function kts.GetTotalMonsterCount() end

---Corpses decay and rise: a list of {tile, what it becomes: a tile or a monster}.
---@param probability number how likely a corpse changes, each time it is tried
---@param table any[][] { tile, what it becomes: a tile or a monster } …
function kts.SetZombieActivity(probability, table) end

---Tell all players, or the one given first, something.
---* refused: the message must be a string or such a table
---@param ... any the player who is told, if not all are; then a string, or a table { key = "…", params = { … } }
function kts.PrintLoc(...) end

---Show a window with a message.
---@param ... any what the window shows: texts, numbers and tables of these
function kts.PopUpWindow(...) end

---Write a line to standard output.
---@param text string
function kts.DebugPrint(text) end

---Milliseconds since play began.
---@return integer
function kts.GameTime() end

---A random whole number from low to high, both included.
---* refused: high must not be less than low
---@param low integer
---@param high integer
---@return integer
function kts.RandomRange(low, high) end

---true with the given probability.
---@param probability number
---@return boolean
function kts.RandomChance(probability) end

---The position of a random square of the map.
---@return kts.Position? # nil when there is no map yet
function kts.GetRandomPos() end

---Run a function during play, as a task that may wait.
---* refused: there are places for many tasks, and not for any number
---@param fn function
function kts.AddTask(fn) end

---Whether a creature is a knight.
---@param creature kts.Creature
---@return boolean
function kts.IsKnight(creature) end

---Whether a creature, or the knight of a player, is alive.
---@param creature kts.Player | kts.Creature
---@return boolean
function kts.IsAlive(creature) end

---Where a creature is.
---@param creature kts.Player | kts.Creature
---@return kts.Position
function kts.GetPos(creature) end

---Where a creature looks.
---@param creature kts.Player | kts.Creature
---@return "north" | "east" | "south" | "west"
function kts.GetFacing(creature) end

---The item a creature holds, or nil.
---@param creature kts.Player | kts.Creature
---@return kts.ItemType?
function kts.GetItemInHand(creature) end

---How many of an item a creature carries.
---@param creature kts.Player | kts.Creature
---@param item kts.ItemType
---@return integer
function kts.GetNumHeld(creature, item) end

---Let a creature carry items.
---@param creature kts.Player | kts.Creature
---@param item kts.ItemType
---@param number? integer how many; 1 by default
function kts.GiveItem(creature, item, number) end

---Take a creature off the map, without a corpse.
---@param creature kts.Creature
function kts.DestroyCreature(creature) end

---Whether the actor is a knight.
---@return boolean
function kts.ActorIsKnight() end

---Put a creature on a square, if it can stand there.
---@param creature kts.Player | kts.Creature
---@param pos kts.Position
---@return boolean # whether it stands there now
function kts.TeleportTo(creature, pos) end

---Hurt the actor.
---@param amount integer in hit points
---@param stun? integer for how many milliseconds they cannot move
---@param no_squelch any true when nothing is to be heard
function kts.Damage(amount, stun, no_squelch) end

---The actor falls into a pit.
function kts.PitKill() end

---The actor kills themselves.
---@return boolean
function kts.Suicide() end

---Whether there is a knight to die.
---@return boolean
function kts.Can_Suicide() end

---Wait; the actor, if there is one, does nothing meanwhile.
---* refused: only a task or a callback can wait
---@param ms integer
function kts.Delay(ms) end

---Corpses near the actor rise, as SetZombieActivity says they would.
---@param number integer how many rise at most
---@param range integer how far away, in squares
---@return boolean # whether one rose
function kts.Necromancy(number, range) end

---The actor becomes a monster.
---@param montype kts.MonsterType
function kts.ZombifyActor(montype) end

---The creature ahead of the actor becomes a monster.
---@param montype kts.MonsterType
---@return boolean # whether somebody stood there
function kts.ZombifyTarget(montype) end

---Kill the monster of that type ahead of the actor.
---@param montype kts.MonsterType
---@return boolean # whether one stood there
function kts.ZombieKill(montype) end

---Let a sound be heard.
---@param pos? kts.Position where; nil for everywhere
---@param sound kts.Sound
---@param frequency? number how high, in Hz
function kts.PlaySound(pos, sound, frequency) end

---Let a message flash.
---@param msg any a string, or a table { key = "…", params = { … } }
---@param times? integer how often; 4 by default
function kts.FlashMessage(msg, times) end

---Let the screen flash.
---@param delay? integer in how many milliseconds; 0 by default
function kts.FlashScreen(delay) end

---A player, or the player of a knight, has won.
---@param player kts.Player | kts.Creature
function kts.WinGame(player) end

---The actor uses what is ahead: a door, a chest, a lever.
---@return boolean
function kts.Activate() end

---Whether something to use is ahead.
---@return boolean
function kts.Can_Activate() end

---The actor takes the item on their square.
---@return boolean
function kts.PickUp() end

---Whether an item to take lies there.
---@return boolean
function kts.Can_PickUp() end

---The actor lays an item down.
---@param item kts.ItemType
---@return boolean
function kts.Drop(item) end

---Whether the actor has the item, and room to lay it down.
---@param item kts.ItemType
---@return boolean
function kts.Can_Drop(item) end

---The actor lays down what they hold.
---@return boolean
function kts.DropHeld() end

---Whether the actor holds something, and has room to lay it down.
---@return boolean
function kts.Can_DropHeld() end

---The actor strikes what is ahead with what they hold.
---@return boolean
function kts.Swing() end

---Whether the actor holds a weapon.
---@return boolean
function kts.Can_Swing() end

---The actor strikes with a weapon, or lays down what is none.
---@return boolean
function kts.SwingOrDrop() end

---Whether the actor holds something.
---@return boolean
function kts.Can_SwingOrDrop() end

---The actor throws what they hold.
---@return boolean
function kts.Throw() end

---The actor throws what they hold, or shoots with it.
---@return boolean
function kts.ThrowOrShoot() end

---Whether the actor holds something, and nothing stands right ahead.
---@return boolean
function kts.Can_Throw() end

---Whether the actor holds something to throw or shoot with.
---@return boolean
function kts.Can_ThrowOrShoot() end

---Let a missile fly from a square; with drop_after it lies where it ends.
---@param pos kts.Position
---@param dir "north" | "east" | "south" | "west" where it flies
---@param itemtype kts.ItemType
---@param drop_after any whether it lies where it ends
function kts.AddMissile(pos, dir, itemtype, drop_after) end

---Exchange the item that the callback is about for another, or with nil take it away.
---@param itemtype? kts.ItemType
function kts.ChangeItem(itemtype) end

---Lay out the dungeon: fill the cells of a layout with segments, and give the players their homes. When it cannot be done, kts.DUNGEON_ERROR says why.
---* refused: the table must have a layout, a wall, segments and an entry_type
---* refused: exits of neighbouring cells must agree
---@param table kts.LayoutFields
function kts.LayoutDungeon(table) end

---Begin again with an empty map; kts.DUNGEON_ERROR becomes nil.
function kts.WipeDungeon() end

---Give doors and chests locks for the keys 1 … num_keys; with `pretrapped`, chests may get a trap instead.
---@param num_keys integer
---@param pretrapped any
function kts.GenerateLocksAndTraps(num_keys, pretrapped) end

---Put single items on random squares.
---* refused: a square of some category with a weight must be free
---@param itemtype kts.ItemType
---@param number integer
---@param weights any[] category, weight, category, weight …
function kts.AddItem(itemtype, number, weights) end

---Put stuff on squares by category.
---@param list any[][] { category, probability, function that gives an ItemType and a count } …
function kts.AddStuff(list) end

---Put up to that many monsters on random squares; each is given up after ten tries.
---@param montype kts.MonsterType
---@param number integer
function kts.AddMonsters(montype, number) end

---Put a monster on a square; nil when it cannot stand there.
---@param pos kts.Position
---@param montype kts.MonsterType
---@return kts.Creature?
function kts.AddMonster(pos, montype) end

---Put items on a square, whatever its tiles say, or into its container; false when it is taken.
---@param pos? kts.Position
---@param itemtype kts.ItemType
---@param number? integer
---@return boolean
function kts.PlaceItem(pos, itemtype, number) end

---See to it that every player can reach lockpicks, or num_keys different keys, from their home.
---@param num_keys integer 0 for none
---@param lockpick_itemtype kts.ItemType
function kts.ConnectivityCheck(num_keys, lockpick_itemtype) end

---The actor begins to look through the eyes of others.
function kts.CrystalStart() end

---The actor stops looking through the eyes of others.
function kts.CrystalStop() end

---The actor learns the map.
function kts.MagicMapping() end

---The actor forgets the map.
function kts.WipeMap() end

---The actor is seen by all.
function kts.RevealStart() end

---The actor is no longer seen by all.
function kts.RevealStop() end

---Doors open before the actor.
function kts.OpenWays() end

---All see where the actor is, for a time.
---@param ms integer
function kts.RevealLocation(ms) end

---The actor sees other knights, for a time.
---@param ms integer
function kts.SenseKnight(ms) end

---The actor sees items, for a time.
---@param ms integer
function kts.SenseItems(ms) end

---The actor cannot move, for a time.
---@param ms integer
function kts.Paralyzation(ms) end

---The actor is invisible, for a time.
---@param ms integer
---@param message any
function kts.Invisibility(ms, message) end

---Nothing hurts the actor, for a time.
---@param ms integer
---@param message any
function kts.Invulnerability(ms, message) end

---Poison does not hurt the actor, for a time.
---@param ms integer
---@param message any
function kts.PoisonImmunity(ms, message) end

---The actor is quick, for a time.
---@param ms integer
---@param message any
function kts.Quickness(ms, message) end

---The actor is strong, for a time.
---@param ms integer
---@param message any
function kts.Strength(ms, message) end

---The actor is quick, strong and invulnerable, for a time.
---@param ms integer
---@param message any
function kts.Super(ms, message) end

---The actor heals by and by, for a time.
---@param ms integer
---@param message any
---@param speed "slow" | "fast"
function kts.Regeneration(ms, message, speed) end

---All magic ends.
---@param message any
function kts.DispelMagic(message) end

---The actor is healed.
---@param message any
function kts.Healing(message) end

---The actor dies of poison.
---@param message any
function kts.Poison(message) end

---The actor comes to stand on a random square.
function kts.TeleportRandom() end

---All other knights come to stand near the actor.
function kts.Attractor() end

---All corpses rise.
function kts.FullZombieActivity() end

---Corpses rise as SetZombieActivity says.
function kts.NormalZombieActivity() end

---Read the segments of a file.
---* refused: what stands in the file must be a segment file; each fault is told with its line
---@param tile_table table tile number -> a tile, an item, a monster, { item, count }, or a list of these, the topmost first
---@param file string a segment file of the mod
---@return kts.Segment[]
function kts.LoadSegments(tile_table, file) end

---The tiles of a square, from the bottom up; none outside the map.
---@param pos? kts.Position
---@return kts.Tile[]
function kts.GetTiles(pos) end

---Lay a tile on a square of the map of the game; nothing outside it.
---* refused: a square holds so many tiles and no more
---@param pos? kts.Position
---@param tile kts.Tile
function kts.AddTile(pos, tile) end

---Take that very tile off a square; nothing when it does not lie there.
---@param pos? kts.Position
---@param tile kts.Tile
function kts.RemoveTile(pos, tile) end

---Open the door on a square.
---@param pos? kts.Position
function kts.OpenDoor(pos) end

---Close the door on a square, if nothing is in the way.
---@param pos? kts.Position
function kts.CloseDoor(pos) end

---Open the door on a square when it is closed, and close it when it is open.
---@param pos? kts.Position
function kts.OpenOrCloseDoor(pos) end

---Whether the door on a square is open; nothing when there is none.
---@param pos? kts.Position
---@return boolean?
function kts.IsDoorOpen(pos) end

---Give the door or chest on a square a lock: a key number, "special" or "pick_only".
---* refused: there must be a door or a chest
---@param pos kts.Position
---@param lock integer | "special" | "pick_only"
function kts.LockDoor(pos, lock) end

---Put a poison trap on the door or chest of a square.
---* refused: there must be a door or a chest
---@param pos kts.Position
---@param trap_item? kts.ItemType what is got back from a trap that is taken off
function kts.SetPoisonTrap(pos, trap_item) end

---Put a trap that shoots bolts on the door or chest of a square.
---* refused: there must be a door or a chest
---@param pos kts.Position
---@param trap_item? kts.ItemType what is got back from a trap that is taken off
---@param bolt_item kts.ItemType
---@param dir "north" | "east" | "south" | "west" where the bolts fly
function kts.SetBladeTrap(pos, trap_item, bolt_item, dir) end

---pos plus (dx, dy), turned as the segment around pos is.
---@param pos kts.Position
---@param dx integer
---@param dy integer
---@return kts.Position
function kts.RotateAddPos(pos, dx, dy) end

---A direction, turned as the segment around pos is.
---@param pos kts.Position
---@param dir "north" | "east" | "south" | "west"
---@return "north" | "east" | "south" | "west"
function kts.RotateDirection(pos, dir) end

---Exchange the tile that the callback is about for another, or with nil take it away.
---@param tile? kts.Tile
function kts.ChangeTile(tile) end

---The actor tries to pick the lock ahead.
---@param probability number from 0 to 1
---@param ms integer how long it takes
---@return boolean
function kts.PickLock(probability, ms) end

---Whether a locked door or chest is ahead.
---@return boolean
function kts.Can_PickLock() end

---The actor puts the poison trap they hold on the door or chest ahead.
---@return boolean
function kts.SetPoisonTrapOld() end

---Whether a trap can be set ahead.
---@return boolean
function kts.Can_SetPoisonTrapOld() end

---The actor puts the blade trap they hold on the door or chest ahead.
---@param bolt_item kts.ItemType
---@return boolean
function kts.SetBladeTrapOld(bolt_item) end

---Whether a trap can be set ahead.
---@return boolean
function kts.Can_SetBladeTrapOld() end

---The actor lays an open trap on the square ahead.
---@param open_item kts.ItemType
---@return boolean
function kts.SetBearTrap(open_item) end

---Whether the square ahead has room for a trap.
---@return boolean
function kts.Can_SetBearTrap() end

---The actor walls up the home ahead: true, or false and why not.
---@param wall_tile kts.Tile
---@return boolean
---@return string?
function kts.Secure(wall_tile) end
