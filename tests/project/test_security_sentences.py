"""Each sentence of the page about security has a test that shows it, or says what nothing protects."""

from __future__ import annotations

import re

from tests.helpers import ROOT

# What nothing protects has no test.
UNPROTECTED: list[str] = []
# Beginning of a paragraph, a point or a row of the page -> the tests that show it, FILE.TEST in the folder tests.
SHOWN = {
    "Mods are programs": ["cli/test_doctor.test_all_is_well_here"],
    "`doctor` starts": [
        "cli/test_doctor.test_all_is_well_here",
        "project/test_security_page.test_rights_are_those_that_doctor_tries",
    ],
    "The command line runs mods": ["attacks/test_attacks.test_an_attack_ends_as_it_must"],
    "1. The **Lua state**": [
        "core/test_environment.test_what_leads_out_is_not_there",
        "core/test_environment.test_no_metatable_leads_anywhere",
    ],
    "2. The **child process**": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "Before any mod runs": ["process/test_sandbox.test_limits_cannot_be_raised_again"],
    "| more memory": ["process/test_sandbox.test_a_child_has_the_memory_of_its_budget_and_a_margin"],
    "| more processor": ["process/test_sandbox.test_processor_time_ends_even_when_nobody_looks"],
    "| more than some": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| writing": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| creating": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| TCP": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| any socket": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| new processes": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| running programs": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| signals": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| new privileges": ["process/test_sandbox.test_each_protection_holds_in_a_child"],
    "| reading files other": ["process/test_sandbox.test_a_child_reads_its_mods_and_scripts_and_nothing_beside_them"],
    "| running on": ["process/test_sandbox.test_a_child_dies_with_its_parent"],
    "* Landlock exists": ["process/test_sandbox.test_the_programs_for_both_machines_jump_nowhere_else"],
    "* The host requests": [
        "process/test_sandbox.test_what_a_system_does_not_offer_stops_nothing",
        "cli/test_doctor.test_what_a_system_does_not_offer_is_no_error",
    ],
    "* On macOS": [
        "process/test_environment.test_the_environment_is_wiped_without_proc",
        "process/test_worker.test_the_child_sees_no_open_file_of_the_parent",
    ],
    "The parent is": [
        "process/test_parent.test_only_children_of_a_command_run_lua",
        "tools/testing/test_foreign_python.test_command_runs_no_python",
    ],
    "* It starts a child": [
        "process/test_worker.test_the_child_sees_no_open_file_of_the_parent",
        "process/test_descriptors.test_no_child_inherits_an_open_file",
        "process/test_sandbox.test_a_child_has_no_environment_and_works_where_nothing_is_of_the_user",
        "process/test_sandbox.test_a_child_has_no_folder_for_temporary_files",
        "process/test_sandbox.test_what_a_child_started_dies_with_it",
        "serving/test_pool.test_tasks_share_the_workers",
    ],
    "* The child has no environment": ["process/test_environment.test_no_child_has_a_password_in_its_memory"],
    "* It kills": [
        "process/test_sandbox.test_what_a_child_started_dies_with_it",
        "process/test_sandbox.test_a_child_that_stops_itself_is_killed",
        "process/test_sandbox.test_a_child_that_closes_its_pipes_and_lives_on_is_killed",
    ],
    "* It reads messages": [
        "process/test_sandbox.test_an_answer_that_does_not_fit_is_not_believed",
        "attacks/test_hostile_child.test_an_answer_of_many_values",
        "attacks/test_hostile_child.test_a_frame_of_gigabytes",
    ],
    "* It escapes": [
        "attacks/test_terminal.test_messages_of_mods",
        "mods/test_planted_files.test_names_of_folders_are_escaped",
    ],
    "* One function writes": [
        "attacks/test_texts_as_code.test_texts_of_mods_are_only_text",
        "attacks/test_texts_as_code.test_pytest_itself_prints_no_command_of_a_mod",
    ],
    "* `dungeon-host test` starts": [
        "tools/testing/test_mod_tests.test_no_test_sees_another",
        "tools/testing/test_mod_tests.test_a_test_process_that_is_killed_is_one_failure",
    ],
    "* With `--save`": [
        "attacks/test_hostile_child.test_a_save_that_is_none",
        "attacks/test_hostile_child.test_a_save_that_is_deep",
        "process/test_sandbox.test_each_protection_holds_in_a_child",
    ],
    "* `segments import`": [
        "attacks/test_foreign_documents.test_maps_of_tiled_with_any_value_are_read_or_refused",
        "export/test_tiled.test_a_map_and_its_tilesets_have_a_largest_size",
        "export/test_tiled.test_a_link_out_of_the_folder_is_not_followed",
        "export/readers/test_picture_map.test_hostile_pictures_are_refused",
        "project/test_security_sentences.test_only_sheets_read_pictures",
    ],
    "* A debugger": [
        "tools/debugging/test_hostile_mods.test_prints_are_no_messages",
        "tools/debugging/test_hostile_mods.test_malformed_messages_are_rejected",
        "tools/debugging/test_hostile_mods.test_paths_and_texts_of_a_hostile_child",
    ],
    "Both servers": [
        "studio/test_server.test_studio_listens_on_one_address",
        "tools/debugging/test_editors.test_a_session_over_a_port_waits_for_an_editor",
    ],
    "| [`studio`]": [
        "studio/test_server.test_requests_without_token_or_from_elsewhere_are_refused",
        "studio/test_entrance.test_no_answer_sets_a_cookie",
        "studio/test_entrance.test_the_token_is_in_no_argument_environment_file_or_log",
        "studio/test_entrance.test_an_address_works_once",
        "studio/test_entrance.test_an_address_works_for_some_seconds",
        "studio/test_entrance.test_the_browser_gets_a_file_that_only_the_user_can_read",
    ],
    "| | to keep it busy": [
        "studio/test_hostile_requests.test_strangers_who_send_half_a_request_leave_the_places_of_the_page",
        "studio/test_hostile_requests.test_bodies_that_never_end_hold_up_nobody",
        "studio/test_hostile_requests.test_clients_that_do_not_read_hold_up_nobody_and_cost_little",
        "studio/test_server.test_bodies_and_addresses_have_limits",
    ],
    "| [`debug --port`]": ["tools/debugging/test_editors.test_a_session_over_a_port_waits_for_an_editor"],
    "| | to debug in place": UNPROTECTED,
    "Lua counts": [
        "attacks/test_attacks.test_an_attack_ends_as_it_must",
        "attacks/test_budgets_in_process.test_the_library_has_a_clock_whatever_the_instructions",
    ],
    "| instructions of one": [
        "attacks/test_attacks.test_an_attack_ends_as_it_must",
        "attacks/test_budgets_in_process.test_seconds_end_a_loop_in_this_process_at_its_line",
    ],
    "| memory of Lua": [
        "attacks/test_attacks.test_an_attack_ends_as_it_must",
        "process/test_worker.test_too_much_memory_is_a_budget",
    ],
    "| wall clock": [
        "process/test_deadlines.test_each_key_has_its_time",
        "process/test_deadlines.test_a_child_that_is_killed_names_where_its_mod_was",
    ],
    "| text printed": ["attacks/test_attacks.test_an_attack_ends_as_it_must"],
    "* The message names": [
        "attacks/test_attacks.test_an_attack_ends_as_it_must",
        "attacks/test_budgets_in_process.test_a_loop_of_the_host_through_a_mod_names_the_mod",
        "process/test_deadlines.test_generate_names_the_line_that_takes_too_long",
    ],
    "* After instructions": ["attacks/test_budgets_in_process.test_nothing_runs_again_after_a_budget_is_used_up"],
    "* The library has": [
        "attacks/test_budgets_in_process.test_the_library_has_a_clock_whatever_the_instructions",
        "attacks/test_budgets_in_process.test_without_limits_nothing_is_counted",
    ],
    "* Patterns": [
        "attacks/test_attacks.test_an_attack_ends_as_it_must",
        "attacks/test_charges.test_random_calls_end_within_their_limit",
        "attacks/test_long_arguments.test_no_function_takes_long_with_long_arguments",
    ],
    "* Compiling": [
        "attacks/test_compiling.test_what_grows_with_the_square_is_charged_so",
        "attacks/test_compiling.test_a_text_of_more_than_4_mebibytes_is_refused",
    ],
    "* An error that is caught": [
        "attacks/test_deep_errors.test_an_error_is_charged_by_the_depth_where_it_is_caught",
    ],
    "* A name that may be misspelled": ["attacks/test_long_arguments.test_no_function_takes_long_with_long_arguments"],
    "* Lua's own operators": ["attacks/test_budgets_in_process.test_seconds_end_a_loop_in_this_process_at_its_line"],
    "* The child and the library look": [
        "tools/testing/test_mod_tests.test_what_takes_too_long_in_python_is_told_at_the_line_of_the_mod",
        "process/test_deadlines.test_each_parent_that_kills_a_child_names_where_its_mod_was",
    ],
    "* Counting costs": ["project/test_security_page.test_sizes_are_those_of_the_host"],
    "* `2**53`": [
        "process/test_requests.test_a_key_that_never_ends_is_stopped_by_the_clock",
        "attacks/test_budgets_in_process.test_without_limits_nothing_is_counted",
    ],
    "* `--keep-going`": [
        "core/test_misuse.test_without_a_mod_that_fails_all_is_as_if_it_were_not_there",
        "process/test_deadlines.test_a_slow_mod_is_named_when_others_could_do_without",
    ],
    "| Lua of a mod": [
        "core/test_environment.test_what_leads_out_is_not_there",
        "mods/test_files.test_bytecode_is_refused",
        "attacks/test_compiling.test_a_text_with_too_many_tokens_has_no_syntax_tree",
    ],
    "| `mod.toml`": [
        "mods/test_hostile_files.test_the_largest_manifest_takes_little_memory",
        "mods/test_hostile_files.test_a_sparse_file_is_an_error_and_other_mods_load",
        "mods/test_hostile_files.test_a_key_of_many_parts_is_an_error",
    ],
    "| `survey.toml`": [
        "attacks/test_foreign_documents.test_large_toml_is_not_parsed",
        "attacks/test_foreign_documents.test_numbers_of_limits_are_bounded",
        "attacks/test_planted_paths.test_limits_that_a_command_finds_in_a_mod_are_a_file_of_it",
    ],
    "| profiles": [
        "mods/test_planted_files.test_an_earlier_profile_has_a_largest_size",
        "attacks/test_foreign_documents.test_profiles_with_any_value_are_read_or_refused",
    ],
    "| Python,": [
        "tools/testing/test_foreign_python.test_command_runs_no_python",
        "tools/testing/test_foreign_python.test_plugin_runs_python_of_the_project_and_not_of_its_mods",
        "tools/testing/test_foreign_python.test_plugin_knows_a_mod_by_each_of_its_files",
    ],
    "| folders in a mod": [
        "attacks/test_planted_paths.test_folders_nested_deeply_are_no_error",
        "attacks/test_planted_paths.test_folders_that_may_be_listed_and_not_entered_are_no_error",
    ],
    "| `.pytest_cache`": ["mods/test_planted_files.test_the_cache_of_pytest_is_not_in_the_mod"],
    "| snapshots,": [
        "mods/test_planted_files.test_snapshots_are_written_below_the_mod",
        "mods/test_planted_files.test_reports_of_tests_are_not_written_through_what_a_mod_planted",
        "mods/test_planted_files.test_coverage_reads_no_link_of_a_mod",
    ],
    "| `.stubs`": ["mods/test_planted_files.test_stubs_and_settings_are_written_below_the_mod"],
    "| segment files": [
        "dialects/kts/test_segments.test_odd_numbers_are_taken_or_refused_in_a_sentence",
        "dialects/kts/test_segments.test_any_bytes_are_read_or_refused_with_file_and_mod",
    ],
    "| `.survey`, saves": [
        "attacks/test_foreign_databases.test_files_that_attack_are_refused_and_change_nothing",
        "attacks/test_foreign_databases.test_a_sparse_log_takes_no_room",
        "attacks/test_foreign_databases.test_work_is_bounded_by_the_size_of_the_file",
        "attacks/test_foreign_databases.test_reading_a_file_has_a_deadline",
        "attacks/test_foreign_databases.test_nothing_is_written_through_a_link_beside_a_file",
        "save/test_foreign_files.test_writing_beside_a_journal_is_refused",
    ],
    "| what a survey holds": [
        "attacks/test_foreign_databases.test_plans_that_cannot_be_are_refused",
        "attacks/test_foreign_databases.test_rows_that_cannot_be_are_refused",
        "attacks/test_foreign_databases.test_too_many_values_are_refused_before_they_are_read",
        "survey/test_tools.test_squares_that_are_made_again_are_bounded",
        "survey/test_tools.test_packed_mods_that_lead_elsewhere_are_refused",
    ],
    "| what a save holds": [
        "save/test_forged_saves.test_chunks_that_would_be_huge_are_refused",
        "save/test_forged_saves.test_forged_values_are_read_or_refused",
    ],
    "| recordings": [
        "attacks/test_foreign_recordings.test_a_file_that_is_no_recording_is_refused_in_one_line",
        "attacks/test_foreign_recordings.test_a_view_that_no_game_shows_is_refused",
    ],
    "| archives of mods": [
        "mods/sharing/test_hostile.test_an_archive_with_one_bad_entry_is_refused",
        "mods/sharing/test_hostile.test_a_line_with_a_wrong_value_refuses_the_list",
        "mods/sharing/test_hostile.test_nothing_of_a_mod_runs",
        "mods/sharing/test_web.test_a_body_without_end_is_cut",
        "mods/sharing/test_web.test_a_redirect_stays_on_the_server_or_leads_to_https",
        "mods/sharing/test_index.test_an_archive_must_be_what_the_index_says",
        "mods/sharing/test_interrupted.test_a_killed_installation_leaves_one_version_whole",
    ],
    "| maps of Tiled": [
        "attacks/test_foreign_documents.test_maps_of_tiled_with_any_value_are_read_or_refused",
        "attacks/test_foreign_documents.test_maps_of_tiled_in_xml_with_any_value_are_read_or_refused",
        "export/readers/test_tiled_xml.test_what_cannot_be_is_a_sentence",
        "export/test_tiled.test_a_tileset_is_read_once",
        "export/test_tiled.test_a_file_of_many_values_is_refused",
    ],
    "| text maps": [
        "export/readers/test_text_map.test_squares_of_all_maps_are_bounded",
        "export/readers/test_text_map.test_what_cannot_be_is_a_sentence",
        "export/readers/test_picture_map.test_hostile_pictures_are_refused",
    ],
    "| answers of the child": [
        "attacks/test_hostile_child.test_a_frame_of_gigabytes",
        "process/test_sandbox.test_an_answer_that_does_not_fit_is_not_believed",
        "attacks/test_terminal.test_messages_of_mods",
    ],
    "`make fuzz`": ["attacks/test_random_programs.test_no_script_makes_the_host_fail"],
    "Links, pipes and devices": ["attacks/test_planted_paths.test_nothing_that_a_mod_planted_is_followed"],
    "* Below the folder": [
        "mods/test_planted_files.test_no_function_leads_out_of_a_mod",
        "mods/test_files.test_a_link_within_the_mod_is_followed",
        "attacks/test_planted_paths.test_nothing_that_a_mod_planted_is_followed",
        "mods/test_planted_files.test_files_of_mods_are_opened_by_one_module",
    ],
    "* The folder of a mod itself": [
        "mods/test_planted_files.test_links_of_the_user_are_followed",
        "mods/test_files.test_a_mod_folder_may_itself_be_a_link",
    ],
    "* A path that you type": [
        "mods/test_planted_files.test_each_path_that_a_user_types_is_checked",
        "mods/test_planted_files.test_links_of_the_user_are_followed",
        "attacks/test_planted_paths.test_each_option_with_a_path_is_listed",
    ],
    "* Files are written": [
        "mods/test_planted_files.test_writing_into_a_mod_replaces_a_file_and_leaves_its_other_names",
        "mods/test_planted_files.test_a_pipe_that_nobody_reads_hangs_nothing",
    ],
    "* What you pass to pytest": ["mods/test_planted_files.test_what_is_passed_to_pytest_is_done_by_pytest"],
    "With `--dask`": UNPROTECTED,
    "* A Dask scheduler": UNPROTECTED,
    "* Mods run in sandboxed": ["survey/test_cluster.test_a_cluster_makes_the_same_file_and_loses_nothing"],
    "* Answers of workers": ["survey/test_hostile_answers.test_malformed_answers_are_failures_of_their_dungeons"],
    "* **The memory of a program.**": ["process/test_environment.test_workers_of_a_pool_can_be_fresh_interpreters"],
    "* **The library.**": ["process/test_parent.test_only_children_of_a_command_run_lua"],
    "* **What a mod lends.**": ["core/test_misuse.test_what_a_mod_lends_acts_for_it"],
    "* **Readable files.**": [
        "process/test_sandbox.test_a_child_reads_its_mods_and_scripts_and_nothing_beside_them",
        "process/test_sandbox.test_a_link_to_a_mod_elsewhere_loads",
    ],
    "* **The kernel": UNPROTECTED,
    "* **The processor.**": UNPROTECTED,
    "* **Results.**": [
        "attacks/test_texts_as_code.test_json_holds_texts_as_they_are",
        "attacks/test_terminal.test_messages_of_mods",
    ],
    "* **Root.**": UNPROTECTED,
}


def test_each_sentence_has_its_tests() -> None:
    text = re.sub(r"^```.*?^```\n", "", (ROOT / "docs" / "security.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    blocks = [" ".join(part.split()) for part in re.split(r"\n(?=\n|\* |\||\d\. |#)", text)]
    # Heads of tables stand above a line.
    heads = {blocks[i - 1] for i, block in enumerate(blocks) if block.startswith("|-")}
    listed = [block for block in blocks if block and block not in heads and not block.startswith(("#", "|-"))]
    assert len(listed) == len(SHOWN)
    for block in listed:
        tests = [tests for beginning, tests in SHOWN.items() if block.startswith(beginning)]
        assert len(tests) == 1, block
        for test in tests[0]:
            file, name = test.split(".")
            assert f"def {name}(" in (ROOT / "tests" / f"{file}.py").read_text(), test


def test_only_sheets_read_pictures() -> None:
    reading = re.compile(r"Image\.(open|frombytes|frombuffer)|imread|ImageFile")
    texts = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "host").rglob("*.py")}
    assert [name for name, text in texts.items() if reading.search(text)] == ["host/survey/pages/pictures.py"]
    assert "BytesIO" in texts["host/survey/pages/pictures.py"]
