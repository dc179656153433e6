"""The tables of docs/actions.md and docs/pools.md that say what runs of Dungeon Hopper."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.helpers import ROOT, check_table_of_tests, collect_output, read_table, write_mod

LUA = ROOT / "lua"
# Prints the state of a path, for a mod of the original form.
STATE_OF = """
    -- Modules that are `true` because the host has done their work; others are `true` in Dungeon Hopper, too.
    local DONE = { ["game.setup"] = true, ["modules.modloader"] = true }
    local function print_state(path)
      local ok, module = pcall(require, path)
      local is_replaced = DONE[path] or module == require "game.input"
      print(path .. " " .. (not ok and "out" or is_replaced and "partial" or "complete"))
    end
"""


# Beginning of the subject of a row -> the tests that fail when the row is wrong.
HOLDING = {
    "actions": {
        "`main.lua`": [
            "test_content_mod.test_the_mod_loads_and_is_checked_without_diagnostics",
            "test_actions_mods.test_a_mod_as_it_was_laid_out_loads_and_acts",
            "test_actions_mods.test_ids_follow_the_names_and_not_the_order_of_a_table",
            "test_original_names.test_every_global_name_is_there",
        ],
        "classes, operators": [
            "test_actions_mods.test_operators_go_by_the_type_of_the_other_operand",
            "test_actions_mods.test_classes_of_other_mods_can_be_inherited_and_created",
            "test_chains.test_handlers_run_by_priority_and_then_in_the_order_in_which_they_came",
            "test_chains.test_chains_of_a_template_are_independent",
        ],
        "worlds, lists of grids": [
            "test_original_turns.test_phases_count_the_groups",
            "test_original_turns.test_changes_are_seven_lists",
            "test_original_turns.test_the_dead_stay_in_the_lists_until_the_end_of_the_turn",
            "test_original_turns.test_grids_list_walls_and_floors_that_never_act",
        ],
        "actions, algorithms": [
            "test_turns.test_events_of_an_action_have_the_documented_fields",
            "test_turns.test_both_algorithms_keep_their_event",
            "test_turns.test_sequences_go_by_success_failure_repetition_and_index",
            "test_turns.test_movs_give_directions_best_first",
        ],
        "attacks, damage": [
            "test_original_turns.test_attacks_hit_then_push_then_status_all_targets",
            "test_original_turns.test_a_killing_blow_still_pushes_and_statuses",
            "test_original_turns.test_statuses_get_their_own_options",
            "test_turns.test_damage",
            "test_turns.test_pushing",
        ],
        "weapons, patterns": [
            "test_turns.test_patterns_turn_and_hit_all",
            "test_turns.test_a_piece_reaches_when_nothing_before_it_is_blocked",
            "test_actions_mods.test_inventories_tink_untink_and_drop",
        ],
        "stats, their handlers and tinkers": [
            "test_original_turns.test_handlers_change_what_is_read_and_not_what_is_stored",
            "test_original_turns.test_stats_are_set_and_added_in_three_forms",
        ],
        "retouchers, tinkers": [
            "test_retouchers.test_retouchers_add_their_handlers",
            "test_content_mod.test_a_bomb_explodes_at_its_second_step_and_a_shell_breaks",
            "test_actions_mods.test_tinkers_come_off_as_they_went_on",
        ],
        "insides of chests": [
            "test_original_turns.test_contents_are_set_up_and_created_for_an_actor_and_an_option",
            "test_original_turns.test_effects_have_the_names_of_their_classes",
            "test_content_mod.test_a_chest_gives_what_a_pool_gave_and_a_status_holds",
        ],
        "traps, projectiles": [
            "test_content_mod.test_traps_and_projectiles_act_in_their_phases",
            "test_actions_mods.test_watchers_hear_who_comes_and_goes",
        ],
        "rooms and hallways": [
            "test_actions_mods.test_all_rooms_but_the_secret_ones_are_connected",
            "test_actions_mods.test_rooms_become_a_world",
        ],
        "renderers of mods": ["test_original_turns.test_changes_are_seven_lists"],
        "saves": [
            "test_saved_entities.test_play_goes_on_as_without_the_save",
            "test_saved_entities.test_what_cannot_be_saved_is_refused_with_its_path",
        ],
        "screen, sound": ["test_original_names.test_a_mod_reaches_its_content_and_the_screen"],
    },
    "pools": {
        "`Pool`, `InfPool`": [
            "test_pools.test_the_classes_as_the_page_on_pools_shows_them",
            "test_pools.test_create_takes_tuples",
            "test_pool_chances.test_chances",
        ],
        "`exhaust`": [
            "test_pools.test_refreshing_gives_back_what_the_node_holds_and_no_more",
            "test_pools.test_a_cycle_gives_everything_once_and_then_begins_again",
        ],
        "both forms of": ["test_pools.test_both_forms_of_registering_give_the_same"],
        "paths with names": [
            "test_pools.test_stars_hold_for_what_comes_later_whatever_the_order",
            "test_pools.test_tilda_is_what_is_current",
        ],
        "`world:usePool`": ["test_pools.test_a_world_draws_for_itself"],
        "errors": [
            "test_pools.test_a_bad_call_is_refused_and_changes_nothing",
            "test_pools.test_an_entry_for_a_star_needs_its_subpool_in_each_match",
        ],
    },
}


@pytest.mark.parametrize("page", ["actions", "pools"])
def test_the_table_of_what_runs_names_tests_that_hold_its_rows(page: str) -> None:
    check_table_of_tests(page, HOLDING[page])


def test_the_table_of_modules_is_true(tmp_path: Path) -> None:
    text = "".join(file.read_text() for file in (LUA / "actions" / "api").rglob("*.lua"))
    declared = set(re.findall(r'^module "([^"]+)"', text, re.MULTILINE))
    states = {}
    for modules, state, _ in read_table("actions", "modules | state | notes"):
        for pattern in re.findall(r"`([^`]+)`", modules):
            matches = {path for path in declared if fnmatchcase(path, pattern)}
            states |= dict.fromkeys(matches or {pattern.replace("*", "any")}, state)
    calls = "".join(f'print_state "{path}"\n' for path in states)
    lines = collect_output(write_mod(tmp_path / "old", {"main.lua": STATE_OF + calls}))
    assert dict(line.split() for line in lines) == states
    assert declared <= states.keys()
