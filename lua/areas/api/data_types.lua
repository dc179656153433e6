-- Types of data, as data:add takes them.
return [==[
record Visible -- part
  Fields of what stands on a square.
  is_solid: boolean?, whether it blocks movement
  is_opaque: boolean?, whether it blocks sight
  image: any, its picture, for programs that draw
  glyph: string?, the character that text pictures show
  color: string | number[]?, its colour: a name, or three numbers from 0 to 255
  sprite: string?, its sprite in pictures: a key that `dungeon-host show --sprites` lists, or a sprite of the mod
  material: string?, what it is made of, for pictures

record Handling -- part
  Fields of what has event handlers.
  events: table[]?, event handlers: `{ id = …, name = …, callback = …, priority = … }` each
  _events: table[]?, the same; a handler may write `_id` for `id`

record base.event
  An event. Event.register and map:connect_self add handlers for it.
  doc: string?, when it is emitted
  params: any, what its params hold, as documentation
  returns: any, which results a handler may return, as documentation

record base.data_ext -- strict
  Fields that one mod adds to types of another. An entry has them under `_ext`.
  fields: table[], fields as data:add_type takes them
  doc: string?, what they are for

record base.config_option -- strict
  An option of a mod, found under `config`.
  type: "boolean" | "string" | "number" | "integer" | "enum" | "table" | "data_id" | "any" | Type, its values' type
  default: any, its value until it is set
  choices: table?, for an enum: the list of allowed values
  data_type: string?, for a data_id: the type of the entry
  min_value: number?, for a number: the least allowed value
  max_value: number?, for a number: the greatest allowed value
  on_changed: function?, called with the new value when it is set
  doc: string?, what it does
  is_hidden: any, for programs that show options

record base.map_tile: Visible, Handling
  A tile: the ground of a square. The host takes its fields when the entry is added, or when all mods have loaded.
  name: string?, its name

record base.chara: Visible, Handling
  A chara: a creature that lives on maps.
  name: string?, its name; by default made of its id
  level: integer?, how strong it is; Charagen draws by level
  categories: string[]?, words by which Charagen selects it
  tags: string[]?, further such words
  rarity: number?, how often Charagen draws it: 100000 is usual, 0 is never
  coefficient: number?, how fast it gets rarer away from its level: 400 is usual
  quality: integer?, its quality
  max_hp: number?, its full health; by default 10, and 5 for each level
  is_citizen: boolean?, whether it respawns after death and is never removed by a renewal

record base.item: Visible, Handling
  An item: it lies on maps, or a chara carries it.
  name: string?, its name; by default made of its id
  categories: string[]?, words for its kind
  tags: string[]?, further such words
  level: integer?, the level of maps it belongs to
  rarity: number?, how rare it is
  value: number?, its price
  weight: number?, its weight
  nutrition: number?, how much it feeds

record base.feat: Visible, Handling
  A feat: a feature of a map, such as stairs and doors.
  name: string?, its name
  params: table<string, Type | table>?, the params of Feat.create: types, or `{ type = …, default = … }`
  on_activate: function?, called with the feat and `{ chara = … }` when a chara uses it; false says that it failed
  on_stepped_on: function?, called with the feat and `{ chara = … }` when a chara steps on it
  on_bumped_into: function?, called with the feat and `{ chara = … }` when a chara walks into it
  on_refresh: function?, for mods that refresh feats
  on_instantiate: function?, called with each new feat
  is_temporary: boolean?, whether a major renewal of the map removes it

record base.map_archetype: Handling -- strict
  The behaviour of a map.
  starting_pos: function | table?, the arrival: `{ x = …, y = … }`, or a function of map, chara, previous map and feat
  on_generate_map: function?, called with area, floor and params: returns the map
  on_spawn: function?, called with the map when a creature spawns
  chara_filter: function?, called with the map: returns the filter of Charagen, if there is no on_spawn
  on_restock: function?, called with the map at a minor renewal
  on_renew: function?, called with the map at each major renewal except the first
  on_map_renew_minor: function?, handles that event
  on_map_renew_major: function?, handles that event
  on_map_renew_geometry: function?, handles that event
  on_map_loaded: function?, handles that event
  on_map_entered: function?, handles that event
  on_map_pass_turn: function?, handles that event
  properties: table?, fields for the map
  register_unique: boolean | string[]?, ids of unique areas that it makes; true for its own id
  elona_id: integer?, as documentation
  name: string?, its name
  image: any, for programs that draw
  doc: string?, what it is for

record base.area_generator -- strict
  The generator of the floors of areas.
  on_generate_floor: function, called with floor, area and params: returns a map of any dialect
  deepest_floor: integer?, the last floor of its areas; without it there is always one more
  starting_floor: integer?, the first floor; 1 by default
  doc: string?, what it is for

record Entrance -- part
  Fields of unique areas that have an entrance.
  parent_map: string?, the unique area that holds its entrance
  x: integer?, the square of the entrance there
  y: integer?, the square of the entrance there

record Unique -- part
  Fields of all unique areas.
  image: any, the image of its entrances
  color: string | number[]?, the colour of its entrances
  name: string?, its name
  types: string[]?, its types: "dungeon", "town" …
  metadata: table?, the metadata of the area
  deepest_floor: integer?, its last floor
  starting_floor: integer?, its first floor
  doc: string?, what it is for

record base.unique_area: Entrance, Unique -- strict
  The only area of its id.
  area_generator: string?, the generator of its floors
  archetype: string?, or the map archetype of its only map
  parent_floor: integer?, the floor of the parent; by default its first

record base.unique_map: Entrance, Unique -- strict
  The only map of its id: a unique area with one floor.
  archetype: string?, its map archetype

record base.area_archetype: Unique -- strict
  The only area of its id, in the later form of the API.
  floors: table<integer, string>?, floor -> the map archetype that makes it
  on_generate_floor: function?, called with area, floor and params for all other floors: returns a map
  area_generator: string?, the generator of the other floors, if there is no on_generate_floor
  parent_area: table?, the place of its entrance: `{ _id = …, on_floor = …, x = …, y = …, starting_floor = … }`
  elona_id: integer?, as documentation
  has_deed: any, as documentation

record base.mef: Handling
  An effect that lies on a square of a map, such as a web or fire.
  params: table<string, Type | table>?, params: types, or `{ type = …, default = … }`

record base.race
  The race of charas.
  age_min: any, must be set
  age_max: any, must be set
  skills: any, must be set
  body_parts: any, must be set

record base.effect
  A state of charas, such as sleep.
  color: any, must be set
  indicator: any, must be set

record base.activity: Handling
  What a chara does for many turns.
  animation_wait: any, must be set
  on_interrupt: any, must be set
  params: table<string, Type | table>?, params: types, or `{ type = …, default = … }`

record base.body_part
  A part of a body that wears equipment.
  icon: any, must be set

record base.enchantment
  An enchantment of items.
  rarity: any, must be set

record base.ego_enchantment
  A named set of enchantments.
  level: any, must be set
  filter: any, must be set

record base.enchantment_skill
  A skill that an enchantment calls.
  skill_id: any, must be set

record base.trait
  A trait of charas.
  level_min: any, must be set
  level_max: any, must be set
  type: any, must be set

record base.sound
  A sound, which nobody plays.
  file: any, must be set

record base.music
  A piece of music, which nobody plays.
  file: any, must be set

record base.ui_indicator
  An indicator on the screen.
  indicator: any, must be set

record base.scenario
  The beginning of a game.
  on_game_start: any, must be set

record base.theme
  A theme of the screen.
  overrides: any, must be set

record base.theme_transform
  A change of a theme.
  applies_to: any, must be set
  transform: any, must be set

record base.chip
  A picture of an object.
  image: any, must be set
  group: any, must be set

record base.ai_action
  An action of the AI of charas.
  act: any, must be set

record base.tone
  How a chara talks.
  texts: any, must be set

record base.portrait
  The picture of a face.
  image: any, must be set

record base.keybind
  A key of the keyboard.
  default: any, must be set

record base.pcc_part
  A part of the picture of a chara.
  kind: any, must be set
  image: any, must be set

record base.damage_reaction
  What happens to those who hit.
  on_damage: any, must be set

record base.language
  A language of texts.
  language_code: any, must be set

record base.config_option_type
  A type of options.
  validate: any, must be set
  widget: any, must be set
  fields: any, must be set
  default: any, must be set

record base.auto_turn_anim
  An animation of turns that pass.
  sound: any, must be set
  callback: any, must be set
  draw: any, must be set

record base.equipment_type
  The equipment of new charas.
  on_initialize_equipment: any, must be set

record base.loot_type
  What dead charas leave.
  on_drop_loot: any, must be set

record base.trait_indicator
  An indicator of traits.
  applies_to: any, must be set
  make_indicator: any, must be set

record base.journal_page
  A page of the journal.
  render: any, must be set

record base.item_type
  A type of items.

record base.class
  The class of charas.

record base.element
  An element of damage.

record base.ego_minor_enchantment
  A name of a minor enchantment.

record base.ammo_enchantment
  An enchantment of ammunition.

record base.skill
  A skill of charas.

record base.asset
  A picture of the screen.

record base.talk_event
  An occasion on which charas talk.

record base.role
  A role of charas, such as a shopkeeper.

record base.config_menu
  A menu of options.
]==]
