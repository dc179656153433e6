"""What surveys say of weights and of variety: entries drawn too often or never, and how much dungeons differ."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host import Host, HostError
from host.errors import DamagedSaveError
from host.survey.draws import SEGMENTS, Draw
from host.survey.survey import Survey
from host.survey.usage import run_tests
from tests.helpers import KTS_SEGMENT, KTS_TILES, run_command, write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'
MOD = f"""
{KTS_TILES}
local metals = {{ "copper", "tin", "gold" }}
Pools.registerRootPool("metal", metals, Pools.poolTypes.infinite)
Pools.registerSubpool("metal.hills", {{ {{ id = 1, mass = 3 }}, {{ id = 2, mass = 1 }}, {{ id = 3, mass = 0 }} }})
Pools.registerRootPool("bag", {{ "a", "b", "c" }}, Pools.poolTypes.normal)
Pools.registerSubpool("bag.x", {{ {{ id = 1, mass = 2 }}, {{ id = 2, mass = 1 }}, {{ id = 3, mass = 1 }} }})
blade = kts.ItemType {{ type = "held" }}
Pools.addToSubpool("i.common.weapon", blade, 2)
local segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
local generators = require "host.generators"
local cell = {{ type = "block" }}
generators.register_generator {{
  id = "draws",
  generate = function()
    for i = 1, 2 do
      Pools.drawFromPool "metal.hills"
      Pools.drawFromPool "bag.x"
    end
    Pools.drawFromPool "i.common.weapon"
    if math.random(4) == 1 then error "no luck" end
    return require("host.toolbox").caves {{ width = 20, height = 12 }}:map()
  end,
}}
generators.register_generator {{
  id = "segments",
  generate = function()
    kts.LayoutDungeon {{
      layout = {{ width = 3, height = 1, data = {{ cell, cell, cell }} }},
      wall = wall, horiz_door = door, vert_door = door,
      segments = {{ segments[1], segments[2], segments[2], segments[3], segments[4] }},
      special_segments = {{ segments[4] }},
      entry_type = "none",
    }}
  end,
}}
generators.register_generator {{
  id = "homes",
  generate = function()
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }},
      wall = wall, segments = segments, entry_type = "close",
    }}
  end,
}}
"""
# Four rooms, of which only the first has homes.
SEGMENTS_FILE = (
    KTS_SEGMENT.replace("eof\n", "")
    + 3 * KTS_SEGMENT.replace("eof\n", "").replace("3", "1").replace("4", "1")
    + "eof\n"
)


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"mod.toml": MANIFEST, "init.lua": MOD, "segments.txt": SEGMENTS_FILE}
    return write_mod(tmp_path_factory.mktemp("mods") / "m", files)


@pytest.fixture(scope="module")
def host(mod: Path) -> Host:
    return Host([mod])


def by_entry(survey: Survey) -> dict[tuple[str, str], Draw]:
    return {(draw.pool, draw.id): draw for draw in survey.draws()}


# -- draws


def test_draws_from_pools_are_counted_with_their_chances(host: Host, tmp_path: Path) -> None:
    """Of an infinite pool, a finite one that two draws change, and a pool of objects; failed dungeons do not count."""
    survey = host.survey("m.draws", count=60, metrics="none", path=tmp_path / "a.survey")
    made = len(survey) - survey.failed
    assert 0 < survey.failed < 60
    draws = by_entry(survey)
    copper, tin, gold = (draws["metal.hills", name] for name in ("copper", "tin", "gold"))
    assert (copper.draws, copper.expected, copper.squares) == (2 * made, 1.5 * made, 1.125 * made)
    assert (tin.draws, tin.expected, tin.trials) == (2 * made, 0.5 * made, (2 * made, 0.25))
    assert copper.drawn + tin.drawn == 2 * made
    assert (gold.drawn, gold.dungeons, gold.expected) == (0, 0, 0)
    bag = [draws["bag.x", name] for name in "abc"]
    assert sum(draw.drawn for draw in bag) == 2 * made
    assert sum(draw.expected for draw in bag) == pytest.approx(2 * made, abs=1e-3)
    # Two draws take two different records.
    assert all(draw.drawn == draw.dungeons for draw in bag)
    # 1/2 at first; then 2/3, or 0 when it was drawn.
    first = made - (bag[0].expected - made / 2) * 3 / 2
    assert first == pytest.approx(round(first), abs=1e-3)
    assert 0 < first <= bag[0].drawn
    blade = draws["i.common.weapon", "m.blade"]
    assert (blade.drawn, blade.draws, blade.trials) == (made, made, (made, 1))
    with closing(sqlite3.connect(tmp_path / "a.survey")) as database:
        row = database.execute("SELECT drawn, draws, expected FROM draws WHERE pool = 'metal.hills' AND id = 'tin'")
        assert row.fetchone() == (tin.drawn, tin.draws, tin.expected)


def test_draws_are_the_same_whatever_the_number_of_processes(host: Host) -> None:
    lone, pair = (host.survey("m.draws", count=40, metrics="none", jobs=jobs).draws() for jobs in (1, 2))
    assert lone == pair


def test_segments_are_expected_by_their_weight_in_the_list(host: Host) -> None:
    draws = [draw for draw in host.survey("m.segments", count=50, metrics="none").draws() if draw.pool == SEGMENTS]
    assert [draw.id for draw in draws] == [f"m.segment_{number}" for number in range(1, 5)]
    assert [draw.draws for draw in draws] == [100] * 4
    assert [round(draw.expected, 3) for draw in draws] == [20, 40, 20, 20]
    assert [draw.trials for draw in draws] == [(50, pytest.approx(share, abs=1e-5)) for share in (0.4, 0.8, 0.4, 0.4)]
    # Special segments are not drawn.
    assert sum(draw.drawn for draw in draws) == 100


def test_a_segment_that_fits_nowhere_is_far_from_its_weight(mod: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    words = ("m.homes", "--mods", mod, "--count", "40", "--metrics", "none", "--jobs", "1", "-o", file)
    assert run_command("survey", *words).exit_code == 0
    shown = run_command("survey", "show", file)
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert ["segments", "m.segment_1", "40", "0.25", "1"] in [line[:5] for line in lines]
    assert ["segments", "3", "m.segment_2,", "m.segment_3,", "m.segment_4"] in lines
    assert "Items and monsters have no expected share" in shown.stdout
    data = json.loads(run_command("survey", "show", file, "--json").stdout)["draws"]
    assert [entry["p"] < 0.001 for entry in data] == [True] * 4
    assert {entry["id"]: entry["drawn"] for entry in data}["m.segment_1"] == 40


def test_entries_are_tested_against_their_share() -> None:
    draws = [
        Draw("p", "fair", 50, 50, 100, 50.0, 25.0),
        Draw("p", "rare", 1, 1, 100, 25.0, 6.25),
        Draw("p", "massless", 0, 0, 100, 0.0, 0.0),
        Draw("p", "certain", 10, 10, 10, 10.0, 10.0),
        Draw("p", "never offered", 0, 0, 0, 0.0, 0.0),
    ]
    tests = {test.draw.id: test for test in run_tests(draws)}
    assert list(tests) == ["rare", "certain", "fair", "massless"]
    assert (tests["fair"].p, tests["fair"].is_far, tests["fair"].share) == (1, False, 0.5)
    assert tests["rare"].p < 1e-7
    assert (tests["rare"].is_far, tests["rare"].expected_share) == (True, 0.25)
    assert not tests["massless"].is_far
    assert tests["massless"].p != tests["massless"].p


# -- variety


def test_variety_is_shown_of_a_sample(mod: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    run_command("survey", "m.draws", "--mods", mod, "--count", "30", "--jobs", "1", "-o", file)
    shown = run_command("survey", "show", file, "--variety", "--jobs", "1")
    assert shown.exit_code == 0, shown.output
    made = json.loads(run_command("survey", "show", file, "--json").stdout)
    number = made["dungeons"] - made["failed"]
    assert f"variety of {number} dungeons" in shown.stdout
    assert "pairs of metrics that tell most" in shown.stdout
    assert "variety" not in made
    assert made["pairs"][0]["first"] in shown.stdout
    variety = json.loads(run_command("survey", "show", file, "--variety", "--json", "--jobs", "1").stdout)["variety"]
    assert variety["maps"] == number
    assert 0 < variety["compression"] < 1.5
    assert all(0 < value < 20 for name in ("patterns_2", "patterns_3") for value in variety[name])
    assert variety["square_entropy"] > 0


def test_chances_of_extreme_weights(tmp_path: Path) -> None:
    pools = "".join(
        f'Pools.registerRootPool("{name}", {{ "a", "b" }}, Pools.poolTypes.infinite)\n'
        f'Pools.registerSubpool("{name}.x", {{ {{ id = 1, mass = {mass} }}, {{ id = 2, mass = {mass} }} }})\n'
        for name, mass in (("large", "1 << 32"), ("small", "1e-200"))
    )
    init = f"""{pools}
    require("host.generators").register_generator {{
      id = "m",
      generate = function()
        Pools.drawFromPool "large.x"
        Pools.drawFromPool "small.x"
        return require("host.toolbox").caves {{ width = 20, height = 12 }}:map()
      end,
    }}
    """
    folder = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": init})
    draws = by_entry(Host(mods=[folder]).survey("m.m", count=4, jobs=1))
    assert {(draw.expected, draw.squares) for draw in draws.values()} == {(2.0, 1.0)}


@pytest.mark.parametrize(
    "values",
    ["drawn = -5", "drawn = draws + 1", "expected = 1e308", "expected = 9e999", "squares = -1", "draws = 1 << 62"],
)
def test_draws_that_cannot_be_are_damage(mod: Path, tmp_path: Path, values: str) -> None:
    file = tmp_path / "a.survey"
    run_command("survey", "m.draws", "--mods", mod, "--count", "2", "--jobs", "1", "-o", file)
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"UPDATE draws SET {values}")
        database.commit()
    with pytest.raises(DamagedSaveError, match="is damaged"):
        Survey.open(file)


def test_squares_that_are_almost_nothing() -> None:
    assert Draw("p", "a", 1, 1, 4, 2.0, 5e-324).trials == (4, 0.5)


@pytest.mark.slow
def test_a_report_has_weights_and_variety(mod: Path, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file, page = tmp_path / "a.survey", tmp_path / "a.html"
    run_command("survey", "m.draws", "--mods", mod, "--count", "30", "--jobs", "1", "-o", file)
    assert run_command("survey", "report", file, "-o", page, "--jobs", "1").exit_code == 0
    text = page.read_text()
    assert "compression distance" in text
    assert "<td>metal.hills</td><td>gold</td>" in text
    assert "no weight" in text


# -- contents


def test_contents_are_metrics_of_surveys_and_limits(mod: Path, tmp_path: Path) -> None:
    file, limits = tmp_path / "a.survey", tmp_path / "limits.toml"
    words = ("m.segments", "--mods", mod, "--count", "4", "--metrics", "segment:m.segment_4,segment:*", "--jobs", "1")
    assert run_command("survey", *words, "-o", file).exit_code == 0
    assert Survey.open(file)["segment:*"].tolist() == [3, 3, 3, 3]
    limits.write_text('"segment:m.segment_4".min = [1, 2]\n"segment:*".mean = [4, 5]\n')
    gate = run_command("survey", "gate", file, "--limits", limits)
    assert gate.exit_code == 1
    assert "segment:*.mean is 3: must be 4 to 5" in gate.stdout
    assert "1 of 2 limits" in gate.stdout


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("segment:m.segmnt_4", 'the metric "segment:m.segmnt_4" counts what no mod has; did you mean "m.segment_4"?'),
        ("monstr:m.rat", 'did you mean "monster"?'),
    ],
)
def test_contents_that_do_not_exist_are_errors(host: Host, metric: str, message: str) -> None:
    with pytest.raises(HostError, match=re.escape(message)):
        host.survey("m.segments", count=1, metrics=metric)
