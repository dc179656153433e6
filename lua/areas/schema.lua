-- The types of data of the host, and the entries that it brings itself.

local import, py = ...
local checkers = import "host/checkers"
local data = import "areas/data"
local blame = import "host/blame"

local finish, where = blame.finish, blame.where
local atoms, make = checkers.atoms, checkers.make
local ipairs, type = ipairs, type

local M = {}

local function optional(kind)
  return make.optional(kind)
end

local any, text, callback, color = atoms.any, atoms.string, checkers.callback, atoms.color
local whole, number, flag = optional(atoms.int), optional(atoms.number), optional(atoms.boolean)
local name, call, free = optional(text), optional(callback), optional(atoms.table)
local id = data.data_id

local function fields(list)
  local made = {}
  for i, one in ipairs(list) do
    made[i] = { name = one[1], type = one[2], default = one[3], indexed = one.indexed }
  end
  return made
end

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
  finish(py.deprecated('the event "' .. id .. '" is called "' .. now .. '" now', file, line))
  return now
end



local function declare(kind, list, options)
  data.add_own_type(kind, fields(list), options)
end

-- For what mods give fields of their own.
local function loosely()
  return { validation = "permissive" }
end

declare("event", { { "doc", name }, { "params", optional(any) }, { "returns", optional(any) } }, loosely())
declare("data_ext", { { "fields", make.list(make.fields { name = text, type = optional(atoms.type), default = any }) }, { "doc", name } })
declare("config_option", {
  { "type", make.some(make.literal("boolean", "string", "number", "integer", "enum", "table", "data_id", "any"), atoms.type) },
  { "default", any }, { "choices", free }, { "data_type", optional(atoms.data_type_id) },
  { "min_value", number }, { "max_value", number }, { "on_changed", call }, { "doc", name }, { "is_hidden", any },
})
declare("map_tile", {
  { "is_solid", flag }, { "is_opaque", flag }, { "image", any }, { "name", name }, { "glyph", name }, { "color", optional(color) },
  { "events", handlers }, { "_events", handlers },
}, loosely())
declare("chara", {
  { "name", name }, { "level", whole }, { "categories", optional(make.list(text)) }, { "tags", optional(make.list(text)) },
  { "rarity", number }, { "coefficient", number }, { "quality", whole }, { "image", any }, { "glyph", name },
  { "color", optional(color) }, { "max_hp", number }, { "is_solid", flag }, { "is_opaque", flag }, { "is_citizen", flag },
  { "events", handlers }, { "_events", handlers },
}, loosely())
declare("item", {
  { "name", name }, { "categories", optional(make.list(text)) }, { "tags", optional(make.list(text)) }, { "level", whole },
  { "rarity", number }, { "value", number }, { "weight", number }, { "image", any }, { "glyph", name }, { "color", optional(color) },
  { "nutrition", number }, { "is_solid", flag }, { "is_opaque", flag }, { "events", handlers }, { "_events", handlers },
}, loosely())

local param = make.some(atoms.type, make.fields { type = optional(atoms.type), default = any })
declare("feat", {
  { "name", name }, { "is_solid", flag }, { "is_opaque", flag }, { "image", any }, { "glyph", name }, { "color", optional(color) },
  { "params", optional(make.map(text, param)) }, { "events", handlers }, { "_events", handlers },
  { "on_activate", call }, { "on_stepped_on", call }, { "on_bumped_into", call }, { "on_refresh", call },
  { "on_instantiate", call }, { "is_temporary", flag },
}, loosely())

declare("map_archetype", {
  { "starting_pos", optional(make.some(callback, atoms.table)) },
  { "on_generate_map", call }, { "on_map_renew_minor", call }, { "on_map_renew_major", call },
  { "on_map_renew_geometry", call }, { "on_map_loaded", call }, { "on_map_entered", call }, { "on_map_pass_turn", call },
  { "on_spawn", call }, { "on_restock", call }, { "on_renew", call }, { "chara_filter", call }, { "properties", free },
  { "register_unique", optional(make.some(atoms.boolean, make.list(text))) }, { "elona_id", whole }, { "name", name },
  { "image", any }, { "doc", name }, { "events", handlers }, { "_events", handlers },
})
declare("area_generator", { { "on_generate_floor", callback }, { "deepest_floor", whole }, { "starting_floor", whole }, { "doc", name } })

local parent = { _id = id "base.area_archetype", on_floor = whole, x = atoms.int, y = atoms.int, starting_floor = whole }
local unique_ids = checkers.define("unique area", function(value, path, found)
  -- A parent is an area of any of the kinds that are unique.
  for _, kind in ipairs(M.UNIQUE) do
    if data.find(kind, value) then
      return
    end
  end
  checkers.run(id "base.unique_area", value, path, found)
end)
M.UNIQUE = { "base.unique_area", "base.area_archetype", "base.unique_map" }
parent._id = unique_ids

local function unique(list)
  for _, one in ipairs {
    { "image", any }, { "color", optional(color) }, { "name", name }, { "types", optional(make.list(text)) }, { "metadata", free },
    { "deepest_floor", whole }, { "starting_floor", whole }, { "doc", name },
  } do
    list[#list + 1] = one
  end
  return list
end
declare("unique_area", unique {
  { "area_generator", optional(id "base.area_generator") }, { "archetype", optional(id "base.map_archetype") },
  { "parent_map", optional(unique_ids) }, { "parent_floor", whole }, { "x", whole }, { "y", whole },
})
declare("unique_map", unique {
  { "archetype", optional(id "base.map_archetype") }, { "parent_map", optional(unique_ids) }, { "x", whole }, { "y", whole },
})
declare("area_archetype", unique {
  { "floors", optional(make.map(atoms.int, id "base.map_archetype")) }, { "on_generate_floor", call },
  { "area_generator", optional(id "base.area_generator") },
  { "parent_area", optional(make.fields_strict(parent)) }, { "elona_id", whole }, { "has_deed", any },
})

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
  data.add_own("base.event", { word }, {})
end

-- tiles, feats, … ---------------------------------------------------------------------------------------------------

data.add_own("base.map_tile", { "base.floor" }, { name = "floor", is_solid = false, is_opaque = false })
data.add_own("base.map_tile", { "base.wall" }, { name = "wall", is_solid = true, is_opaque = true })

local whole_param = { type = optional(atoms.int) }
local travel_params = {
  area_uid = whole_param, area_floor = whole_param, start_floor = whole_param, area_starting_x = whole_param,
  area_starting_y = whole_param, map_uid = whole_param, floor_delta = whole_param,
}
data.add_own("base.feat", { "base.stairs_up", "elona.stairs_up" }, {
  name = "stairs up", glyph = "<", color = "bright_white", params = travel_params, is_solid = false,
})
data.add_own("base.feat", { "base.stairs_down", "elona.stairs_down" }, {
  name = "stairs down", glyph = ">", color = "bright_white", params = travel_params, is_solid = false,
})
data.add_own("base.feat", { "base.map_entrance", "elona.map_entrance" }, {
  name = "entrance", glyph = "∩", color = "bright_yellow", params = travel_params, is_solid = false,
})
data.add_own("base.chara", { "base.fallback" }, { name = "bug", level = 1, rarity = 0 })
data.add_own("base.config_option", { "base.debug_always_renew_map" }, {
  type = "enum", choices = { "none", "major", "minor" }, default = "none",
})

-- Tiles are known to Python once they are what they will be.
data.when_ready("base.map_tile", function(record)
  local entry = record.entry
  local glyph, colour = entry.glyph, entry.color
  record.stack = finish(py.tile_ready(
    record.index, entry.is_solid == true, entry.is_opaque == true, entry.name or "", glyph or "",
    type(colour) == "string" and colour or type(colour) == "table" and ("#%02x%02x%02x"):format(
      colour[1] // 1 | 0, colour[2] // 1 | 0, colour[3] // 1 | 0) or ""))
end)

return M
