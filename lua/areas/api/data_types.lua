-- Types of data, as data:add takes them.
return [==[
record Visible -- part
  Fields of what stands on a square.
  is_solid: boolean?, whether it blocks movement
  is_opaque: boolean?, whether it blocks sight
  image: any, its picture, for programs that draw
  glyph: string?, the character that text pictures show
  color: string | number[]?, its colour: a name, or three numbers from 0 to 255

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
  type: "boolean" | "string" | "number" | "integer" | "enum" | "table" | "data_id" | "any" | Type, that of its values
  default: any, its value until it is set
  choices: table?, for an enum: the list of allowed values
  data_type: string?, for a data_id: the type of the entry
  min_value: number?, for a number: the least allowed value
  max_value: number?, for a number: the greatest allowed value
  on_changed: function?, called with the new value when it is set
  doc: string?, what it does
  is_hidden: any, for programs that show options

record base.map_tile: Visible, Handling
  A tile: the ground of a square.
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
]==]
