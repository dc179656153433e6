"""`dungeon-host survey find` and `Host.find`: seeds whose dungeons meet a condition, the best, and the most unusual."""

from __future__ import annotations

import ast
import json
import math
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError
from host.metrics.condition import Condition, Score
from tests.helpers import run_command, write_mod

# A cave that is narrow where a stream of the seed says so, and cannot be made for some seeds.
MOD = """
local generators, survey, toolbox = require "host.generators", require "host.survey", require "host.toolbox"
generators.register_generator {
  id = "cave",
  options = { { id = "height", default = 20, least = 16, most = 40 } },
  generate = function(options)
    local size = math.random(12)
    if size == 12 then error("no luck") end
    return toolbox.caves { width = size == 7 and 16 or 30 + size % 2, height = options.height }:map()
  end,
}
survey.metric { id = "wide", measure = function(map) return map.width end }
"""


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": MOD}
    return write_mod(tmp_path_factory.mktemp("mods") / "m", files)


@pytest.fixture(scope="module")
def host(mod: Path) -> Host:
    return Host(mods=[mod])


def widths(host: Host, seeds: range) -> dict[int, int]:
    """Return seed -> width of the dungeons that are made."""
    found = {}
    for seed in seeds:
        try:
            found[seed] = host.generate("m.cave", seed=seed).width
        except HostError:
            continue
    return found


def test_finds_the_first_seeds_that_meet_a_condition_and_no_other(host: Host) -> None:
    made = widths(host, range(1, 61))
    small = [seed for seed, width in made.items() if width < 20]
    assert 2 <= len(small) < len(made) < 60
    for jobs in (1, 3):
        found = host.find("m.cave", "m.wide < 20", most=2, jobs=jobs)
        assert [entry.seed for entry in found] == small[:2]
        assert [entry.values["m.wide"] for entry in found] == [made[seed] for seed in small[:2]]
    assert [entry.seed for entry in host.find("m.cave", "m.wide < 20", most=50, count=60)] == small
    # What was found makes the dungeon again.
    assert host.generate(found[0].request).width == made[small[0]]
    later = host.find("m.cave", "not m.wide >= 20", seed=small[0] + 1)
    assert later[0].seed == small[1]


def test_the_best_come_first_and_equal_ones_in_the_order_of_seeds(host: Host) -> None:
    made = widths(host, range(1, 41))
    ranked = sorted(made, key=lambda seed: (-made[seed], seed))
    for jobs in (1, 2):
        assert [entry.seed for entry in host.find("m.cave", best="m.wide", most=5, count=40, jobs=jobs)] == ranked[:5]
    smallest = sorted(made, key=lambda seed: (made[seed], seed))
    assert [entry.seed for entry in host.find("m.cave", best="-m.wide", most=5, count=40)] == smallest[:5]
    limited = host.find("m.cave", "m.wide < 31", best="m.wide", most=3, count=40)
    assert [entry.seed for entry in limited] == [seed for seed in ranked if made[seed] < 31][:3]


def test_the_most_unusual_differ_most_from_a_survey(host: Host) -> None:
    survey = host.survey("m.cave", count=30, metrics=["m.wide"])
    column = survey.values_of("m.wide")
    mean, deviation = column.mean(), column.std()
    made = widths(host, range(1, 31))
    ranked = sorted(made, key=lambda seed: (-abs((made[seed] - mean) / deviation), seed))
    found = host.find("m.cave", unlike=survey, most=4, count=30)
    assert [entry.seed for entry in found] == ranked[:4]
    assert found[0].rank == pytest.approx(abs((made[ranked[0]] - mean) / deviation))


def test_conditions_are_about_options_and_contents_too() -> None:
    host = Host(mods=["base"])
    tiny = host.find("base", 'dungeon == "tiny" and items.base.axe >= 1', count=80, dungeon="tiny")
    game_map = host.generate(tiny[0].request)
    assert sum(item.number for item in game_map.items if item.id == "base.axe") >= 1
    before = [host.generate("base", seed=seed, dungeon="tiny") for seed in range(1, tiny[0].seed)]
    assert not any(item.id == "base.axe" for made in before for item in made.items)
    assert host.find("caves", "options.width == 30 and height > 20", count=1, width=30)


def test_the_name_of_a_segment_counts_as_its_id_does() -> None:
    host = Host(mods=["base"])
    (found,) = host.find("base", 'segments["Bear cave"] == 1')
    titles = {
        segment["id"]: segment["title"] for segment in json.loads(host.generate(found.request).to_json())["segments"]
    }
    (identity,) = [identity for identity, title in titles.items() if title == "Bear cave"]
    assert host.find("base", f"segments.{identity} == 1")[0].seed == found.seed


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ("monsers > 2", 'no option "monsers"; did you mean "monsters"?'),
        ("rooms > 2 and hight < 3", 'no option "hight"; did you mean "height"?'),
        ("items.m.axe > 0", 'the metric "items.m.axe" counts what no mod has'),
        ('height == "lo"', 'm.cave: height is "lo": must be a whole number between 16 and 40'),
        ("wide.m > 2", 'there is no metric "wide.m"'),
        ("rooms / 0 > 1", '"rooms / 0" divides by 0'),
        ("rooms > 1 and height > 20", "no dungeon meets height > 20: options are the same for all seeds"),
        ("rooms >", 'the condition "rooms >" cannot be read'),
        ("rooms", '"rooms" compares nothing'),
        ("rooms > 'many'", "\"'many'\" is a text: texts are values of options"),
        ("rooms > f(2)", '"f(2)" is no number'),
        ("rooms is 2", "comparisons are < <= > >= == !="),
        ("a.b.c > 2", '"a.b.c" has too many parts'),
        ("rooms > 9" + "9" * 400, "is a huge number"),
        ("-" * 980 + "rooms>1", "is nested, or joined, more than 100 times"),
        ("not " * 240 + "rooms>1", "is nested, or joined, more than 100 times"),
        ("(" * 400 + "1" + ")" * 400 + " > 2", "cannot be read"),
        ("rooms > 1" + " " * 1000, "must have at most 1000"),
        ("__import__('os').system('true') > 0", "is no n"),
    ],
)
def test_a_condition_that_cannot_be_is_refused_before_the_search(host: Host, condition: str, problem: str) -> None:
    with pytest.raises(HostError) as caught:
        host.find("m.cave", condition, count=10**9)
    error = caught.value
    assert problem in f"{error.message}; {error.hint}" or problem in f"{error.message}: {error.hint}"


def test_a_search_for_nothing_is_refused(host: Host) -> None:
    with pytest.raises(HostError, match="nothing is looked for"):
        host.find("m.cave")
    with pytest.raises(HostError, match="two searches"):
        host.find("m.cave", best="rooms", unlike=host.survey("m.cave", count=4, metrics=["m.wide"]))


NAMES = ("rooms", "density", "danger")
numbers = st.one_of(st.integers(-3, 3), st.sampled_from([0.5, -0.25]))


def expressions() -> st.SearchStrategy[str]:
    """Random conditions."""
    terms = st.one_of(st.sampled_from(NAMES), numbers.map(str), st.sampled_from(NAMES).map(lambda name: f"-{name}"))
    sums = st.builds("({} {} {})".format, terms, st.sampled_from(["+", "-", "*"]), terms)
    sides = st.one_of(terms, sums)
    comparisons = st.builds("{} {} {}".format, sides, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), sides)
    return st.recursive(
        comparisons,
        lambda inner: st.one_of(
            st.builds("({} and {})".format, inner, inner),
            st.builds("({} or {})".format, inner, inner),
            st.builds("not ({})".format, inner),
        ),
        max_leaves=6,
    )


@given(expressions(), st.fixed_dictionaries({name: numbers.map(float) for name in NAMES}))
def test_conditions_mean_what_they_mean_in_python(text: str, values: dict[str, float]) -> None:
    expected = eval(text, {}, dict(values))
    assert Condition(text).holds(values) is expected
    used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    assert set(Condition(text).metrics) == used


def test_no_comparison_with_a_metric_without_value_holds() -> None:
    values = {"rooms": math.nan, "density": 1.0}
    for comparison in ("<", "<=", ">", ">=", "==", "!="):
        assert not Condition(f"rooms {comparison} 3").holds(values)
        assert Condition(f"not rooms {comparison} 3").holds(values)
    assert math.isnan(Score("rooms + density").of(values))
    assert math.isnan(Score("density / (density - 1)").of(values))


def test_the_command_prints_seeds_and_the_commands_that_make_them(mod: Path) -> None:
    words = ["survey", "find", "m.cave", "m.wide < 20", "--mods", str(mod), "--most", "2", "--set", "height=18"]
    shown = run_command(*words, "--json")
    listed = json.loads(shown.stdout)
    assert shown.exit_code == 0
    assert [set(row) for row in listed] == [{"seed", "values", "command"}] * 2
    shown = run_command(*words)
    assert shown.exit_code == 0
    assert [line for line in shown.stdout.splitlines() if line.startswith("dungeon-host")] == [
        row["command"] for row in listed
    ]
    assert f"--set height=18 --seed {listed[0]['seed']}" in listed[0]["command"]
    assert listed[1]["seed"] > 3
    shown = run_command(*words, "--count", "3")
    assert shown.exit_code == 1
    assert "of 3 dungeons" in shown.stdout


def test_the_commands_name_the_mod_of_a_path(mod: Path) -> None:
    found = run_command("survey", "find", mod, "m.wide < 20", "--most", "1")
    (line,) = [line for line in found.stdout.splitlines() if line.startswith("dungeon-host")]
    assert run_command(*shlex.split(line)[1:]).exit_code == 0


def test_the_command_says_that_dungeons_lack_the_metric_they_are_ranked_by(mod: Path) -> None:
    shown = run_command("survey", "find", "m.cave", "--mods", mod, "--best", "exploration", "--count", "3")
    assert shown.exit_code == 1
    assert "0 of 3 dungeons, 1 failed, 2 have no exploration" in shown.output


def test_names_without_a_value_are_told(mod: Path) -> None:
    shown = run_command("survey", "find", "caves", "rooms > 0 and danger > 1", "--count", "3")
    assert shown.exit_code == 1
    assert "no dungeon has a value for danger" in shown.stdout
    shown = run_command("survey", "find", "base", "--best", "dungeon", "--count", "3")
    assert "3 have no dungeon" in shown.stdout
    shown = run_command("survey", "find", "m.cave", "m.wide > 99", "--mods", str(mod), "--count", "3")
    assert "no dungeon has" not in shown.stdout


def test_what_is_near_is_named_as_it_is_written() -> None:
    host = Host(mods=["base"])
    for condition, close in (
        ("items.base.axx > 0", '"items.base.axx" counts what no mod has; did you mean "items.base.axe"?'),
        ("items.axe > 0", 'did you mean "items.base.axe"?'),
        ("segments.base.bear_cave > 0", "did you mean \"segments['Bear cave']\"?"),
        ('dungeon == "tinny"', 'did you mean "tiny"?'),
    ):
        with pytest.raises(HostError) as caught:
            host.find("base", condition)
        assert close in f"{caught.value.message}; {caught.value.hint}"


def test_tables_of_the_best_and_the_unusual_are_narrow(mod: Path, tmp_path: Path) -> None:
    smallest = run_command("survey", "find", "caves", "--best=-solution_length", "--count", "4").stdout
    assert "rank" not in smallest
    assert "-" not in smallest.splitlines()[3]
    summed = run_command("survey", "find", "caves", "--best", "rooms + regions", "--count", "4").stdout
    assert "rank" in summed
    file = tmp_path / "a.survey"
    assert run_command("survey", "caves", "--count", "8", "-o", file).exit_code == 0
    shown = run_command("survey", "find", "caves", "--unlike", file, "--count", "8", "--most", "3").stdout
    assert "nan" not in shown
    assert max(map(len, shown.splitlines()[:8])) <= 120
    # The most unusual metrics, with their means.
    assert len(re.findall(r"\w+ [-0-9.e+]+ \(mean [-0-9.e+]+\)", shown)) == 9
