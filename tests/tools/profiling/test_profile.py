"""`dungeon-host profile`: equal counts in every run, sums that fit together, files, comparisons, and hostile mods."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from host.engine.jobs import Job, JobRunner
from host.engine.operations import GENERATE
from host.errors import BudgetError, DiedError, HostError, RequestError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process import frames
from host.tools.profiling.profile import Profile
from host.tools.profiling.run import Profiler
from tests.attacks.test_attacks import ALL as ATTACKS
from tests.attacks.test_attacks import Attack
from tests.helpers import MakeMod, run_command

COUNTS = ("name", "mod", "file", "line", "instructions", "host_instructions", "total_instructions", "calls")

INIT = """
local function slow(n)
  local sum = 0
  for i = 1, n do sum = sum + i % 7 end
  return sum
end

function fast()
  local sum = slow(20000)
  return sum
end

local wall = kts.Tile { access = {} }
local function write()
  for _ = 1, 200 do kts.Tile { items = "floor" } end
end

for _ = 1, 10 do slow(100000) end
fast()
write()
coroutine.wrap(function() slow(100000) end)()
"""
LINES = {name: i for i, line in enumerate(INIT.splitlines(), 1) for name in re.findall(r"function (\w+)\(", line)}


def job_of(folder: Path) -> Job:
    arguments = {"request": {"generator": "base", "seed": 1, "options": {"dungeon": "tiny"}}}
    return Job(GENERATE, ModsToLoad((str(folder),), ("base",)), arguments)


def profile_job(job: Job, profiler: JobRunner) -> Any:
    return profiler.run(job, say=lambda _: None, warn=lambda _: None)


@pytest.fixture(scope="module")
def profiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], Profile]:
    """A mod, and the JSON and the object of its profile."""
    folder = tmp_path_factory.mktemp("profiled") / "sums"
    folder.mkdir()
    (folder / "mod.toml").write_text('id = "sums"\nversion = "1.0"\n')
    (folder / "init.lua").write_text(INIT)
    profiler = Profiler()
    profile_job(job_of(folder), profiler)
    return folder, profiler.profile.to_data(), profiler.profile


def row_of(data: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    (row,) = [row for row in data[kind] if name in (row.get("name"), row.get("mod"), row.get("file"))]
    return row


def function_at(data: dict[str, Any], line: int) -> dict[str, Any]:
    (row,) = [row for row in data["functions"] if (row["file"], row["line"]) == ("sums/init.lua", line)]
    return row


def test_counts_of_two_runs_are_equal(profiled: tuple[Path, dict[str, Any], Profile]) -> None:
    folder, first, _ = profiled
    profiler = Profiler()
    profile_job(job_of(folder), profiler)
    second = profiler.profile.to_data()

    def counts(data: dict[str, Any]) -> list[Any]:
        rows = [*data["mods"], *data["files"], *data["functions"], *sorted(data["host_calls"], key=lambda r: r["name"])]
        return [data["instructions"], data["host"]["instructions"], *([row.get(key) for key in COUNTS] for row in rows)]

    assert counts(first) == counts(second)


def test_a_program_profiles_a_dungeon_as_the_library_makes_it(profiled: tuple[Path, dict[str, Any], Profile]) -> None:
    folder, data, _ = profiled
    profiler = Profiler()
    profiler.generate("base", mods=[folder, "base"], seed=1, dungeon="tiny")
    assert profiler.profile.to_data()["instructions"] == data["instructions"]
    profiler.generate(Request("base", seed=1, options={"dungeon": "tiny"}), mods=[folder, "base"])
    assert profiler.profile.to_data()["instructions"] == 2 * data["instructions"]
    with pytest.raises(RequestError, match=r"dungeon is .* must be tiny"):
        profiler.generate("base", mods=["base"], seed=1, dungeon="huge?")


def test_functions_get_their_own_instructions(profiled: tuple[Path, dict[str, Any], Profile]) -> None:
    _, data, _ = profiled
    slow = function_at(data, LINES["slow"])
    # A round of the loop has 3 instructions, and there are 1,120,000 rounds.
    assert 3_200_000 < slow["instructions"] < 3_500_000
    assert slow["milliseconds"] > 1
    assert function_at(data, LINES["fast"])["total_instructions"] >= 50_000
    assert function_at(data, LINES["fast"])["instructions"] == 0
    main = function_at(data, 0)
    assert main["name"] == "main chunk"
    assert main["total_instructions"] > slow["instructions"] * 0.85


def test_calls_of_the_host_are_exact(profiled: tuple[Path, dict[str, Any], Profile]) -> None:
    folder, data, _ = profiled
    assert function_at(data, LINES["write"])["calls"] == 200
    (folder.parent / "without").mkdir(exist_ok=True)
    profiler = Profiler()
    profile_job(job_of(folder).with_mods(folders=()), profiler)
    without = row_of(profiler.profile.to_data(), "host_calls", "kts.Tile")
    assert row_of(data, "host_calls", "kts.Tile")["calls"] == without["calls"] + 201


def test_sums_fit_together(profiled: tuple[Path, dict[str, Any], Profile]) -> None:
    _, data, profile = profiled
    for key in ("instructions", "host_instructions", "bytes"):
        sums = [sum(row[key] for row in data[kind]) for kind in ("mods", "files")]
        assert sums == [sum(row.get(key, 0) for row in data["mods"])] * 2
    mods = sum(row["instructions"] + row["host_instructions"] for row in data["mods"])
    assert mods + data["host"]["instructions"] == data["instructions"] == profile.instructions
    assert {row["mod"] for row in data["mods"]} == {"base", "sums"}


def test_the_command_prints_tables_and_writes_files(
    profiled: tuple[Path, dict[str, Any], Profile], tmp_path: Path
) -> None:
    folder, data, _ = profiled
    flame, scope, before = tmp_path / "f.svg", tmp_path / "s.json", tmp_path / "before.json"
    words = ("generate", "base", "--mods", folder, "--seed", "1", "--set", "dungeon=tiny")
    before.write_text(json.dumps({**data, "functions": [{**row, "instructions": 7} for row in data["functions"]]}))
    done = run_command("profile", "--flame", flame, "--speedscope", scope, "--compare", before, *words)
    assert done.exit_code == 0, done.output
    for title in ("\nfiles\n", "\nfunctions\n", "calls of the host by mods", "instructions that changed", "dungeon of"):
        assert title in done.stdout or title == "dungeon of"
    assert re.search(r"slow \(sums/init.lua:2\) +[\d,]+", done.stdout)
    assert ElementTree.fromstring(flame.read_text()).tag.endswith("svg")
    document = json.loads(scope.read_text())
    instructions, time = document["profiles"]
    names = [frame["name"] for frame in document["shared"]["frames"]]
    assert f"slow (sums/init.lua:{LINES['slow']})" in names
    assert sum(instructions["weights"]) == instructions["endValue"] <= data["instructions"]
    assert all(0 <= number < len(names) for sample in time["samples"] for number in sample)


def test_json_stands_alone(profiled: tuple[Path, dict[str, Any], Profile], tmp_path: Path) -> None:
    folder, data, _ = profiled
    before = tmp_path / "before.json"
    before.write_text(json.dumps(data))
    words = ("generate", "base", "--mods", folder, "--seed", "1", "--set", "dungeon=tiny")
    printed = json.loads(run_command("profile", "--json", "--compare", before, *words).stdout)
    assert printed["compared"] == []
    assert printed["instructions"] == data["instructions"]


def test_a_command_that_runs_no_mod_prints_no_profile() -> None:
    done = run_command("profile", "--json", "generate", "./nowhere")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "nowhere" in done.stderr


def test_simulations_and_tests_are_profiled(make_mod: MakeMod) -> None:
    folder = make_mod(
        "tested",
        "function work() local n = 0 for i = 1, 100000 do n = n + i end return n end",
        files={"tests/work_test.lua": "it('works', function() work() end)\nit('fails', function() error('no') end)"},
    )
    done = run_command("profile", "--json", "test", folder)
    assert done.exit_code == 1
    assert row_of(json.loads(done.stdout), "functions", "work")["instructions"] > 150_000
    done = run_command("profile", "--json", "simulate", "base", "--seed", "1", "--turns", "3")
    assert {"base", "critters"} <= {row["mod"] for row in json.loads(done.stdout)["mods"]}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check"], 'profile does not run "check": must be generate, simulate or test'),
        (["generat"], 'did you mean "generate"?'),
        (["generate", "--watch"], "profile does not run generate with --watch: leave it out"),
        (["generate", "--seeds", "1..2", "-o", "a"], "profile does not run generate with --seeds: leave it out"),
        (["test", "base", "--", "-n", "2"], "profile does not run tests in several processes"),
        (["test", "no.rec"], "profile does not run recordings"),
        (["generate", "nowhere", "--seed", "1"], "nowhere"),
        (["--compare", "missing.json", "generate"], 'there is no file "missing.json"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_requests_that_cannot_be_met(words: list[str], message: str) -> None:
    done = run_command("profile", *words)
    assert done.exit_code == 1
    assert message in done.stderr


def test_usage_of_the_observed_command_can_be_typed() -> None:
    done = run_command("profile", "generate", "--sed", "1")
    assert done.exit_code == 2
    assert "Try 'dungeon-host profile generate --help' for help." in done.stderr


def test_options_behind_the_command_are_refused_with_the_reason() -> None:
    done = run_command("profile", "generate", "base", "--flame", "flame.svg")
    assert done.exit_code == 2
    assert "--flame is an option of profile: it must stand before generate" in done.stderr


def test_a_mod_that_runs_out_of_instructions_is_profiled(make_mod: MakeMod) -> None:
    folder = make_mod("loops", "local function spin() while true do end end\nspin()")
    done = run_command("profile", "generate", folder, "--instructions", "2000000")
    assert done.exit_code == 3
    assert "loops/init.lua:1: the mods used up the instructions" in done.stderr
    assert re.search(r"spin \(loops/init.lua:1\) +[12],\d{3},\d{3}", done.stdout)


@pytest.mark.parametrize(
    "attack",
    [attack for attack in ATTACKS if attack.words.get("Runs", "").startswith("generate")],
    ids=lambda attack: attack.id,
)
def test_attacks_end_under_the_profiler_as_without(attack: Attack, tmp_path: Path) -> None:
    done = run_command("profile", *attack.lay_out(tmp_path))
    allowed = [int(digit) for digit in re.findall(r"\b[013]\b", attack.words["Ends"].split('"')[0])]
    assert done.exit_code in allowed, done.stderr
    assert "Traceback" not in done.stderr
    assert "the host failed" not in done.stderr


LINE = "1\tmod\tf\ta/b.lua\t1\t5\t5\t5\t5"


@pytest.mark.parametrize(
    "report",
    [
        {},
        {"nodes": 5, "seconds": 1},
        {"nodes": "", "seconds": 1},
        {"nodes": f"{LINE}\n{LINE}\n2\tmod", "seconds": 1},
        {"nodes": f"{LINE}\n9{LINE}", "seconds": 1},
        {"nodes": f"{LINE}\n{LINE[:-1]}-9", "seconds": 1},
        {"nodes": f"{LINE}\n{LINE[:-1]}{'9' * 5000}", "seconds": 1},
        {"nodes": f"{LINE}\n1\tking\tf\ta/b.lua\t1\t5\t5\t5\t5", "seconds": 1},
        {"nodes": LINE, "seconds": 1e999},
        {"nodes": LINE, "seconds": "nan"},
        {"nodes": "\n".join([LINE] * 30_000), "seconds": 1},
        {"nodes": "\n".join([LINE, *(f"{i}{LINE[1:]}" for i in range(1, 5000))]), "seconds": 1},
    ],
    ids=range(12),
)
def test_malformed_reports_are_rejected(report: dict[str, Any]) -> None:
    with pytest.raises(DiedError, match="malformed answer"):
        Profile().add(report)


def test_a_report_that_nobody_asked_for_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    from host.engine import jobs

    def send(channel: Any, **_: Any) -> None:
        channel.send(frames.REPORT, {"nodes": LINE, "seconds": 1})

    monkeypatch.setattr(jobs, "perform_in_child", send)
    with pytest.raises(HostError, match="malformed answer") as caught:
        jobs.run_job(Job(GENERATE, ModsToLoad((), ("base",)), {}), say=print, warn=print)
    assert not isinstance(caught.value, BudgetError)


def test_a_function_that_the_host_calls_has_no_name_of_the_host(make_mod: MakeMod) -> None:
    generate = "for i = 1, 40000 do end end"
    load = f'require("host.generators").register_generator {{ id = "idle", generate = function() {generate} }}'
    done = run_command("profile", "generate", make_mod("idle", load))
    assert re.search(r"^ function \(idle/init.lua:1\) +[\d,]+", done.stdout, re.MULTILINE), done.stdout
