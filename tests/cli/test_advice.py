"""What commands say about the quest, about events, and about names that are no generators."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, HostError
from host.syntax import tree
from tests.helpers import MakeMod, dedent, run_command

QUEST = """
kts.AddHint("Find the gems.", 2, 1)
kts.AddHint("Beware of rats.", 1, 1)
kts.ResendHints()
kts.AddTask(function() kts.Delay(500) kts.PrintLoc "A bell rings." end)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.lua"
    path.write_text(dedent(QUEST))
    return path


def test_a_dungeon_comes_with_its_quest_and_its_hints() -> None:
    lines = run_command("generate", "base", "--seed", "1").stdout.splitlines()
    start = lines.index("Collect three gems and leave the way you came in.")
    assert "Goal: Collect gems" in lines[start:]
    assert lines.index("Hint: Find 3 gems.") > start


def test_a_list_of_events_has_the_quest(script: Path, tmp_path: Path) -> None:
    expected = ["Hint: Beware of rats.", "Hint: Find the gems."]
    events = [
        "event  hints: hints Beware of rats.; Find the gems.",
        "event  task: at script/script.lua:4",
        # Knights read them when they enter.
        "event  hints: hints Beware of rats.; Find the gems.",
        "event  message: message A bell rings.",
    ]
    words = ["run", script, "--seed", "1", "--play", "1", "--events"]
    assert run_command(*words).stdout.splitlines() == [*expected, *events]
    with_map = run_command(*words, "--map").stdout.splitlines()
    assert [line for line in with_map if line.startswith("Hint:")] == expected
    picture = run_command("generate", "base", "--seed", "1", "--events", "-o", tmp_path / "map.svg").stdout
    assert "\nHint: Find 3 gems.\n" in picture


@pytest.mark.parametrize("command", ["generate", "generators"])
def test_a_mod_without_a_generator_says_what_to_type(command: str, make_mod: MakeMod) -> None:
    result = run_command(command, "overworld")
    assert result.exit_code == 1
    reason = 'the mod "{}" has no generator: it sets no kts.MENU and registers none; '
    plays = (
        "it begins a world: `dungeon-host travel overworld` plays it, and overworld.areas is the generator of its maps"
    )
    assert f"{reason.format('overworld')}{plays}\n" in result.stderr
    result = run_command(command, "plain", "--mods", make_mod("plain"))
    assert f"{reason.format('plain')}`dungeon-host generators` lists generators of other mods\n" in result.stderr


@pytest.mark.parametrize("words", [["generate"], ["simulate"], ["survey", "--count", "1"]], ids=" ".join)
def test_the_path_of_a_mod_without_a_generator_stands_for_no_other(
    words: list[str], make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    crypt = make_mod("crypt")
    reason = 'error: the mod "crypt" has no generator: it sets no kts.MENU and registers none;'
    result = run_command(*words, crypt)
    assert (result.exit_code, result.stderr[: len(reason)]) == (1, reason)
    monkeypatch.chdir(crypt)
    assert run_command(*words).stderr.startswith(reason)
    make_mod("vault")
    result = run_command(*words, crypt.parent)
    assert "the mods crypt and vault have no generator, and none of them needs base" in result.stderr


@pytest.mark.parametrize("command", ["generate", "simulate"])
def test_the_path_of_a_mod_does_not_stand_for_a_generator_of_the_host(command: str, make_mod: MakeMod) -> None:
    result = run_command(command, make_mod("caves"))
    assert 'error: the mod "caves" has no generator: it sets no kts.MENU and registers none;' in result.stderr


def test_the_path_of_a_mod_that_needs_base_stands_for_base(make_mod: MakeMod) -> None:
    loot = make_mod("loot", toml='[dependencies]\nbase = ""')
    line = run_command("generate", loot, "--seed", "1", "--set", "dungeon=tiny").stdout.splitlines()[-1]
    assert line == f"dungeon-host generate base --mods {loot} --set dungeon=tiny --seed 1"


def test_generators_lists_those_of_a_name_or_a_path(make_mod: MakeMod) -> None:
    titles = [line for line in run_command("generators", "base").stdout.splitlines() if line.startswith("base")]
    assert titles == ["base"] or titles[0].startswith("base:")
    assert run_command("generators", "caves").stdout.startswith("caves: ")
    assert "maze: " not in run_command("generators", "caves").stdout
    assert "undercroft.floor" in run_command("generators", "undercroft").stdout
    mod = make_mod("m", 'local g = require "host.generators" g.register_generator { id = "a", generate = print }')
    shown = run_command("generators", mod).stdout
    assert shown.startswith("m.a\n")
    assert "caves" not in shown
    result = run_command("generators", "cavse")
    assert result.exit_code == 1
    assert "did you mean" in result.stderr


def test_a_simulation_that_goes_on_prints_its_settings(tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    words = ["simulate", "base", "--set", "dungeon=tiny", "--set", "traps=true", "--seed", "4", "--turns", "3"]
    first = run_command(*words, "--save", save).stdout.splitlines()[-1]
    again = run_command("simulate", "--turns", "3", "--save", save).stdout.splitlines()[-1]
    assert again == first
    assert " --set dungeon=tiny --set traps=true " in first


def test_errors_of_manifests_have_paths_from_the_current_folder(
    make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = make_mod("needy", toml='[dependencies]\nnowhere = "*"\nelsewhere = "*"')
    monkeypatch.chdir(tmp_path)
    result = run_command("generate", "./needy", "--seed", "1")
    found = "put the folder of {0} beside the folder of needy, or name it in --mods or `Host([…])`"
    assert [line.partition(":")[2] for line in result.stderr.splitlines() if line.startswith("error:")] == [
        f' needy/mod.toml:{line}: mod needy needs the mod "{name}", which is not there; {found.format(name)}'
        for line, name in ((5, "elsewhere"), (4, "nowhere"))
    ]
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert run_command("generate", "../needy").stderr.startswith(f"error: {mod}/mod.toml:5: ")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("new", "foo", "--dialect", "kst"), '; did you mean "kts"?'),
        (("generate", "--overlay", "room"), '; did you mean "rooms"?'),
        (("generate", "--format", "PGN"), '; did you mean "png"?'),
        (("simulate", "--player", "idel"), '; did you mean "idle"?'),
        (("check", "--format", "zzzzzz"), ""),
    ],
)
def test_a_misspelled_choice_gets_the_nearest(words: tuple[str, ...], hint: str) -> None:
    result = run_command(*words)
    assert result.exit_code == 2
    assert result.stderr.rstrip().endswith(hint)
    assert bool(hint) == ("did you mean" in result.stderr)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "mod.critters.entities.knight",
            'the mod critters is not loaded; write critters = "*" under [dependencies] in',
        ),
        ("critters", 'the mod critters is not loaded; write critters = "*" under [dependencies] in'),
        ("mod.crittrs.entities.knight", 'there is no mod crittrs; did you mean "mod.critters.entities.knight"?'),
        (
            "mod.elona.api.Chara",
            (
                "there is no mod elona; put the folder of elona beside the folder of it, or name it in --mods or "
                "`Host([…])`,"
            ),
        ),
    ],
)
def test_a_required_mod_that_is_not_loaded_belongs_among_the_dependencies(
    make_mod: MakeMod, name: str, said: str
) -> None:
    init = f"""
    require("host.generators").register_generator {{ id = "x", generate = function() require "{name}" end }}
    """
    result = run_command("generate", make_mod("it", init), "--seed", "1")
    assert f'it/init.lua:1: require "{name}": {said}' in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("rest", "is_parsed"),
    [("", True), (f"--{' ' * tree.LONGEST}", False), (";" * (tree.MOST_TOKENS + 1), False)],
    ids=["small", "long", "many signs"],
)
def test_a_file_that_is_too_large_is_not_parsed_for_a_hint(
    make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch, rest: str, *, is_parsed: bool
) -> None:
    parser, parsed = tree._parser, []
    monkeypatch.setattr(tree, "_parser", lambda: (parsed.append(1), parser())[1])
    with pytest.raises(HostError) as caught:
        Host([make_mod("it", f"rooms = {{}}\nkts.LoadSegments(roms, 'x.txt') {rest}")])
    cause, hint = ('there is no variable "roms": ', '; did you mean "rooms"?') if is_parsed else ("", "")
    effect = "kts.LoadSegments: tile_table is nil: must be a table of Tiles"
    assert str(caught.value) == f"it/init.lua:2: {cause}{effect}{hint}"
    assert bool(parsed) == is_parsed
