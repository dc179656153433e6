-- The entries of data that the host adds itself: events, tiles, stairs, and the chara for empty filters.

local import, py = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local entries = import "areas/data/entries"
local registry = import "areas/data/registry"
import "areas/data/schema"

local add = entries.add_host_entry

for id in ([[
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
  add("base.event", { id }, {})
end

add("base.map_tile", { "base.floor" }, { name = "floor", is_solid = false, is_opaque = false })
add("base.map_tile", { "base.wall" }, { name = "wall", is_solid = true, is_opaque = true })

local integer = { type = import("core/border/checker_makers").optional(checkers.atoms.int) }
local params = {
  area_uid = integer, area_floor = integer, start_floor = integer, area_starting_x = integer, area_starting_y = integer,
  map_uid = integer, floor_delta = integer,
}
local function add_passage(name, title, glyph, color)
  add("base.feat", { "base." .. name, "elona." .. name }, {
    name = title, glyph = glyph, color = color, params = params, is_solid = false,
  })
end
add_passage("stairs_up", "stairs up", "<", "bright_white")
add_passage("stairs_down", "stairs down", ">", "bright_white")
add_passage("map_entrance", "entrance", "∩", "bright_yellow")

add("base.chara", { "base.fallback" }, { name = "bug", level = 1, rarity = 0 })
add("base.config_option", { "base.debug_always_renew_map" }, {
  type = "enum", choices = { "none", "major", "minor" }, default = "none",
})

-- Python gets a tile when its entry is final.
registry.ready_callbacks["base.map_tile"] = function(record)
  local entry = record.entry
  record.stack = py.tile_define(
    record.index, entry.is_solid == true, entry.is_opaque == true, entry.name or "", entry.glyph or "",
    arguments.read_colour(entry.color) or "")
end

return {}
