"""`dungeon-host survey` and `Host.survey`: thousands of dungeons, whatever happens to some of them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from host import Budgets, Host, HostError
from host.engine.engine import Engine
from host.errors import RequestError, SaveError
from host.model.digest import map_digest
from host.model.game_map import model_of
from host.model.request import MOST_SEED
from host.survey.survey import Survey
from tests.helpers import ROOT, run_command, write_mod
from tests.helpers.processes import list_descendants

MANIFEST = 'id = "m"\nversion = "1.0"\n'
MOD = """
local generators, survey, toolbox = require "host.generators", require "host.survey", require "host.toolbox"
local count, kept = 0, {}
local function add(id, body)
  generators.register_generator {
    id = id,
    options = { { id = "size", default = 20, least = 10, most = 40 } },
    generate = function(options)
      body(math.random(4) == 1)
      return toolbox.caves { width = options.size + count % 3, height = 12 }:map()
    end,
  }
end
add("plain", function() end)
add("fails", function(now) if now then error("no luck") end end) -- line 14
add("hangs", function(now) while now do end end)
add("eats", function(now) for i = 1, now and 1e9 or 0 do kept[i] = { i } end end)
add("slow", function() for i = 1, 2e6 do count = 0 end end)
add("remembers", function() count = count + 1 end)
survey.metric { id = "wide", measure = function(map) return map.width end }
survey.metric { id = "wrong", measure = function(map) return map.width.nothing.here end }
survey.metric { id = "none", measure = function() return nil end }
survey.metric { id = "open", measure = function(map) return #toolbox.regions(map).sizes end }
"""
BUDGETS = Budgets(instructions=20_000_000, memory=16 * 2**20, seconds=30)


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mod(tmp_path_factory.mktemp("mods") / "m", {"mod.toml": MANIFEST, "init.lua": MOD})


@pytest.fixture(scope="module")
def host(mod: Path) -> Host:
    return Host([mod], budgets=BUDGETS)


def rows(path: Path) -> list[tuple[object, ...]]:
    """All rows of a survey without `seconds`."""
    with closing(sqlite3.connect(path)) as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(dungeons)")]
        columns = ",".join(f'"{name}"' for name in names if name != "seconds")
        return database.execute(f"SELECT {columns} FROM dungeons ORDER BY number").fetchall()


# -- what a survey holds


def test_a_survey_is_columns_with_a_value_for_each_dungeon(host: Host) -> None:
    made = host.survey("m.plain", count=5, seed=7, metrics="m.wide,m.open,density")
    assert made["seed"].tolist() == [7, 8, 9, 10, 11]
    assert made["number"].tolist() == [0, 1, 2, 3, 4]
    assert made["outcome"].tolist() == ["made"] * 5
    assert made["m.wide"].tolist() == [20.0] * 5
    assert made.metrics == ("m.wide", "m.open", "density")
    assert (made["seconds"] > 0).all()
    assert len(set(made["digest"])) == 5
    assert (len(made), made.failed, made.warnings) == (5, 0, [])
    with pytest.raises(RequestError, match='no column "densty"; did you mean "density"'):
        made["densty"]


def test_a_sweep_makes_the_dungeons_of_each_value(host: Host) -> None:
    made = host.survey("m.plain", count=3, sweep=("size", [10, 30]), metrics="m.wide")
    assert made["seed"].tolist() == [1, 2, 3, 1, 2, 3]
    assert made["m.wide"].tolist() == [10, 10, 10, 30, 30, 30]
    assert [options["size"] for options in made.options()] == [10, 10, 10, 30, 30, 30]


def test_options_are_given_by_name(host: Host) -> None:
    assert host.survey("m.plain", count=2, metrics="m.wide", size=30)["m.wide"].tolist() == [30, 30]
    with pytest.raises(HostError, match='has no option "szie"'):
        host.survey("m.plain", count=2, szie=30)


def test_dungeons_are_those_of_generate(base_host: Host) -> None:
    made = base_host.survey("base", count=3, options={"dungeon": "tiny"}, metrics="none")
    digests = [map_digest(model_of(base_host.generate("base", seed=seed, dungeon="tiny"))) for seed in (1, 2, 3)]
    assert made["digest"].tolist() == digests


def test_metrics_of_mods_that_fail_have_no_value_and_one_warning(host: Host) -> None:
    made = host.survey("m.plain", count=4, metrics="m.wrong,m.none,m.wide", jobs=2)
    assert np.isnan(made["m.wrong"]).all()
    assert np.isnan(made["m.none"]).all()
    assert (made["m.wide"] == 20).all()
    (warning,) = made.warnings
    assert warning.startswith(
        "m/init.lua:20: the metric m.wrong failed: attempt to index a number value (field 'width')"
    )


@pytest.mark.parametrize(
    ("generator", "reason", "line"),
    [
        ("m.fails", "no luck", 14),
        ("m.hangs", "the mods used up the instructions they may have, 20000000", 15),
        ("m.eats", "the mods used up the memory they may have, 16 MiB", 16),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_dungeons_that_fail_cost_nobody_else(host: Host, generator: str, reason: str, line: int, jobs: int) -> None:
    made = host.survey(generator, count=12, jobs=jobs, metrics="none")
    failed = made["outcome"] == "failed"
    # The seed rolls the dice, so the same seeds fail in each of the three.
    assert made["seed"][failed].tolist() == FAILING
    assert set(made["reason"][failed]) == {reason}
    assert set(made["line"][failed]) == {line}
    assert made.failures() == [(reason, len(FAILING), FAILING[0])]
    assert all(made["digest"][~failed])
    assert not any(made["digest"][failed])


FAILING = [3, 5, 7]


def test_numbers_of_numpy_and_lists_of_metrics(host: Host) -> None:
    two = np.int64(2)
    sweep = ("size", np.array([10, 30]))
    made = host.survey("m.plain", count=two, seed=two, jobs=two, sweep=sweep, metrics=["m.wide", "density"])  # type: ignore[arg-type]
    plain = host.survey("m.plain", count=2, seed=2, sweep=("size", [10, 30]), metrics="m.wide,density")
    assert made.plan == plain.plan
    assert made["digest"].tolist() == plain["digest"].tolist()
    assert host.survey("m.plain", count=1, metrics=()).metrics == ()


def test_a_mod_remembers_nothing_between_dungeons(host: Host) -> None:
    made = host.survey("m.remembers", count=20, metrics="none")
    assert made.warnings == []
    assert made["digest"].tolist() == host.survey("m.remembers", count=20, metrics="none", jobs=2)["digest"].tolist()


def test_a_mod_that_remembers_dungeons_is_noticed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "remember_mods", lambda _: None)
    (warning,) = host.survey("m.remembers", count=20, metrics="none").warnings
    assert "gave another dungeon the second time: a mod remembers something between dungeons" in warning


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "count is 0: must be a whole number between 1 and 1000000000"),
        ({"count": 2**40}, "must be a whole number"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63 - 1, "count": 2}, "the last seed would be 9223372036854775808"),
        ({"players": 99}, "players is 99"),
        ({"jobs": 0}, "jobs is 0"),
        ({"metrics": "m.wyde"}, 'there is no metric "m.wyde": "all" names all of them; did you mean "m.wide"?'),
        ({"metrics": 3}, "metrics is 3"),
        ({"options": {"sice": 3}}, 'did you mean "size"?'),
        ({"options": {"size": [3]}}, "the option size is [3]"),
        ({"sweep": ("size", [10, 99])}, "99"),
        ({"sweep": 4}, "sweep is 4"),
        ({"sweep": ("size", [10]), "options": {"size": 20}}, "the option size has a value and is swept, too"),
        ({"sweep": ("size", [])}, "sweep has no values"),
    ],
)
def test_wrong_arguments(host: Host, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(HostError) as caught:
        host.survey("m.plain", **{"count": 1, **arguments})  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_values_that_hardly_differ_and_huge_ones_are_shown(tmp_path: Path) -> None:
    for number, value in enumerate(("1e308 - 2e308 * (n % 2)", "1.0 + (n % 2) * 2.3e-16", "n % 2 * 5e-324")):
        text = f"""
            local n = 0
            require("host.generators").register_generator {{
              id = "m",
              generate = function() return require("host.toolbox").caves {{ width = 9, height = 9 }}:map() end,
            }}
            require("host.survey").metric {{ id = "odd", measure = function() n = n + 1 return {value} end }}
        """
        mod = write_mod(tmp_path / f"{number}" / "m", {"mod.toml": MANIFEST, "init.lua": text})
        result = run_command("survey", "m", "--mods", mod, "--count", "4", "--metrics", "m.odd", "--jobs", "1")
        assert result.exit_code == 0, result.output
        assert "m.odd" in result.stdout


def test_the_contents_of_a_dungeon_that_is_made_again_count_once(tmp_path: Path) -> None:
    """The metric ends the process of each third dungeon, which is made again."""
    text = """
        local calls = 0
        require("host.survey").metric { id = "ends", measure = function()
          while calls == 3 do end
          calls = calls + 1
          return 1
        end }
    """
    manifest = f'{MANIFEST}[dependencies]\nbase = "*"\n'
    mod = write_mod(tmp_path / "m", {"mod.toml": manifest, "init.lua": text})
    made = Host([mod], budgets=BUDGETS).survey("base", count=10, options={"dungeon": "tiny"}, metrics="m.ends")
    assert made.failed == 0
    # Each dungeon has gems.
    assert made.usage()["item"]["base.gem"][0] == 10


def test_a_metric_remembers_nothing_between_dungeons(tmp_path: Path) -> None:
    text = MOD + 'local n = 0 survey.metric { id = "count", measure = function() n = n + 1 return n end }'
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": text})
    made = Host([mod]).survey("m.plain", count=8, metrics="m.count")
    assert made.warnings == []
    assert made["m.count"].tolist() == [1] * 8


# -- files


def test_files_are_equal_whatever_the_number_of_processes(host: Host, tmp_path: Path) -> None:
    for jobs in (1, 2):
        host.survey("m.fails", count=40, jobs=jobs, path=tmp_path / f"{jobs}.survey", metrics="m.wide")
    assert rows(tmp_path / "1.survey") == rows(tmp_path / "2.survey")
    with closing(sqlite3.connect(tmp_path / "1.survey")) as database:
        assert database.execute("SELECT id, version FROM mods").fetchall() == [("m", "1.0")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.survey", "2.survey"]
    again = Survey.open(tmp_path / "1.survey")
    assert (again["m.wide"][0], len(again)) == (20, 40)


def test_a_survey_goes_on_where_it_ended(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    host.survey("m.plain", count=10, path=file, metrics="m.wide")
    begun = rows(file)
    assert len(host.survey("m.plain", count=25, path=file, metrics="m.wide")) == 25
    assert rows(file)[:10] == begun
    host.survey("m.plain", count=25, path=tmp_path / "whole.survey", metrics="m.wide")
    assert rows(file) == rows(tmp_path / "whole.survey")
    # What is there already is not made again, and to ask for fewer loses none, without a warning.
    assert not host.survey("m.plain", count=10, path=file, metrics="m.wide").warnings
    assert len(host.survey("m.plain", count=10, path=file, metrics="m.wide")) == 25


def test_a_survey_goes_on_with_equal_options_that_are_written_otherwise(tmp_path: Path) -> None:
    host, path = Host([]), tmp_path / "a.survey"
    host.survey("caves", seed=1, count=2, options={"width": 30, "height": 12}, metrics="density", path=path)
    more = host.survey("caves", seed=1, count=4, options={"height": 12.0, "width": 30}, metrics="density", path=path)
    assert list(more["options"]) == ['{"width":30,"height":12}'] * 4
    assert list(Survey.open(path)["options"]) == list(more["options"])
    whole = host.survey("caves", seed=1, count=4, options={"width": 30, "height": 12}, metrics="density")
    assert list(whole["digest"]) == list(more["digest"])


def test_a_survey_reaches_the_last_seed(tmp_path: Path) -> None:
    host, path = Host([]), tmp_path / "a.survey"
    options = {"width": 30, "height": 12}
    survey = host.survey("caves", seed=MOST_SEED - 1, count=2, options=options, metrics="none", path=path)
    assert list(survey["seed"]) == list(Survey.open(path)["seed"]) == [MOST_SEED - 1, MOST_SEED]
    with pytest.raises(RequestError, match="the last seed would be"):
        host.survey("caves", seed=MOST_SEED - 1, count=3, options=options, metrics="none")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"generator": "m.fails"}, "generator is m.plain in the file, and m.fails here"),
        ({"seed": 2}, "seed is 1 in the file, and 2 here"),
        ({"options": {"size": 12}}, 'options is {} in the file, and {"size":12} here'),
        ({"metrics": "none"}, 'metrics is ["m.wide"] in the file, and [] here'),
        ({"players": 1}, "players is 2 in the file, and 1 here"),
    ],
)
def test_another_survey_does_not_go_on_in_the_file(
    host: Host, tmp_path: Path, arguments: dict[str, object], message: str
) -> None:
    file = tmp_path / "a.survey"
    host.survey("m.plain", count=2, path=file, metrics="m.wide")
    before = file.read_bytes()
    with pytest.raises(SaveError) as caught:
        host.survey(**{"generator": "m.plain", "count": 2, "path": file, "metrics": "m.wide", **arguments})  # type: ignore[arg-type]
    assert str(caught.value) == f'the survey "{file}" cannot go on: {message}; -o must name another file'
    assert file.read_bytes() == before


def test_a_changed_mod_does_not_go_on(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    host.survey("m.plain", count=2, path=file, metrics="none")
    changed = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": MOD + "-- more"})
    with pytest.raises(SaveError, match="cannot go on: the mod m has changed since"):
        Host([changed]).survey("m.plain", count=4, path=file, metrics="none")


def test_a_survey_goes_on_when_files_changed_that_make_no_dungeon(tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": MOD, "README.md": "", "rooms.txt": ""})
    host = Host([mod])
    host.survey("m.plain", count=2, path=file, metrics="none")
    texts = ("README.md", "CHANGELOG.md", "survey.toml", "tests/a_test.lua", "tests/segments.txt", "b_test.lua")
    write_mod(mod, dict.fromkeys(texts, "-- new"))
    assert len(Host([mod]).survey("m.plain", count=4, path=file, metrics="none")) == 4
    write_mod(mod, {"rooms.txt": "-- new"})
    (mod / "README.md").unlink()
    with pytest.raises(SaveError) as caught:
        Host([mod]).survey("m.plain", count=5, path=file, metrics="none")
    assert "cannot go on: the mod m has changed since (m/rooms.txt); -o must name" in str(caught.value)


def test_a_sweep_of_more_seeds_does_not_go_on(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    host.survey("m.plain", count=2, sweep=("size", [10, 12]), path=file, metrics="none")
    with pytest.raises(SaveError, match="number cannot change: it has 2 seeds of each value and not 3; -o must name"):
        host.survey("m.plain", count=3, sweep=("size", [10, 12]), path=file, metrics="none")


@pytest.mark.slow
def test_a_metric_that_hangs_has_no_value_and_one_warning(tmp_path: Path) -> None:
    """The dungeon and the metrics before it are kept; nothing of the mods runs after it."""
    text = MOD + 'survey.metric { id = "hangs", measure = function(map) while map.width > 20 do end return 1 end }'
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": text})
    made = Host([mod], budgets=BUDGETS).survey(
        "m.plain", count=2, sweep=("size", [20, 21]), metrics="density,m.wide,m.hangs,m.open", jobs=2
    )
    assert made["outcome"].tolist() == ["made"] * 4
    assert made["m.wide"].tolist() == [20, 20, 21, 21]
    assert made["m.hangs"][:2].tolist() == [1, 1]
    assert np.isnan(made["m.hangs"][2:]).all()
    assert np.isnan(made["m.open"]).tolist() == [False, False, True, True]
    (warning,) = made.warnings
    assert "the metric m.hangs" in warning
    assert "m/init.lua" in warning


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a survey of dungeon-host, or its beginning is damaged"),
        (b"hello" * 100, "is not a survey of dungeon-host, or its beginning is damaged"),
        ("save", "is not a survey of dungeon-host"),
        ("half", "is damaged"),
        ("table", "it has other tables"),
        ("trigger", "it has other tables"),
        ("plan", "is damaged"),
        ("journal", "is not of dungeon-host, and would change the survey"),
        ("folder", "is not a file: a survey must be a file"),
    ],
)
def test_files_that_are_no_survey_are_left_alone(
    host: Host, tmp_path: Path, content: bytes | str, message: str
) -> None:
    file = tmp_path / "a.survey"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content == "folder":
        file.mkdir()
    else:
        host.survey("m.plain", count=30, path=file, metrics="none")
        damage(file, content)
    before = None if file.is_dir() else file.read_bytes()
    with pytest.raises(SaveError) as caught:
        host.survey("m.plain", count=40, path=file, metrics="none")
    assert message in str(caught.value)
    assert before is None or file.read_bytes() == before


def damage(file: Path, how: str) -> None:
    statements = {
        "save": "PRAGMA application_id=7",
        "table": "CREATE TABLE other (x)",
        "trigger": "CREATE TRIGGER t AFTER INSERT ON dungeons BEGIN DELETE FROM dungeons; END",
        "plan": "UPDATE survey SET value = '{}'",
    }
    if how == "half":
        file.write_bytes(file.read_bytes()[:6000])
    elif how == "journal":
        file.with_name(f"{file.name}-journal").write_bytes(b"x")
    else:
        with closing(sqlite3.connect(file)) as database:
            database.execute(statements[how])
            database.commit()


def start(mod: Path, file: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "host", "survey", *words, "--mods", str(mod), "-o", str(file), "--metrics", "none"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def read_when_there(file: Path, count: int) -> Survey:
    """Wait until a survey that is being made has so many dungeons, and return it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if file.exists() and file.stat().st_size:
            made = Survey.open(file)
            if len(made) >= count:
                return made
        time.sleep(0.05)
    raise AssertionError(f"{file} has fewer than {count} dungeons after a minute")


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_a_survey_that_is_interrupted_goes_on(mod: Path, tmp_path: Path, sign: signal.Signals) -> None:
    file, whole = tmp_path / "a.survey", tmp_path / "whole.survey"
    made = start(mod, file, "m.slow", "--count", "30", "--jobs", "2")
    seen = read_when_there(file, 3)
    assert seen["number"].tolist() == list(range(len(seen)))
    assert set(seen["outcome"]) == {"made"}
    made.send_signal(sign)
    _, errors = made.communicate(timeout=60)
    if sign == signal.SIGINT:
        assert made.returncode == 130
        assert errors.startswith("interrupted; go on: dungeon-host survey run m.slow --mods")
    assert 3 <= len(Survey.open(file)) < 30
    for path in (file, whole):
        words = ("--count", "30", "--mods", mod, "-o", path, "--metrics", "none", "--jobs", "2")
        result = run_command("survey", "m.slow", *words)
        assert result.exit_code == 0, result.output
    assert rows(file) == rows(whole)


@pytest.mark.slow
def test_workers_that_are_killed_lose_nothing(host: Host) -> None:
    """Whichever process dies, the survey is as on a quiet machine; three deaths of one seed would be a failure."""
    stop, kills = threading.Event(), 0
    before = list_descendants()

    def kill() -> None:
        nonlocal kills
        while not stop.wait(0.5) and kills < 2:
            victims = sorted(list_descendants() - before)
            if victims:
                os.kill(victims[kills % len(victims)], signal.SIGKILL)
                kills += 1

    killer = threading.Thread(target=kill)
    killer.start()
    made = host.survey("m.slow", count=40, jobs=2, metrics="m.wide")
    stop.set()
    killer.join()
    quiet = host.survey("m.slow", count=40, jobs=2, metrics="m.wide")
    assert kills
    assert made.failures() == []
    assert made["digest"].tolist() == quiet["digest"].tolist()
    assert not list_descendants() - before


# -- the command


def test_the_command_prints_tables_and_json(mod: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.survey"
    words = ("survey", "m.fails", "--count", "12", "--mods", mod, "-o", file, "--metrics", "m.wide", "--jobs", "1")
    result = run_command(*words)
    assert result.exit_code == 0, result.output
    failed = len(FAILING)
    line = f"m.fails: {12 - failed} of 12 dungeons made, {failed} failed"
    assert line in result.stdout
    assert "m.wide" in result.stdout
    assert "no luck" in result.stdout
    again = f"dungeon-host survey run m.fails --mods {mod} --count 12 --jobs 1 --metrics m.wide -o {file}"
    assert again in result.stdout
    assert line in run_command("survey", "show", file).stdout
    data = json.loads(run_command("survey", "show", file, "--json").stdout)
    assert (data["generator"], data["dungeons"], data["failed"]) == ("m.fails", 12, failed)
    assert (data["metrics"][0]["id"], data["metrics"][0]["mean"]) == ("m.wide", 20)
    assert data["failures"] == [{"reason": "no luck", "dungeons": failed, "seed": FAILING[0]}]


def test_the_line_of_a_survey_of_a_path_goes_on(tmp_path: Path) -> None:
    text = MOD.replace('add("fails"', 'do return end\nadd("fails"')
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": text})
    file = tmp_path / "a.survey"
    result = run_command("survey", mod, "--count", "2", "--jobs", "1", "--metrics", "none", "-o", file)
    line = result.stdout.splitlines()[-1].removeprefix("again: ")
    assert line == f"dungeon-host survey run m.plain --mods {mod} --count 2 --jobs 1 --metrics none -o {file}"
    assert run_command(*shlex.split(line)[1:]).exit_code == 0


def test_the_line_of_a_larger_survey_has_its_count(tmp_path: Path) -> None:
    words = ("survey", "run", "caves", "--set", "width=20", "--metrics", "none", "-o", tmp_path / "a.survey")
    assert run_command(*words, "--count", 12).exit_code == 0
    line = run_command(*words, "--count", 5).stdout.splitlines()[-1]
    assert " --count 12 " in line


def test_the_command_shows_each_value_of_a_sweep(mod: Path, tmp_path: Path) -> None:
    file = tmp_path / "new" / "a.survey"
    words = ("--mods", mod, "--count", "3", "--sweep", "size=10,30", "--metrics", "m.wide", "--jobs", "1", "-o", file)
    result = run_command("survey", "m.plain", *words)
    assert result.stderr == f'note: the folder "{file.parent}" did not exist and is made\n'
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["size=10:", *["3", "of", "3", "dungeons", "made,", "0", "failed"]] in lines
    assert [line[1] for line in lines if line[:1] == ["m.wide"]] == ["10", "30"]
    data = json.loads(run_command("survey", "show", file, "--json").stdout)
    assert data["dungeons"] == 6
    assert data["sweep"]["option"] == "size"
    assert [(v["value"], v["dungeons"], v["metrics"][0]["mean"]) for v in data["sweep"]["values"]] == [
        *(("10", 3, 10), ("30", 3, 30))
    ]


def test_usage_is_as_it_is_typed(mod: Path) -> None:
    for words in (("base", "--cuont", "3"), ("base", "b.survey")):
        assert "Usage: dungeon-host survey [OPTIONS] [GENERATOR]\n" in run_command("survey", *words).stderr
    assert "Usage: dungeon-host survey run [OPTIONS] [GENERATOR]\n" in run_command("survey", "run", "a", "b").stderr
    assert 'There is no command "shwo". Did you mean "show"?' in run_command("survey", "shwo", "b.survey").stderr


def test_several_generators_come_with_an_example(mod: Path) -> None:
    for words in (("generate",), ("survey", "run", "--count", "3"), ("simulate", "--seed", "4")):
        result = run_command(*words, "--mods", mod)
        assert result.exit_code == 1
        command = " ".join(("dungeon-host", *words[: 1 + (words[0] == "survey")], "m.plain", "--mods", str(mod)))
        assert f"name the one to use; such as `{command}" in result.stderr
        assert result.stderr.rstrip("`\n").endswith(words[-1] if len(words) > 1 else str(mod))
    assert "name the one to use; such as m.plain\n" in run_command("why", "square", "1", "1", "--mods", mod).stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("m.plian",), 'did you mean "m.plain"?'),
        (("m.plain", "--sweep", "size"), '--sweep "size" is not KEY=VALUE,VALUE'),
        (("m.plain", "--sweep", "size=10,10"), "names a value twice"),
        (("m.plain", "--sweep", "size=10", "--sweep", "size=20"), "there are 2 --sweep: a survey sweeps one option"),
        (("m.plain", "--metrics", "densty"), 'did you mean "density"?'),
        (("show", "nothing.survey"), 'there is no survey "nothing.survey"'),
    ],
)
def test_wrong_words(mod: Path, words: tuple[str, ...], message: str) -> None:
    more = () if words[0] == "show" else ("--mods", mod, "--count", "1")
    result = run_command("survey", *words, *more)
    assert result.exit_code == 1
    assert message in result.stderr
