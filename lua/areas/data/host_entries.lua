-- The entries of data that the host adds itself: events, tiles, stairs, and the chara for empty filters.

local import, py = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local entries = import "areas/data/entries"
local registry = import "areas/data/registry"
import "areas/data/schema"

local add = entries.add_host_entry

for id in string.gmatch([[
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
]], "%S+") do
  add("base.event", { id }, {})
end

-- Events that mods emit for each other. The host emits some of them, too: if it knows what the event is about.
for id in string.gmatch([[
  after_chara_damaged after_damage_hp on_damage_chara on_kill_chara on_calc_kill_exp after_container_provide_item
  after_container_receive_item after_get_translation before_chara_moved before_chara_turn_start on_chara_pass_turn
  on_chara_turn_end generate_chara_name generate_title on_act_hostile_towards on_activity_start on_activity_cleanup
  on_activity_finish on_activity_interrupt on_activity_pass_turns on_build_item on_item_generate
  on_calc_chara_equipment_stats on_calc_speed on_chara_calc_can_recruit_allies on_chara_say_text on_damage_chara_mp
  on_heal_chara_hp on_heal_chara_mp on_heal_chara_stamina on_drop_item on_get_item on_hud_message
  on_inventory_context_filter on_item_add_enchantment on_item_remove_enchantment on_item_build_description
  on_map_calc_shadow on_mef_updated on_object_cloned on_player_death on_player_turn on_turn_begin
  on_recruited_as_ally on_set_player calc_status_indicators on_build_chara on_build_mef on_chara_generated
  on_chara_instantiated on_chara_normal_build on_chara_place_failure on_chara_revived on_chara_vanquished
  on_feat_instantiated on_feat_make_target_text on_finalize_player on_game_initial_load on_hotload_object
  on_initialize_player on_item_init_params on_item_instantiated on_item_refresh on_magic_reaction
  on_mef_instantiated on_object_finalized on_player_death_revival on_player_turn_query_frame on_pre_build
  on_refresh_weight on_regenerate on_theme_switched before_ai_decide_action before_map_refresh on_calc_damage
  on_chara_hostile_action on_chara_refresh_in_map on_chara_regenerate on_chara_renewed on_item_regenerate
  on_map_rebuilt on_map_regenerated on_proc_status_effect on_regenerate_map on_talk
]], "%S+") do
  entries.add_unlisted_entry("base.event", "base." .. id)
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
add("base.chara", { "base.player" }, { name = "player", level = 1, rarity = 0 })
add("base.config_option", { "base.debug_always_renew_map" }, {
  type = "enum", choices = { "none", "major", "minor" }, default = "none",
})
add("base.config_option", { "base._save_id" }, { type = "string", default = "" })

-- Python gets a tile when its entry is final.
registry.ready_callbacks["base.map_tile"] = function(record)
  local entry = record.entry
  record.stack = py.tile_define(
    record.index, entry.is_solid == true, entry.is_opaque == true, entry.name or "", entry.glyph or "",
    arguments.read_colour(entry.color) or "")
end

return {}
