-- The types of data of the host, and the entries that it brings itself.

local import, py = ...
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local errors = import "core/errors"
local data_types = import "areas/data/types"
local entries = import "areas/data/entries"

local where = errors.where
local atoms, make = checkers.atoms, checkers.make
local concat, format = table.concat, string.format
local ipairs, type = ipairs, type

local M = {}

local function optional(kind)
  return make.optional(kind)
end

local any, text, callback, color = atoms.any, atoms.string, checkers.callback, atoms.color
local whole, number, flag = optional(atoms.int), optional(atoms.number), optional(atoms.boolean)
local name, call, free = optional(text), optional(callback), optional(atoms.table)
local id = data.data_id

-- Handlers that an entry brings: { id or _id, name, callback, priority }.
local event_ids = id "base.event"
local handler = make.all(make.fields_strict {
  id = optional(text), _id = optional(text), name = text, callback = callback, priority = number,
}, checkers.define("handler", function(value, path, found)
  local event = value.id == nil and value._id or value.id
  if event == nil then
    checkers.fault(found, checkers.step(path, "id"), nil, "must be the id of a base.event")
  elseif not M.aliases[event] then
    checkers.run(event_ids, event, checkers.step(path, value.id == nil and "_id" or "id"), found)
  end
end))
local handlers = optional(make.list(handler))

-- Names that events also go by.
M.aliases = { ["base.on_map_enter"] = "base.on_map_entered" }

-- The id by which an event goes now; the use of an older one is noted, at the place of who is running if no other is given.
function M.event_named(id, file, line)
  local now = M.aliases[id]
  if not now then
    return id
  elseif not file then
    file, line = where()
  end
  py.note_deprecated('the event "' .. id .. '" is called "' .. now .. '" now', file, line)
  return now
end



-- What is told of the types, by name: { doc, fields }.
local declared, names = {}, {}

-- A type: what it is, and its fields as { name, type, what it means }. `is_open`: mods give entries fields of their own.
local function declare(kind, doc, list, is_open)
  local fields = {}
  for i, one in ipairs(list) do
    fields[i] = { name = one[1], type = one[2] }
  end
  data_types.add_own_type(kind, fields, { validation = is_open and "permissive" or "strict", doc = doc })
  names[#names + 1], declared[kind] = kind, { doc, list }
end

-- The types as declarations: a record each.
function M.declarations()
  local lines = {}
  for _, kind in ipairs(names) do
    local doc, list = declared[kind][1], declared[kind][2]
    lines[#lines + 1] = "record base." .. kind
    lines[#lines + 1] = "  " .. doc
    for _, one in ipairs(list) do
      lines[#lines + 1] = format("  %s: %s, %s", one[1], checkers.told(one[2]), one[3])
    end
  end
  return concat(lines, "\n")
end

local texts, colour = optional(make.list(text)), optional(color)
local EVENTS = "handlers: `{ id = …, name = …, callback = …, priority = … }` each"

-- What several types have: a list of fields with others added.
local function with(more, list)
  for _, one in ipairs(more) do
    list[#list + 1] = one
  end
  return list
end
local looks = {
  { "image", any, "its picture, for those who draw" }, { "glyph", name, "the character that stands for it in pictures of text" },
  { "color", colour, "its colour: a name, or three numbers from 0 to 255" },
}
local blocks = {
  { "is_solid", flag, "whether nobody can step where it is" }, { "is_opaque", flag, "whether it hides what lies behind it" },
}
local handled = { { "events", handlers, EVENTS }, { "_events", handlers, "the same; an item may say `_id` for `id`" } }

declare("event", "An event, which Event.register and map:connect_self handle.", {
  { "doc", name, "when it comes" }, { "params", any, "what its params hold, for readers" },
  { "returns", any, "what a handler may answer, for readers" },
}, true)
declare("data_ext", "Fields that one mod adds to types of another: an entry has them under `_ext`.", {
  { "fields", make.list(make.fields { name = text, type = optional(atoms.type), default = any }), "as data:add_type takes them" },
  { "doc", name, "what they are for" },
})
local option_kinds = make.literal("boolean", "string", "number", "integer", "enum", "table", "data_id", "any")
declare("config_option", "An option of a mod, found under `config`.", {
  { "type", make.some(option_kinds, atoms.type), "what it may be" },
  { "default", any, "what it is until it is set" }, { "choices", free, "of an enum: the list of what it may be" },
  { "data_type", optional(atoms.data_type_id), "of a data_id: the type of the entry" },
  { "min_value", number, "of a number: the least" },
  { "max_value", number, "of a number: the greatest" }, { "on_changed", call, "called with the new value when it is set" },
  { "doc", name, "what it does" }, { "is_hidden", any, "for those who show options" },
})
declare("map_tile", "A tile: what a square of a map is.", with(handled, with(looks, with(blocks, {
  { "name", name, "what it is called" },
}))), true)
declare("chara", "A chara: somebody who lives on maps.", with(handled, with(looks, with(blocks, {
  { "name", name, "what it is called; its id if it is left out" }, { "level", whole, "how strong it is; Charagen draws by it" },
  { "categories", texts, "words by which Charagen finds it" }, { "tags", texts, "more of them" },
  { "rarity", number, "how often it is drawn: 100000 is usual, 0 never" },
  { "coefficient", number, "how much rarer it is drawn away from its level: 400 is usual" },
  { "quality", whole, "how rare a one it is" }, { "max_hp", number, "its health; 10 and 5 for each level if it is left out" },
  { "is_citizen", flag, "whether it comes back after death, and is never tidied away" },
}))), true)
declare("item", "An item: what lies on maps and is carried.", with(handled, with(looks, with(blocks, {
  { "name", name, "what it is called; its id if it is left out" }, { "categories", texts, "words for what it is" },
  { "tags", texts, "more of them" }, { "level", whole, "how deep it belongs" }, { "rarity", number, "how often it is to be found" },
  { "value", number, "what it costs" }, { "weight", number, "what it weighs" }, { "nutrition", number, "what eating it gives" },
}))), true)

local param = make.some(atoms.type, make.fields { type = optional(atoms.type), default = any })
declare("feat", "A feat: what is built on a map, such as stairs and doors.", with(handled, with(looks, with(blocks, {
  { "name", name, "what it is called" },
  { "params", optional(make.map(text, param)), "what Feat.create takes under params: types, or `{ type = …, default = … }`" },
  { "on_activate", call, "called with the feat and `{ chara = … }` when somebody uses it; false says that nothing came of it" },
  { "on_stepped_on", call, "called with the feat and `{ chara = … }` when somebody steps on it" },
  { "on_bumped_into", call, "called with the feat and `{ chara = … }` when somebody walks into it" },
  { "on_refresh", call, "for those who refresh feats" }, { "on_instantiate", call, "called with each new feat" },
  { "is_temporary", flag, "whether a major renewal of the map takes it away" },
}))), true)

declare("map_archetype", "What a map does.", with(handled, {
  { "starting_pos", optional(make.some(callback, atoms.table)),
    "where one arrives: `{ x = …, y = … }`, or a function of map, chara, the map before and feat" },
  { "on_generate_map", call, "called with area, floor and params: gives the map" },
  { "on_spawn", call, "called with the map when a creature is to come" },
  { "chara_filter", call, "called with the map: gives the filter for Charagen, if there is no on_spawn" },
  { "on_restock", call, "called with the map at a minor renewal" },
  { "on_renew", call, "called with the map at a major renewal, but the first" },
  { "on_map_renew_minor", call, "handles that event" }, { "on_map_renew_major", call, "handles that event" },
  { "on_map_renew_geometry", call, "handles that event" }, { "on_map_loaded", call, "handles that event" },
  { "on_map_entered", call, "handles that event" }, { "on_map_pass_turn", call, "handles that event" },
  { "properties", free, "fields that the map gets" },
  { "register_unique", optional(make.some(atoms.boolean, make.list(text))), "ids of unique areas that it makes; true for its own" },
  { "elona_id", whole, "for readers" }, { "name", name, "what it is called" }, { "image", any, "for those who draw" },
  { "doc", name, "what it is for" },
}))
declare("area_generator", "What makes the floors of an area.", {
  { "on_generate_floor", callback, "called with floor, area and params: gives a map, of whatever dialect" },
  { "deepest_floor", whole, "how deep areas go; without it there is always one more" },
  { "starting_floor", whole, "the first floor; 1 if it is left out" },
  { "doc", name, "what it is for" },
})

local parent = { _id = id "base.area_archetype", on_floor = whole, x = atoms.int, y = atoms.int, starting_floor = whole }
local unique_ids = checkers.define("unique area", function(value, path, found)
  -- A parent is an area of any of the kinds that are unique.
  for _, kind in ipairs(M.UNIQUE) do
    if data.find(kind, value) then
      return
    end
  end
  checkers.run(id "base.unique_area", value, path, found)
end, { told = "string" })
M.UNIQUE = { "base.unique_area", "base.area_archetype", "base.unique_map" }
parent._id = unique_ids

local unique = {
  { "image", any, "what entrances to it show" }, { "color", colour, "the colour of entrances to it" },
  { "name", name, "what it is called" },
  { "types", texts, 'what it is: "dungeon", "town" …' }, { "metadata", free, "what the area has under metadata" },
  { "deepest_floor", whole, "how deep it goes" }, { "starting_floor", whole, "its first floor" }, { "doc", name, "what it is for" },
}
local placed = {
  { "parent_map", optional(unique_ids), "the unique area in which it lies" }, { "x", whole, "where its entrance is there" },
  { "y", whole, "where its entrance is there" },
}
declare("unique_area", "The one area of its id.", with(unique, with(placed, {
  { "area_generator", optional(id "base.area_generator"), "what makes its floors" },
  { "archetype", optional(id "base.map_archetype"), "or what makes its only map" },
  { "parent_floor", whole, "the floor of the parent; its first if it is left out" },
})))
declare("unique_map", "The one map of its id: a unique area with a single floor.", with(unique, with(placed, {
  { "archetype", optional(id "base.map_archetype"), "what makes it" },
})))
declare("area_archetype", "The one area of its id, in the later form.", with(unique, {
  { "floors", optional(make.map(atoms.int, id "base.map_archetype")), "floor by floor what makes its map" },
  { "on_generate_floor", call, "called with area, floor and params for the others: gives a map" },
  { "area_generator", optional(id "base.area_generator"), "what makes the others, if there is no on_generate_floor" },
  { "parent_area", optional(make.fields_strict(parent)),
    "where it lies: `{ _id = …, on_floor = …, x = …, y = …, starting_floor = … }`" },
  { "elona_id", whole, "for readers" }, { "has_deed", any, "for readers" },
}))

-- events ------------------------------------------------------------------------------------------------------------

for word in ([[
  base.on_startup base.before_engine_init base.on_engine_init base.on_init_save base.on_new_game base.on_game_initialize
  base.on_build_map base.on_map_generated_from_archetype base.on_generate_area_floor base.calc_map_starting_pos
  base.on_map_leave base.on_map_changed base.on_map_initialize base.on_map_renew_geometry base.on_map_renew_major
  base.on_map_renew_minor base.on_map_loaded base.on_map_entered base.after_map_changed base.on_map_deserialized
  base.on_map_deleted base.on_map_pass_turn base.on_map_saved base.on_area_deleted
  base.on_object_instantiated base.on_object_removed base.on_object_prototype_changed base.on_refresh
  base.on_chara_moved base.on_chara_killed base.on_item_renew_major base.on_item_eaten base.on_feat_activated
  base.on_second_passed base.on_minute_passed base.on_hour_passed base.on_day_passed base.on_month_passed
  base.on_year_passed base.on_turn_passed base.before_handle_self_event base.on_log_message base.on_data_add
  base.on_hotload_begin base.before_hotload_prototype base.on_hotload_prototype base.on_hotload_end
  elona.before_spawn_mobs elona.before_travel_using_feat elona.on_travel_using_feat
]]):gmatch "%S+" do
  entries.add_own("base.event", { word }, {})
end

-- tiles, feats, … ---------------------------------------------------------------------------------------------------

entries.add_own("base.map_tile", { "base.floor" }, { name = "floor", is_solid = false, is_opaque = false })
entries.add_own("base.map_tile", { "base.wall" }, { name = "wall", is_solid = true, is_opaque = true })

local whole_param = { type = optional(atoms.int) }
local travel_params = {
  area_uid = whole_param, area_floor = whole_param, start_floor = whole_param, area_starting_x = whole_param,
  area_starting_y = whole_param, map_uid = whole_param, floor_delta = whole_param,
}
entries.add_own("base.feat", { "base.stairs_up", "elona.stairs_up" }, {
  name = "stairs up", glyph = "<", color = "bright_white", params = travel_params, is_solid = false,
})
entries.add_own("base.feat", { "base.stairs_down", "elona.stairs_down" }, {
  name = "stairs down", glyph = ">", color = "bright_white", params = travel_params, is_solid = false,
})
entries.add_own("base.feat", { "base.map_entrance", "elona.map_entrance" }, {
  name = "entrance", glyph = "∩", color = "bright_yellow", params = travel_params, is_solid = false,
})
entries.add_own("base.chara", { "base.fallback" }, { name = "bug", level = 1, rarity = 0 })
entries.add_own("base.config_option", { "base.debug_always_renew_map" }, {
  type = "enum", choices = { "none", "major", "minor" }, default = "none",
})

-- Tiles are known to Python once they are what they will be.
data.when_ready("base.map_tile", function(record)
  local entry = record.entry
  local glyph, colour = entry.glyph, entry.color
  record.stack = py.tile_define(
    record.index, entry.is_solid == true, entry.is_opaque == true, entry.name or "", glyph or "",
    type(colour) == "string" and colour or type(colour) == "table" and ("#%02x%02x%02x"):format(
      colour[1] // 1 | 0, colour[2] // 1 | 0, colour[3] // 1 | 0) or "")
end)

return M
