"""The table of what runs in docs/kts.md: the tests that hold each row, and what rows call partial or out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.border.values import Table
from host.dialects.kts.fields import CONSTRUCTORS, KINDS
from host.dialects.kts.functions import KTS
from host.dialects.kts.hooks import KtsHooks
from host.dialects.kts.play.creatures import die
from host.engine.engine import Engine
from host.model.registry import Prototype
from host.model.request import Request
from host.play.queue import MONSTER
from tests.dialects.kts.test_play import EFFECTS, acting, document, played
from tests.helpers import (
    KTS_SEGMENT,
    KTS_TILES,
    ROOT,
    MakeMod,
    RunLua,
    check_table_of_tests,
    read_table,
    write_tiles,
)

# Beginning of the subject of a row -> the tests that fail when the row is wrong.
HOLDING = {
    "teams, least and most players": [
        "test_menu.test_each_player_is_a_team_while_there_are_house_colours",
        "test_menu.test_minimums_count_only_when_the_game_starts_and_then_refuse_it",
        "test_menu.test_maximums_count_always",
        "test_menu.test_a_random_value_that_is_no_choice_is_the_first_choice",
        "test_menu.test_a_random_quest_chooses_all_items_in_three_rounds",
    ],
    "house colours that": [
        "test_house_colours.test_players_of_one_colour_are_a_team_and_win_together",
        "test_house_colours.test_players_without_a_colour_get_the_first_that_is_free",
        "test_house_colours.test_commands_take_colours_and_print_them_again",
    ],
    "every quest of `base`": ["test_quests.test_every_quest_begins_for_the_numbers_of_players_that_it_allows"],
    "entrances, gear": [
        "test_knights.test_a_knight_dies_and_comes_back_to_its_home",
        "test_knights.test_the_respawn_function_may_wait_choose_or_fail",
    ],
    "the end of a game": [
        "test_knights.test_the_game_ends_by_time_by_elimination_and_by_a_winner",
        "test_what_runs.test_kills_and_frags_are_counted",
    ],
    "`on_walk_over`": ["test_knights.test_what_notices_a_creature_and_when"],
    "other callbacks": ["test_play.test_callbacks_know_who_and_where", "test_play.test_hooks_are_called"],
    "`on_approach`": ["test_what_runs.test_nobody_approaches_a_tile_but_by_activate"],
    "stuff that respawns": ["test_knights.test_stuff_and_lockpicks_and_critical_items_appear_again"],
    "monster generators": ["test_knights.test_monsters_come_walk_strike_flee_and_rise"],
    "how monsters act": ["test_knights.test_monsters_come_walk_strike_flee_and_rise"],
    "answers for nil": [
        "test_play.test_what_asks_or_may_fail_answers",
        "test_play.test_secure_says_why_not",
        "test_knights.test_a_knight_dies_and_comes_back_to_its_home",
    ],
    "hints at the start": ["test_knights.test_a_knight_reads_the_hints_and_heals_as_it_looks_at_its_home"],
    "potions": [
        "test_effects.test_invulnerability_protects_from_damage_and_poison_until_it_ends",
        "test_effects.test_the_strong_strike_harder_break_tiles_and_throw_farther",
        "test_effects.test_who_regenerates_gains_hit_points_at_times",
    ],
    "missiles": [
        "test_missiles.test_a_missile_flies_as_fast_and_as_far_as_its_type_says",
        "test_missiles.test_a_save_holds_missiles_and_throws",
    ],
    "doors and tiles that block": ["test_sweeping.test_who_stands_where_a_square_becomes_blocked_is_hurt"],
    "saves of a game in play": [
        "test_knights.test_a_saved_game_goes_on_as_one_that_was_not_saved",
        "test_what_runs.test_saves_contain_no_tasks",
        "test_what_runs.test_a_script_continues_its_save",
    ],
    "knights and monsters in `simulate`": [
        "test_knights.test_monsters_of_kts_act_in_simulate",
        "test_what_runs.test_a_warning_says_where_monsters_stand_still",
    ],
    "screen, sound": ["test_constructors.test_a_missing_picture_or_sound_is_a_warning_with_its_line"],
}


def test_the_table_of_what_runs_names_tests_that_hold_its_rows() -> None:
    check_table_of_tests("kts", HOLDING)


def functions_by_state() -> dict[str, str]:
    """Return name -> state of the functions in the table of docs/kts.md, which names each once."""
    rows = read_table("kts", "functions of `kts` | state")
    named = [(name, state) for names, state in rows for name in re.findall("`(.+?)`", names)]
    assert len(dict(named)) == len(named)
    return dict(named)


def test_the_table_of_functions_names_each_once() -> None:
    states = functions_by_state()
    assert set(states) == {function.name.removeprefix("kts.") for function in KTS.functions}
    assert all(re.fullmatch("complete|event only|(partial|out): .+", state) for state in states.values())


@pytest.mark.parametrize("name", [name for name, state in functions_by_state().items() if state == "event only"])
def test_an_event_only_changes_nothing_but_the_events(run_shared: RunLua, name: str) -> None:
    setup, call, _, _ = EFFECTS[name]
    with_call, without = (document(acting(run_shared, text, setup)) for text in (call, ""))
    assert with_call.pop("events") != without.pop("events")
    assert with_call == without


def test_what_is_complete_changes_more_than_events() -> None:
    # Besides those that act later, or on how the game goes on.
    states = functions_by_state()
    mere_events = {name for name, (_, _, part, _) in EFFECTS.items() if part == "events" and states[name] == "complete"}
    assert mere_events == {
        *("AddTask", "Delay", "DispelMagic", "EliminatePlayer", "FullZombieActivity", "Healing", "Invisibility"),
        *("Invulnerability", "NormalZombieActivity", "OpenWays", "Paralyzation", "PoisonImmunity"),
        *("Regeneration", "Strength", "Super", "WinGame"),
    }


def test_the_table_of_fields_names_each_once() -> None:
    rows = read_table("kts", "constructor | fields | state")
    named = [
        (title.strip("`").removeprefix("kts."), name, state)
        for title, names, state in rows
        for name in re.findall("`(.+?)`", names)
    ]
    fields = [(title, field.name) for title, kind in CONSTRUCTORS.items() for field in KINDS[kind][0].fields]
    assert sorted((title, name) for title, name, _ in named) == sorted(fields)
    # What is out becomes no part of a tile, an item or a monster; all else does, or is called.
    for title, kind in CONSTRUCTORS.items():
        record, build = KINDS[kind]
        types = {"tile": "door", "monster": "walking"}
        recorded = Recorded(record.read(Table([], {"type": types[kind]} if kind in types else {}), ""))
        build(recorded, Prototype(kind, "x.x", "x", "x.lua", 1, 0))
        for _, name, state in (row for row in named if row[0] == title):
            # `open` is read when the tile is registered.
            is_called = name.startswith("on_") or name in ("melee_action", "traps", "open")
            assert (state == "out") == (name not in recorded.names and not is_called), (title, name)
    # The others are no fields of the host.
    text = (ROOT / "docs" / "kts.md").read_text(encoding="utf-8")
    ignored = re.findall("`(.+?)`", text.split("that the host does not read: ", 1)[1].split("\n\n")[0])
    assert len(ignored) == 3
    assert not {name for title, name in fields if title == "ItemType"} & set(ignored)


class Recorded(dict[str, Any]):
    """The fields of a constructor; records the names that are read."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)


def test_kills_and_frags_are_counted() -> None:
    engine = Engine(["base"], output=lambda line: None)
    engine.generate(Request("base", seed=4, players=2, options={"quest": "duel"}))
    first, second = engine.game.players
    # (who dies, by whom) -> kills and frags of both players.
    for victim, originator, scores in (
        (second, 0, [(1, 1), (0, 0)]),
        (first, 0, [(1, 0), (0, 0)]),
        (second, None, [(1, 0), (0, -1)]),
        (first, MONSTER, [(1, 0), (0, -1)]),
    ):
        engine.play(4)
        assert victim.creature is not None
        die(engine.game, engine.game.map, victim.creature, originator=originator)
        assert [(player.kills, player.frags) for player in engine.game.players] == scores
    assert (first.skulls, second.skulls) == (2, 2)


def test_nobody_approaches_a_tile_but_by_activate(run_lua: RunLua) -> None:
    load = """
    gate = kts.Tile { access = { walking = "approach" }, on_approach = function() print "approach" end,
      on_withdraw = function() print "withdraw" end, on_activate = function() print "activate" end }
    """
    assert played(run_lua, "kts.AddTile(T.ahead, T.gate)", load, seconds=3).lines == []
    used = acting(run_lua, "kts.Activate()", "kts.AddTile(T.ahead, T.gate)", load)
    assert used.lines == ["approach", "activate", "withdraw"]


def test_saves_contain_no_tasks(tmp_path: Path) -> None:
    engine = Engine(["base"], output=lambda line: None)
    headers = []
    for body in ("", "while true do kts.Delay(100) end"):
        script = tmp_path / "script.lua"
        script.write_text(f'kts.SetRespawnType "anywhere" kts.AddTask(function() kts.Delay(1) {body} end)')
        engine.run_script(script, Request(None, seed=1), play=1)
        headers.append(KtsHooks().to_header(engine.game))
    assert "progress" in headers[0]
    assert headers[0] == headers[1]


ROOM = """
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = T.wall, segments = T.segments, entry_type = "random",
}
"""


def test_a_script_continues_its_save(tmp_path: Path) -> None:
    load = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
    engine = Engine([write_tiles(tmp_path / "tiles", load)], output=lambda line: None)
    script = tmp_path / "script.lua"

    def run(body: str) -> list[str]:
        script.write_text(f'local T = require "tiles"\n{body}')
        play = engine.run_script(script, Request(None, seed=1), play=2, save=tmp_path / "a.save").events
        return [event["type"] for event in play]

    wait = "kts.AddTask(function() kts.Delay(%d) end)"
    text = "tasks of kts are not saved: 1 waits and ends here, unless the mod adds it again when the game continues"
    assert run(ROOM) == ["entrance", "entrance"]
    assert run(wait % 1000) == ["task"]
    assert text not in engine.warnings
    assert run(wait % 5000) == ["task"]
    assert text in engine.warnings
    # Players enter a dungeon that takes the place of the saved one.
    assert run(ROOM) == ["entrance", "entrance"]
    assert [creature.player for creature in engine.game.map.living_creatures] == [0, 1]
    assert run("") == []
    assert [(player.lives, player.skulls) for player in engine.game.players] == [(2, 0), (2, 0)]


def test_a_warning_says_where_monsters_stand_still(make_mod: MakeMod) -> None:
    menu = f"""{KTS_TILES}
    local segments = kts.LoadSegments({{ floor, {{ floor, bat }}, floor, floor }}, "segments.txt")
    local T = {{ wall = wall, segments = segments }}
    kts.MENU = {{ items = {{}}, start_game_func = function() {ROOM.replace("random", "none")} end }}"""
    bats = KTS_SEGMENT.replace("1 1 1 1 1", "1 2 1 1 1", 1)
    cave = make_mod("cave", menu, files={"segments.txt": bats})
    world = """
    local begin = require("undercroft").begin
    return { begin = function()
      begin()
      local player = Chara.player()
      kts.AddMonster({ x = player.pos.x, y = player.pos.y - 2 }, require("base").goblin)
    end }"""
    zoo = make_mod("zoo", world, toml='dialects = ["areas", "kts"]\n[dependencies]\nundercroft = ">=0"')
    host = Host([cave, zoo], output=lambda line: None)
    still = "so its monsters of kts stand still"
    for name, text in (
        ("cave", f"the map has no home at which a knight of kts enters, {still}"),
        ("zoo", f"knights of kts enter no map of a world, {still}"),
    ):
        assert text not in host.warnings
        host.simulate(name, seed=1, turns=2)
        assert text in host.warnings
