"""The wall clock of children: the error of a mod that takes too long names its file and line, on each command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.border.deadline import clear_deadline, set_deadline
from host.checking.run import check
from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE, TRAVEL
from host.errors import BudgetError
from host.process.budgets import DEFAULT_BUDGETS, Budgets
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
        job = Job(GENERATE, (str(mod),), (), {}, Budgets(10**12, seconds=seconds))
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
    done = run_command("mods", "--mods", mod, "--keep-going", *LIMITS)
    assert f"slow/init.lua:2: {MESSAGE}" in done.stderr
    (diagnostic,) = check(mod, "slow", budgets=Budgets(10**12, seconds=0.6))
    assert (diagnostic.rule, diagnostic.file, diagnostic.line) == ("budget", "slow/init.lua", 2)


def test_run_names_the_line_that_takes_too_long(tmp_path: Path) -> None:
    script = tmp_path / "slow.lua"
    script.write_text(f"local x = 1\n{LOOP}\n")
    done = run_command("run", script, *LIMITS)
    assert f"slow.lua:2: {MESSAGE}" in done.stderr


def test_simulate_names_the_line_that_takes_too_long(make_mod: MakeMod) -> None:
    mod = make_mod("slow", SLOW_PLAYER, toml='dialects = ["actions"]')
    done = run_command("simulate", "caves", "--mods", mod, "--seed", "1", *LIMITS)
    assert f"slow/init.lua:8: {MESSAGE}" in done.stderr


def test_check_names_the_line_that_takes_too_long(make_mod: MakeMod) -> None:
    folder = make_mod("slow", GENERATOR % LOOP)
    diagnostics = check(folder, "slow", budgets=Budgets(10**12, seconds=0.6))
    assert [(one.rule, one.file, one.line) for one in diagnostics] == [("budget", "slow/init.lua", 4)]


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
    from time import sleep

    keys = iter(["wait", "wait", None])

    def ask(_: object) -> Any:
        sleep(1.5)
        return next(keys)

    job = Job(
        TRAVEL,
        (),
        ("overworld",),
        {"mod": "overworld", "seed": 1, "strict": True},
        replace(DEFAULT_BUDGETS, seconds=2.0),
        asks=True,
    )
    assert run_job(job, say=print, warn=print, ask=ask) is True
