"""Jobs that ask a person, such as travel: the clock of the mods, and children that die meanwhile."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from typing import Any

import pytest

from host.engine.jobs import Ask, Job, run_job
from host.engine.operations import TRAVEL
from host.errors import DiedError
from host.mods.mods_to_load import ModsToLoad
from host.process.budgets import DEFAULT_BUDGETS
from tests.helpers import MakeMod, run_command

# A world in which a second never passes.
ENDLESS = """
require "overworld"
Event.register("base.on_second_passed", "never", function() while true do end end)
return require "overworld"
"""


def travel(ask: Ask, *, seconds: float = 30.0) -> Any:
    arguments = {"request": {"generator": "overworld", "seed": 1, "players": 1}, "strict": True}
    job = Job(TRAVEL, ModsToLoad((), ("overworld",), replace(DEFAULT_BUDGETS, seconds=seconds)), arguments, asks=True)
    return run_job(job, say=print, warn=print, ask=ask)


@pytest.mark.parametrize("key", ["north", None], ids=["a key", "the end"])
def test_a_child_that_is_killed_while_a_person_thinks_is_an_error(
    key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[int] = []
    fork = os.fork

    def watched() -> int:
        pid = fork()
        children.append(pid)
        return pid

    def ask(_: object) -> str | None:
        os.kill(children[-1], signal.SIGKILL)
        time.sleep(0.1)
        return key

    monkeypatch.setattr(os, "fork", watched)
    with pytest.raises(DiedError, match="SIGKILL") as caught:
        travel(ask)
    assert caught.value.exit_code == 4


def test_the_time_of_a_person_is_not_that_of_the_mods(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 0.0
    keys = iter(["north", "south", None])
    clock = time.monotonic

    def ask(_: object) -> str | None:
        nonlocal passed
        passed += 1000
        return next(keys)

    monkeypatch.setattr(time, "monotonic", lambda: clock() + passed)
    assert travel(ask) is True


def test_a_key_that_never_ends_is_stopped_by_the_clock(make_mod: MakeMod) -> None:
    mod = make_mod("endless", ENDLESS, toml='[dependencies]\noverworld = "*"')
    limits = ["--timeout", "1", "--instructions", str(2**53)]
    done = run_command("travel", "endless", "--mods", mod, "--seed", "1", "--keys", "r", *limits)
    assert done.exit_code == 3
    assert (
        "the mods took longer than 1 s and were stopped; --timeout SECONDS or Budgets(seconds=…) gives them more"
        in done.stderr
    )
    assert "--timeout 1" in done.stderr
