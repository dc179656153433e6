"""The wall clock of children: the error of a mod that takes too long names its file and line, on each command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from host import Host
from host.border import deadline, state
from host.border.deadline import clear_deadline, on_location, set_deadline
from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE, TRAVEL
from host.errors import BudgetError, DiedError, HostError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process import child, frames
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.channel import Channel
from host.process.start import START_METHOD
from host.process.task import Task
from host.serving import Pool, worker
from host.tools.checking.run import check
from host.tools.testing import fork_server
from host.tools.testing.child import CaseKey, ChildSetup
from host.tools.testing.fork_server import ForkServer
from tests.helpers import MakeMod, run_command

# Many instructions, so that the clock comes first.
LIMITS = ("--timeout", "0.6", "--instructions", "1000000000000")
MESSAGE = "the mods took longer than 0.6 s and were stopped; --timeout SECONDS or Budgets(seconds=…) gives them more"
SLOW_PLAYER = """local Slow = class("Slow", Entity)
Slow.layer = Layers.player
Decorators.Start(Slow)
for _, name in ipairs { "Acting", "DynamicStats", "Moving", "PlayerControl" } do decorate(Slow, Decorators[name]) end
Retouchers.Algos.simple(Slow)
Slow.baseModifiers = {}
function Slow:script()
  while true do end
end
registerEntity(Slow)
"""
GENERATOR = """require("host.generators").register_generator {
  id = "g",
  generate = function()
    %s
  end,
}
"""
LOOP = "while true do end"
# One call of the host that works long in Python.
LONG_CALL = 'require("host.toolbox").walk { width = 1000, height = 1000, open = 1.0, life = 1 }'


@pytest.mark.parametrize(
    "code", [LOOP, "pcall(function() while true do end end)", LONG_CALL], ids=["loop", "pcall", "host"]
)
def test_generate_names_the_line_that_takes_too_long(make_mod: MakeMod, code: str) -> None:
    mod = make_mod("slow", GENERATOR % code)
    done = run_command("generate", mod, "--seed", "1", *LIMITS)
    assert done.exit_code == 3
    assert f"slow/init.lua:4: {MESSAGE}" in done.stderr


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_loading_names_the_line_that_takes_too_long(make_mod: MakeMod, method: str) -> None:
    mod = make_mod("slow", f"local x = 1\n{LOOP}")
    # A fresh interpreter imports the host first, which takes longer when the machine is busy.
    for seconds in (0.6, 1.5, 6, 24):
        job = Job(GENERATE, ModsToLoad((str(mod),), (), Budgets(10**12, seconds=seconds)), {})
        with pytest.raises(BudgetError, match=rf"took longer than {seconds} s") as caught:
            run_job(job, say=print, warn=print, method=method)
        if method == "fork" or caught.value.line is not None:
            break
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("slow", "slow/init.lua", 2)


def test_a_call_ends_with_the_time_of_the_process(make_mod: MakeMod) -> None:
    mod = make_mod("slow", f"local x = 1\n{LOOP}")
    set_deadline(0.5)
    try:
        with pytest.raises(BudgetError, match=r"took longer than 0\.5 s") as caught:
            Host([mod], budgets=Budgets(10**12, seconds=30))
    finally:
        clear_deadline()
    assert (caught.value.file, caught.value.line) == ("slow/init.lua", 2)


def test_a_slow_mod_is_named_when_others_could_do_without(make_mod: MakeMod) -> None:
    mod = make_mod("slow", f"local x = 1\n{LOOP}")
    # Stands for the bundled base, which takes as long as the limit to load when the machine is busy.
    base = make_mod("base")
    done = run_command("mods", "--mods", mod, "--mods", base, "--keep-going", *LIMITS)
    assert f"slow/init.lua:2: {MESSAGE}" in done.stderr
    (diagnostic,) = check(mod, "slow", budgets=Budgets(10**12, seconds=0.6))
    assert (diagnostic.rule, diagnostic.file, diagnostic.line) == ("budget", "slow/init.lua", 2)


def test_run_names_the_line_that_takes_too_long(make_mod: MakeMod, tmp_path: Path) -> None:
    script = tmp_path / "slow.lua"
    script.write_text(f"local x = 1\n{LOOP}\n")
    done = run_command("run", script, "--mods", make_mod("base"), *LIMITS)
    assert f"slow.lua:2: {MESSAGE}" in done.stderr


def test_simulate_names_the_line_that_takes_too_long(make_mod: MakeMod) -> None:
    mod = make_mod("slow", SLOW_PLAYER, toml='dialects = ["actions"]')
    done = run_command("simulate", "caves", "--mods", mod, "--seed", "1", *LIMITS)
    assert f"slow/init.lua:8: {MESSAGE}" in done.stderr


@pytest.mark.slow
def test_check_names_the_line_that_takes_too_long(make_mod: MakeMod) -> None:
    folder = make_mod("slow", GENERATOR % LOOP)
    diagnostics = check(folder, "slow", budgets=Budgets(10**12, seconds=0.6))
    assert [(one.rule, one.file, one.line) for one in diagnostics] == [("budget", "slow/init.lua", 4)]


def hang(channel: Channel, locations: list[dict[str, Any]]) -> None:
    """What a child does that cannot end itself, after it said where its mod is."""
    for location in locations:
        channel.send(frames.LOCATION, location)
    sleep(60)


@pytest.mark.parametrize(
    ("locations", "line"), [([], None), ([{"file": "m/init.lua", "line": 3}, {"file": "m/init.lua", "line": 7}], 7)]
)
def test_a_child_that_is_killed_names_where_its_mod_was(
    monkeypatch: pytest.MonkeyPatch, locations: list[dict[str, Any]], line: int | None
) -> None:
    monkeypatch.setattr(child, "REPORT_SECONDS", 0.1)
    task = Task(f"{__name__}:hang", {"locations": locations}, budgets=Budgets(seconds=1.0))
    with pytest.raises(BudgetError, match="took longer than 1 s") as caught:
        child.run_task(task, method="fork")
    assert (caught.value.file, caught.value.line) == ("m/init.lua" if line else None, line)
    assert caught.value.mod == ("m" if line else None)


def test_no_mod_is_named_for_the_time_of_the_host(make_mod: MakeMod) -> None:
    # The mod says where it is while it loads; what takes long is a plan of the host.
    mod = make_mod("slow", "for i = 1, 1e5 do end")
    words = ("generate", "caves", "--mods", mod, "--set", "width=4000", "--set", "height=4000", "--timeout", "2")
    result = run_command(*words, "--seed", "1")
    assert result.exit_code == 3
    assert result.stderr.startswith("error: the mods took longer than 2 s and were stopped"), result.stderr


def test_a_location_of_another_shape_is_malformed() -> None:
    task = Task(f"{__name__}:hang", {"locations": [{"file": 1, "line": "x"}]}, budgets=Budgets(seconds=20.0))
    with pytest.raises(DiedError, match="malformed"):
        child.run_task(task, method="fork")


def ask_pool(mod: Path) -> HostError:
    with Pool([mod], workers=1, budgets=STUCK) as pool, pytest.raises(HostError) as caught:
        pool.generate_sync("slow.g", seed=1)
    return caught.value


def ask_tests(mod: Path, path: str) -> HostError | None:
    server = ForkServer(ChildSetup(str(mod), (), STUCK, Request(None, seed=1)))
    try:
        answer = server.open(path)
        return answer.error if answer.error or path != "stuck_test.lua" else server.run(path, CaseKey("", 1)).error
    finally:
        server.close()


STUCK = Budgets(10**15, seconds=2.0)
# Who runs mods in children that it starts -> how, and where the mod hangs.
PARENTS: dict[str, tuple[Callable[[Path], HostError | None], str]] = {
    "pool": (ask_pool, "slow/init.lua:4"),
    "test": (lambda mod: ask_tests(mod, "stuck_test.lua"), "slow/stuck_test.lua:3"),
    "test file": (lambda mod: ask_tests(mod, "file_test.lua"), "slow/file_test.lua:2"),
}


@pytest.mark.skipif(START_METHOD != "fork", reason="a fork has what is patched here")
@pytest.mark.parametrize("parent", PARENTS)
def test_each_parent_that_kills_a_child_names_where_its_mod_was(
    monkeypatch: pytest.MonkeyPatch, make_mod: MakeMod, parent: str
) -> None:
    # No clock of the child ends it.
    monkeypatch.setattr(state, "monotonic", lambda: 0.0)
    monkeypatch.setattr(deadline, "_may_raise", lambda _: False)
    for module in (fork_server, worker):
        monkeypatch.setattr(module, "REPORT_SECONDS", 0.2)
    files = {"stuck_test.lua": f"it('a', function()\n\n{LOOP} end)", "file_test.lua": f"x = 1\n{LOOP}"}
    ask, place = PARENTS[parent]
    error = ask(make_mod("slow", GENERATOR % LOOP, files=files))
    assert isinstance(error, BudgetError)
    assert (f"{error.file}:{error.line}", error.mod) == (place, "slow")
    assert "its process was killed" in (error.hint or "")


def test_mods_say_where_they_are_before_their_time_is_up(make_mod: MakeMod) -> None:
    mod = make_mod("slow", f"local x = 1\n{LOOP}")
    seen: set[tuple[str, int]] = set()
    on_location(lambda file, line: seen.add((file, line)))
    try:
        with pytest.raises(BudgetError):
            Host([mod], budgets=Budgets(10**12, seconds=0.2))
    finally:
        on_location(None)
    assert seen == {("slow/init.lua", 2), ("", 0)}


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [30.0, 0.001])
def test_a_file_that_is_compiled_is_named(make_mod: MakeMod, seconds: float) -> None:
    """No line of the mod has run."""
    mod = make_mod("slow", "x = a " + "or a " * 400_000)
    with pytest.raises(BudgetError) as caught:
        Host([mod], budgets=Budgets(10**6, seconds=seconds))
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("slow", "slow/init.lua", 1)


ENDLESS = """
require "overworld"
Event.register("base.on_second_passed", "never", function()
  while true do end
end)
return require "overworld"
"""


def test_travel_names_the_line_of_a_key_that_takes_too_long(make_mod: MakeMod) -> None:
    mod = make_mod("endless", ENDLESS, toml='[dependencies]\noverworld = "*"')
    done = run_command("travel", "endless", "--mods", mod, "--seed", "1", "--keys", "r", "--timeout", "2", *LIMITS[2:])
    message = MESSAGE.replace("0.6 s", "2 s")
    assert f"endless/init.lua:3: {message}" in done.stderr


def test_each_key_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline of the child starts with each key, and no alarm comes while the person thinks."""
    keys = iter(["wait", "wait", None])

    def ask(_: object) -> Any:
        sleep(1.5)
        return next(keys)

    job = Job(
        TRAVEL,
        ModsToLoad((), ("overworld",), replace(DEFAULT_BUDGETS, seconds=2.0)),
        {"request": {"generator": "overworld", "seed": 1, "players": 1}, "strict": True},
        asks=True,
    )
    assert run_job(job, say=print, warn=print, ask=ask) is True
