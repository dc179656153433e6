"""Explanations of maps that cannot be made: for authors of mods, in the words and lines of their mods."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from host import Host
from host.engine.explanations import Outcome
from host.errors import GenerationError, ModError, RequestError
from host.generate.explain.explanation import MapRequirement
from host.tools.checking.run import check
from tests.helpers import KTS_TILES, run_command, run_process, write_mod

# 1 floor, 2 wall, 3 home in the north, 4 home in the west, 5 floor without room for items, 6 door on such floor.
SEGMENTS = """
segment
name: two homes
width: 3
height: 3
data:
3 1 3
1 1 1
1 1 1
rooms:
1
0 0 5 5
end
segment
name: wine cellar
width: 3
height: 3
data:
2 2 2
2 1 1
2 2 2
rooms:
1
0 0 5 5
end
segment
name: cell
width: 3
height: 3
data:
2 2 2
4 5 6
2 2 1
rooms:
1
0 0 5 5
end
segment
name: hall
width: 4
height: 4
data:
1 1 1 1
1 1 1 1
1 1 1 1
1 1 1 1
rooms:
1
0 0 6 6
end
eof
"""
INIT = f"""\
mod.RegisterMod {{ name = "tiny" }}
{KTS_TILES}
"""
CASES = """
local Pools = require "game.pools"
local bare = kts.Tile { items = 0, depth = 5 }
local homes, cellar, cell, hall = table.unpack(
  kts.LoadSegments({ floor, wall, home_n, home_w, bare, { door, bare } }, "rooms.txt"))
cellars = { cellar }
Pools.setCurrent("e", 1, "z2") -- zone
Pools.addToSubpool("e.z1.f1.enemy", rat)
Pools.addToSubpool("e.z1.f2.enemy", rat, 0) -- massless

local function lay_out(width, kind, fields)
  local data = {}
  for i = 1, width do
    data[i] = { type = kind }
  end
  fields.layout = { width = width, height = 1, data = data }
  fields.wall, fields.horiz_door, fields.vert_door = fields.wall or wall, door, door
  kts.LayoutDungeon(fields) -- lay_out
end

local cases = {
  homes = function()
    lay_out(1, "block", { segments = { homes }, entry_type = "random" })
  end,
  special = function()
    lay_out(2, "edge", { segments = { homes }, special_segments = { homes, cellar, homes }, entry_type = "none" })
  end,
  away = function()
    lay_out(1, "edge", { segments = { homes }, entry_type = "away" })
  end,
  doors = function()
    lay_out(3, "block", { segments = { cellar }, entry_type = "none" })
  end,
  rotation = function()
    lay_out(2, "block", { segments = { cellar }, entry_type = "none", allow_rotate = false })
  end,
  wall = function()
    lay_out(2, "block", { segments = { homes }, entry_type = "none", wall = floor })
  end,
  locks = function()
    lay_out(1, "block", { segments = { cell }, entry_type = "random", allow_rotate = false })
    local home = kts.GetHomeFor(kts.GetAllPlayers()[1])
    for x = 1, 3 do
      for y = 1, 3 do
        if kts.IsDoorOpen({ x = x, y = y }) == false then
          kts.LockDoor({ x = x, y = y }, 1) -- lock
        end
      end
    end
    kts.ConnectivityCheck(2, lockpicks) -- check
  end,
  zone = function()
    Pools.setCurrent("e", 2, "f1") -- floor
    Pools.drawFromPool("e.~.~.enemy") -- draw
  end,
  mass = function()
    Pools.drawFromPool("e.z1.f2.enemy") -- draw of nothing
  end,
  caught = function()
    lay_out(1, "block", { segments = { homes }, entry_type = "random" })
    kts.DUNGEON_ERROR = nil
    error("my own words")
  end,
  grown = function()
    lay_out(1, "block", { segments = { homes }, entry_type = "random" })
    kts.WipeDungeon()
    lay_out(4, "block", { segments = { homes }, entry_type = "random" })
  end,
  size = function()
    lay_out(2, "block", { segments = { homes }, special_segments = { hall }, entry_type = "none" })
  end,
}

local choices = {}
for name in pairs(cases) do
  choices[#choices + 1] = { id = name, text = name }
end
table.sort(choices, function(a, b) return a.id < b.id end)
kts.MENU = {
  text = "menu",
  items = { { id = "case", text = "case", choices = choices } },
  start_game_func = function(S)
    cases[S.case]()
  end,
}
"""
Explain = Callable[..., Outcome]


@pytest.fixture(scope="module")
def mod_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mod(
        tmp_path_factory.mktemp("mods") / "tiny",
        {
            "mod.toml": 'id = "tiny"\nversion = "1.0"\ndialects = ["kts", "pools"]\n',
            "init.lua": INIT + CASES,
            "rooms.txt": SEGMENTS,
        },
    )


@pytest.fixture(scope="module")
def explain(mod_folder: Path) -> Explain:
    host = Host([mod_folder])
    return lambda case, players=2: host.explain("tiny", seed=1, players=players, case=case)


def line_of(mark: str) -> str:
    """`tiny/init.lua:LINE` of a line that ends with a comment."""
    lines = (INIT + CASES).splitlines()
    (number,) = (i for i, line in enumerate(lines, 1) if line.endswith(f"-- {mark}"))
    return f"tiny/init.lua:{number}"


LAY_OUT = line_of("lay_out")


def text_of(outcome: Outcome) -> list[str]:
    assert outcome.explanation is not None
    return outcome.explanation.text().splitlines()


def test_players_and_homes(explain: Explain) -> None:
    outcome = explain("homes", players=4)
    assert text_of(outcome) == [
        "three conflicting requirements:",
        "  1. homes for 4 players",
        f"  2. {LAY_OUT}: layout: 1 cell",
        '  3. tiny/rooms.txt:1: segments: all cells are filled with tiny.segment_1 "two homes" (2 homes)',
        "any one less and it fits, for example with 2 players",
    ]
    assert isinstance(outcome.error, GenerationError)
    # The mod passes the whole text on.
    assert outcome.explanation.text() in outcome.error.message
    assert outcome.error.message.startswith("the dungeon could not be made: 4 players need homes: 4 are missing")


def test_a_request_that_fits_has_a_map_and_no_explanation(explain: Explain) -> None:
    outcome = explain("homes", players=2)
    assert outcome.map is not None
    assert (outcome.error, outcome.explanation) == (None, None)


def test_special_segments_without_cells(explain: Explain) -> None:
    assert text_of(explain("special")) == [
        "four conflicting requirements:",
        '  1. tiny/rooms.txt:1: special_segments[1]: tiny.segment_1 "two homes" (doors fit on all sides)',
        '  2. tiny/rooms.txt:13: special_segments[2]: tiny.segment_2 "wine cellar" (doors fit on east)',
        '  3. tiny/rooms.txt:1: special_segments[3]: tiny.segment_1 "two homes" (doors fit on all sides)',
        f"  4. {LAY_OUT}: layout: 2 cells",
        "any one less and it fits, for example without special_segments[1] (tiny.segment_1)",
    ]


def test_players_who_start_away_from_each_other(explain: Explain) -> None:
    assert text_of(explain("away")) == [
        "three conflicting requirements:",
        "  1. homes for 2 players",
        f'  2. {LAY_OUT}: entry_type "away": each player starts in an edge cell alone',
        f"  3. {LAY_OUT}: layout: 1 cell",
        "any one less and it fits, for example with 1 player",
    ]


def test_doors_that_never_meet(explain: Explain) -> None:
    outcome = explain("doors")
    assert text_of(outcome) == [
        "three conflicting requirements:",
        '  1. tiny/rooms.txt:13: segments: all cells are filled with tiny.segment_2 "wine cellar" (doors fit on east)',
        f"  2. {LAY_OUT}: layout: an exit between cells (0,0) and (1,0)",
        f"  3. {LAY_OUT}: layout: an exit between cells (1,0) and (2,0)",
        "any one less and it fits, for example without the exit between cells (0,0) and (1,0)",
    ]
    drawing = outcome.explanation.drawing
    # Three segments of 3 × 3 squares, and a door between two of them.
    assert drawing.map.width == 13
    assert sum(len(row) for row in drawing.map.rooms) == 12
    assert {x for x, _ in drawing.marks} == {4, 8}
    assert {y for _, y in drawing.marks} == {1, 2, 3}


def test_segments_that_may_not_be_turned(explain: Explain) -> None:
    assert text_of(explain("rotation"))[-3:] == [
        f"  2. {LAY_OUT}: allow_rotate = false",
        f"  3. {LAY_OUT}: layout: an exit between cells (0,0) and (1,0)",
        "any one less and it fits, for example with allow_rotate = true",
    ]


def test_a_wall_beside_which_no_door_can_stand(explain: Explain) -> None:
    assert text_of(explain("wall")) == [
        "two conflicting requirements:",
        f"  1. {LAY_OUT}: wall: tiny.floor does not block walking, and doors need walls beside them",
        f"  2. {LAY_OUT}: layout: an exit between cells (0,0) and (1,0)",
        "any one less and it fits, for example without the exit between cells (0,0) and (1,0)",
    ]


def test_segments_of_two_sizes(explain: Explain) -> None:
    outcome = explain("size")
    assert text_of(outcome) == [
        "two conflicting requirements:",
        "  1. tiny/rooms.txt:37: special_segments: tiny.segment_4 is 4 × 4",
        "  2. tiny/rooms.txt:1: segments: tiny.segment_1 is 3 × 3",
        "any one less and it fits, for example without tiny.segment_4",
    ]
    assert isinstance(outcome.error, ModError)
    assert outcome.explanation.text() in outcome.error.message


def test_a_locked_door_without_a_place_for_lockpicks(explain: Explain) -> None:
    outcome = explain("locks", players=1)
    assert text_of(outcome)[0] == "three conflicting requirements:"
    check_line, lock_line, floor_line, advice = text_of(outcome)[1:]
    assert (
        check_line
        == f"  1. {line_of('check')}: kts.ConnectivityCheck: each player reaches lockpicks or 2 different keys"
    )
    assert lock_line.startswith(f"  2. {line_of('lock')}: kts.LockDoor: locks the square (")
    assert floor_line == "  3. tiny/rooms.txt:25: tiny.segment_3: no square that is reached has room for an item"
    assert advice == f"any one less and it fits, for example without kts.LockDoor of {line_of('lock')}"
    assert outcome.explanation.text() in outcome.error.message
    assert f"{outcome.error.file}:{outcome.error.line}" == line_of("check")
    assert len(outcome.explanation.drawing.marks) == 1


def test_a_pool_that_is_empty_in_the_current_zone(explain: Explain) -> None:
    outcome = explain("zone")
    assert text_of(outcome) == [
        "three conflicting requirements:",
        f'  1. {line_of("draw")}: drawFromPool("e.~.~.enemy")',
        f'  2. {line_of("zone")}: Pools.setCurrent("e", 1) is "z2"',
        '  3. "e.z2.f1.enemy" is a pool without entries (the host registers it)',
        'any one less and it fits, for example with Pools.setCurrent("e", 1, "z1"), for "e.z1.f1.enemy"',
    ]
    assert outcome.explanation.text() in outcome.error.message
    assert f"{outcome.error.file}:{outcome.error.line}" == line_of("draw")


def test_a_pool_whose_entries_have_no_mass(explain: Explain) -> None:
    assert text_of(explain("mass")) == [
        "two conflicting requirements:",
        f'  1. {line_of("draw of nothing")}: drawFromPool("e.z1.f2.enemy")',
        f'  2. {line_of("massless")}: "e.z1.f2.enemy": tiny.rat has no mass',
        "any one less and it fits, for example with a mass of tiny.rat above 0",
    ]


def test_an_error_of_the_mod_keeps_the_explanation_of_the_request_before_it(explain: Explain) -> None:
    outcome = explain("caught", players=4)
    assert outcome.error.message == "my own words"
    assert text_of(outcome)[0] == "three conflicting requirements:"


def test_a_mod_that_tries_a_larger_layout_is_not_explained(explain: Explain) -> None:
    assert explain("grown", players=4).map is not None


def test_explanations_are_the_same_each_time(explain: Explain) -> None:
    assert explain("doors").to_data() == explain("doors").to_data()


def test_a_plain_failure_records_and_explains_nothing(mod_folder: Path) -> None:
    host = Host([mod_folder])
    with (
        mock.patch("host.generate.explain.layout.explain_layout", side_effect=AssertionError),
        pytest.raises(GenerationError) as caught,
    ):
        host.generate("tiny", seed=1, players=4, case="homes")
    assert "conflicting requirements" not in str(caught.value)


TOO_HARD = "which requirements conflict is too hard to say for a request of this size"


def explain_with_steps(explain: Explain, case: str, steps: int) -> list[str]:
    with mock.patch("host.generate.explain.layout._MOST_STEPS", steps):
        return text_of(explain(case))


def test_an_explanation_takes_a_bounded_number_of_steps(explain: Explain) -> None:
    texts = [explain_with_steps(explain, "doors", steps) for steps in range(0, 3000, 20)]
    assert texts[0] == [TOO_HARD]
    # Where the steps are used up after the requirements were found, whether the whole request fits was not tried.
    kinds = [text[-1] for text in texts]
    assert list(dict.fromkeys(kinds)) == [
        TOO_HARD,
        "any one less and the others fit",
        "any one less and it fits, for example without the exit between cells (0,0) and (1,0)",
    ]
    requirements = {tuple(text[:-1]) for text in texts if len(text) > 1}
    assert len(requirements) == 1


def test_numbers_of_vast_layouts_are_explained_and_their_doors_are_not(explain: Explain) -> None:
    with mock.patch("host.generate.explain.layout._MOST_CELLS", 1):
        numbers, doors = explain("special"), explain("doors")
    assert text_of(numbers)[0] == "four conflicting requirements:"
    # Whether doors fit then was not tried.
    assert text_of(numbers)[-1] == "any one less and the others fit"
    assert numbers.explanation.remedies is None
    assert text_of(doors) == [TOO_HARD]


def test_words_of_mods_do_not_look_like_requirements() -> None:
    requirement = MapRequirement("current", 'world.zone is "a\n  4. forged"', "m/init.lua", 1)
    assert str(requirement) == 'm/init.lua:1: world.zone is "a\\x0a  4. forged"'
    assert len(str(MapRequirement("current", "x" * 10**6))) < 1000


def test_a_generator_that_does_not_exist_is_refused(mod_folder: Path) -> None:
    with pytest.raises(RequestError):
        Host([mod_folder]).explain("none")


# -- commands


def test_generate_explain_draws_the_half_made_map_and_names_the_requirements(mod_folder: Path) -> None:
    result = run_command("generate", str(mod_folder), "--seed", "1", "--set", "case=doors", "--explain")
    assert result.exit_code == 1
    assert "three conflicting requirements:\n" in result.stderr
    assert "\n##..?#..?..##\n" in result.stderr
    assert "the request fails at (4, 1), (4, 2), (4, 3), (8, 1)" in result.stderr


def test_a_new_process_explains_in_the_sandbox(mod_folder: Path) -> None:
    result = run_process("generate", mod_folder, "--seed", "1", "--set", "case=doors", "--explain")
    assert "three conflicting requirements:\n" in result.stderr


def test_generate_explain_shows_the_map_of_a_request_that_fits(mod_folder: Path) -> None:
    arguments = ("generate", str(mod_folder), "--seed", "1", "--set", "case=homes")
    assert (
        run_command(*arguments, "--explain").stdout.splitlines()[:-1]
        == run_command(*arguments).stdout.splitlines()[:-1]
    )


def test_generate_explain_as_json(mod_folder: Path) -> None:
    result = run_command(
        "generate", str(mod_folder), "--seed", "1", "--players", "4", "--set", "case=homes", "--explain", "--json"
    )
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["made"] is False
    assert data["error"]["kind"] == "GenerationError"
    assert "source" not in data["error"]
    assert data["explanation"]["request"] == "kts.LayoutDungeon"
    assert [requirement["kind"] for requirement in data["explanation"]["wishes"]] == ["players", "layout", "segments"]
    assert data["explanation"]["wishes"][2]["file"] == "tiny/rooms.txt"
    assert data["explanation"]["remedies"] == [0, 1, 2]
    fits = run_command("generate", str(mod_folder), "--seed", "1", "--set", "case=homes", "--explain", "--json")
    assert json.loads(fits.stdout) == {"made": True, "error": None, "explanation": None}


SCRIPT = """
print("begins")
local cell = { type = "block" }
kts.LayoutDungeon {
  layout = { width = 3, height = 1, data = { cell, cell, cell } }, entry_type = "none",
  wall = tiny.wall, horiz_door = tiny.door, vert_door = tiny.door, segments = tiny.cellars,
}
error(kts.DUNGEON_ERROR)
"""


def test_run_and_simulate_explain_what_generate_does(mod_folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "three.lua"
    script.write_text(f'local tiny = require "tiny"{SCRIPT}')
    result = run_command("run", script, "--mods", mod_folder, "--seed", "1", "--explain")
    assert result.exit_code == 1
    assert result.stdout == "begins\n"
    assert result.stderr.count("three conflicting requirements:\n") == 1
    assert "three.lua:4: layout: an exit between cells (0,0) and (1,0)" in result.stderr
    assert "\n##..?#..?..##\n" in result.stderr
    plain = run_command("run", script, "--mods", mod_folder, "--seed", "1")
    assert "conflicting requirements" not in plain.stderr
    arguments = ("simulate", "tiny", "--mods", mod_folder, "--seed", "1", "--set", "case=doors")
    result = run_command(*arguments, "--explain")
    assert result.exit_code == 1
    assert result.stderr.count("three conflicting requirements:\n") == 1
    script.write_text("error('no request')")
    assert "error: script/three.lua:1: no request\n" in run_command("run", script, "--explain").stderr


@pytest.mark.parametrize("more", [("--explain", "--count", "2", "-o", "maps"), ("--explain", "--watch"), ("--json",)])
def test_options_that_contradict_each_other(mod_folder: Path, more: tuple[str, ...]) -> None:
    result = run_command("generate", str(mod_folder), *more)
    assert result.exit_code == 1
    assert "--explain" in result.stderr


def test_check_explains_what_cannot_be_made_once_for_all_seeds(tmp_path: Path, mod_folder: Path) -> None:
    init = (mod_folder / "init.lua").read_text(encoding="utf-8").replace("cases[S.case]()", "cases.doors()")
    files = {name: (mod_folder / name).read_text(encoding="utf-8") for name in ("mod.toml", "rooms.txt")}
    folder = write_mod(tmp_path / "tiny", {**files, "init.lua": init})
    (diagnostic,) = (diagnostic for diagnostic in check(folder, "tiny") if diagnostic.rule == "generate")
    assert diagnostic.message.startswith("the generator tiny fails for seeds 1, 2 and 3: ")
    assert "three conflicting requirements:\n  1. tiny/rooms.txt:13: segments: " in diagnostic.message
