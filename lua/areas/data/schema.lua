-- The types of data of the host, such as base.chara, with the texts of their pages.

local import = ...
local checkers = import "core/border/checkers"
local registry = import "areas/data/registry"
local types = import "areas/data/types"

local atoms, make = checkers.atoms, import "core/border/checker_makers"

local M = {}

-- The types whose entries are unique areas.
M.UNIQUE = { "base.unique_area", "base.area_archetype", "base.unique_map" }

local optional, id = make.optional, registry.id_checker
local any, text, callback, table_ = atoms.any, atoms.string, checkers.callback, optional(atoms.table)
local integer, number, boolean = optional(atoms.int), optional(atoms.number), optional(atoms.boolean)
local string_, fn, strings, color = optional(text), optional(callback), optional(make.list(text)), optional(atoms.color)

-- A handler in an entry: { id or _id, name, callback, priority }.
local event_id = id "base.event"
local handler = make.all(make.fields_strict {
  id = string_, _id = string_, name = text, callback = callback, priority = number,
}, checkers.define("handler", function(value, path, faults)
  local event = value.id == nil and value._id or value.id
  if event == nil then
    checkers.fault(faults, checkers.step(path, "id"), nil, "must be the id of a base.event")
  elseif not registry.renamed_events[event] then
    checkers.run(event_id, event, checkers.step(path, value.id == nil and "_id" or "id"), faults)
  end
end))
local handlers = optional(make.list(handler))

-- The id of a unique area of any type.
local unique_id = checkers.define("unique area", function(value, path, faults)
  for _, type_name in ipairs(M.UNIQUE) do
    if registry.find(type_name, value) then
      return
    end
  end
  checkers.run(id "base.unique_area", value, path, faults)
end, { declared = "string" })

-- Declared types in order: { name, doc, fields }.
local declared = {}

-- Adds a type with its text and its fields { name, type, text }. `is_open`: mods may give entries further fields.
local function declare(name, doc, fields, is_open)
  local options = { name = name, validation = is_open and "permissive" or "strict", fields = {} }
  for i, field in ipairs(fields) do
    options.fields[i] = { name = field[1], type = field[2] }
  end
  types.add_type(registry.HOST, options, "host", 0)
  declared[#declared + 1] = { name, doc, fields }
end

-- The types as declarations: a record for each.
function M.declarations()
  local lines = {}
  for _, declaration in ipairs(declared) do
    lines[#lines + 1] = "record base." .. declaration[1]
    lines[#lines + 1] = "  " .. declaration[2]
    for _, field in ipairs(declaration[3]) do
      lines[#lines + 1] = string.format("  %s: %s, %s", field[1], checkers.declared(field[2]), field[3])
    end
  end
  return table.concat(lines, "\n")
end

-- Fields that several types share ------------------------------------------------------------------------------------

-- Several lists of fields as one.
local function join(...)
  local fields = {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #fields + 1, fields)
  end
  return fields
end

local LOOKS = {
  { "image", any, "its picture, for programs that draw" },
  { "glyph", string_, "the character that text pictures show" },
  { "color", color, "its colour: a name, or three numbers from 0 to 255" },
}
local BLOCKING = {
  { "is_solid", boolean, "whether it blocks movement" },
  { "is_opaque", boolean, "whether it blocks sight" },
}
local HANDLERS = {
  { "events", handlers, "event handlers: `{ id = …, name = …, callback = …, priority = … }` each" },
  { "_events", handlers, "the same; a handler may write `_id` for `id`" },
}

declare("event", "An event. Event.register and map:connect_self add handlers for it.", {
  { "doc", string_, "when it is emitted" },
  { "params", any, "what its params hold, as documentation" },
  { "returns", any, "which results a handler may return, as documentation" },
}, true)
declare("data_ext", "Fields that one mod adds to types of another. An entry has them under `_ext`.", {
  { "fields", make.list(make.fields { name = text, type = optional(atoms.type), default = any }),
    "fields as data:add_type takes them" },
  { "doc", string_, "what they are for" },
})
local option_type = make.literal("boolean", "string", "number", "integer", "enum", "table", "data_id", "any")
declare("config_option", "An option of a mod, found under `config`.", {
  { "type", make.some(option_type, atoms.type), "the type of its values" },
  { "default", any, "its value until it is set" },
  { "choices", table_, "for an enum: the list of allowed values" },
  { "data_type", optional(atoms.data_type_id), "for a data_id: the type of the entry" },
  { "min_value", number, "for a number: the least allowed value" },
  { "max_value", number, "for a number: the greatest allowed value" },
  { "on_changed", fn, "called with the new value when it is set" },
  { "doc", string_, "what it does" },
  { "is_hidden", any, "for programs that show options" },
})
declare("map_tile", "A tile: the ground of a square.", join({
  { "name", string_, "its name" },
}, BLOCKING, LOOKS, HANDLERS), true)
declare("chara", "A chara: a creature that lives on maps.", join({
  { "name", string_, "its name; by default made of its id" },
  { "level", integer, "how strong it is; Charagen draws by level" },
  { "categories", strings, "words by which Charagen selects it" },
  { "tags", strings, "further such words" },
  { "rarity", number, "how often Charagen draws it: 100000 is usual, 0 is never" },
  { "coefficient", number, "how fast it gets rarer away from its level: 400 is usual" },
  { "quality", integer, "its quality" },
  { "max_hp", number, "its full health; by default 10, and 5 for each level" },
  { "is_citizen", boolean, "whether it respawns after death and is never removed by a renewal" },
}, BLOCKING, LOOKS, HANDLERS), true)
declare("item", "An item: it lies on maps, or a chara carries it.", join({
  { "name", string_, "its name; by default made of its id" },
  { "categories", strings, "words for its kind" },
  { "tags", strings, "further such words" },
  { "level", integer, "the level of maps it belongs to" },
  { "rarity", number, "how rare it is" },
  { "value", number, "its price" },
  { "weight", number, "its weight" },
  { "nutrition", number, "how much it feeds" },
}, BLOCKING, LOOKS, HANDLERS), true)

local param = make.some(atoms.type, make.fields { type = optional(atoms.type), default = any })
declare("feat", "A feat: a feature of a map, such as stairs and doors.", join({
  { "name", string_, "its name" },
  { "params", optional(make.map(text, param)), "the params of Feat.create: types, or `{ type = …, default = … }`" },
  { "on_activate", fn,
    "called with the feat and `{ chara = … }` when a chara uses it; false means that it did not work" },
  { "on_stepped_on", fn, "called with the feat and `{ chara = … }` when a chara steps on it" },
  { "on_bumped_into", fn, "called with the feat and `{ chara = … }` when a chara walks into it" },
  { "on_refresh", fn, "for mods that refresh feats" },
  { "on_instantiate", fn, "called with each new feat" },
  { "is_temporary", boolean, "whether a major renewal of the map removes it" },
}, BLOCKING, LOOKS, HANDLERS), true)

declare("map_archetype", "The behaviour of a map.", join({
  { "starting_pos", optional(make.some(callback, atoms.table)),
    "the square of arrival: `{ x = …, y = … }`, or a function of map, chara, previous map and feat" },
  { "on_generate_map", fn, "called with area, floor and params: returns the map" },
  { "on_spawn", fn, "called with the map when a creature spawns" },
  { "chara_filter", fn, "called with the map: returns the filter of Charagen, if there is no on_spawn" },
  { "on_restock", fn, "called with the map at a minor renewal" },
  { "on_renew", fn, "called with the map at each major renewal except the first" },
  { "on_map_renew_minor", fn, "handles that event" },
  { "on_map_renew_major", fn, "handles that event" },
  { "on_map_renew_geometry", fn, "handles that event" },
  { "on_map_loaded", fn, "handles that event" },
  { "on_map_entered", fn, "handles that event" },
  { "on_map_pass_turn", fn, "handles that event" },
  { "properties", table_, "fields for the map" },
  { "register_unique", optional(make.some(atoms.boolean, make.list(text))),
    "ids of unique areas that it makes; true for its own id" },
  { "elona_id", integer, "as documentation" },
  { "name", string_, "its name" },
  { "image", any, "for programs that draw" },
  { "doc", string_, "what it is for" },
}, HANDLERS))
declare("area_generator", "The generator of the floors of areas.", {
  { "on_generate_floor", callback, "called with floor, area and params: returns a map of any dialect" },
  { "deepest_floor", integer, "the last floor of its areas; without it there is always one more" },
  { "starting_floor", integer, "the first floor; 1 by default" },
  { "doc", string_, "what it is for" },
})

local UNIQUE_AREA = {
  { "image", any, "the image of its entrances" },
  { "color", color, "the colour of its entrances" },
  { "name", string_, "its name" },
  { "types", strings, 'its types: "dungeon", "town" …' },
  { "metadata", table_, "the metadata of the area" },
  { "deepest_floor", integer, "its last floor" },
  { "starting_floor", integer, "its first floor" },
  { "doc", string_, "what it is for" },
}
local PARENT = {
  { "parent_map", optional(unique_id), "the unique area that holds its entrance" },
  { "x", integer, "the square of the entrance there" },
  { "y", integer, "the square of the entrance there" },
}
declare("unique_area", "The only area of its id.", join({
  { "area_generator", optional(id "base.area_generator"), "the generator of its floors" },
  { "archetype", optional(id "base.map_archetype"), "or the map archetype of its only map" },
  { "parent_floor", integer, "the floor of the parent; by default its first" },
}, PARENT, UNIQUE_AREA))
declare("unique_map", "The only map of its id: a unique area with one floor.", join({
  { "archetype", optional(id "base.map_archetype"), "its map archetype" },
}, PARENT, UNIQUE_AREA))
declare("area_archetype", "The only area of its id, in the later form of the API.", join({
  { "floors", optional(make.map(atoms.int, id "base.map_archetype")), "floor -> the map archetype that makes it" },
  { "on_generate_floor", fn, "called with area, floor and params for all other floors: returns a map" },
  { "area_generator", optional(id "base.area_generator"),
    "the generator of the other floors, if there is no on_generate_floor" },
  { "parent_area", optional(make.fields_strict {
    _id = unique_id, on_floor = integer, x = atoms.int, y = atoms.int, starting_floor = integer,
  }), "the place of its entrance: `{ _id = …, on_floor = …, x = …, y = …, starting_floor = … }`" },
  { "elona_id", integer, "as documentation" },
  { "has_deed", any, "as documentation" },
}, UNIQUE_AREA))

return M
