"""A reloader runs a job again on mods as they are saved now, and reads only those again that changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host.engine.jobs import Job
from host.errors import BudgetError, HostError
from host.mods.mods_to_load import ModsToLoad
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.start import START_METHOD
from host.serving.reloader import Reloader
from host.tools.repl.evaluation import EVALUATE
from tests.helpers import write_mod
from tests.helpers.processes import list_children

ARGUMENTS = {"text": "second.run()", "line": 1, "draws": False, "request": {"generator": None, "seed": 1}}
# What the mods print when all of them load, and when "first" is not read again.
ALL = ["first loads", "second loads"]
AGAIN = ["second loads"] if START_METHOD == "fork" else ALL


class Watch:
    """Runs a job on the mods "first", and "second" that needs it, as `--watch` does."""

    def __init__(self, folder: Path, reloader: Reloader, budgets: Budgets = DEFAULT_BUDGETS) -> None:
        self.second = folder / "second" / "init.lua"
        for name, needed in (("first", "base"), ("second", "first")):
            manifest = f'id = "{name}"\nversion = "1"\ndependencies = {{ {needed} = "*" }}\n'
            write_mod(folder / name, {"mod.toml": manifest, "init.lua": f'print("{name} loads")'})
        self.job = Job(EVALUATE, ModsToLoad((str(self.second.parent),), (), budgets), ARGUMENTS)
        self.printed: list[str] = []
        self.warnings: list[str] = []
        self._reloader = reloader

    def run(self, body: str, **more: Any) -> list[str]:
        """Run with this body of the function that the job calls; return the results."""
        self.second.write_text(f'print("second loads") function run() {body} end')
        return self.run_again(**more)

    def run_again(self, **more: Any) -> list[str]:
        self.printed.clear()
        callbacks = {"say": self.printed.append, "warn": self.warnings.append, "tick": ignore, **more}
        results: list[str] = self._reloader.run(self.job, **callbacks)["results"]
        return results


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    with Reloader() as reloader:
        yield Watch(tmp_path, reloader)


def ignore(_: float) -> None:
    """Take the seconds that have gone by."""


def test_mods_that_did_not_change_are_not_read_again(watch: Watch) -> None:
    assert watch.run("return 1") == ["1"]
    assert watch.printed == ALL
    assert watch.run("n = (n or 1) + 1 return n") == ["2"]
    assert watch.printed == AGAIN
    # The state is fresh.
    assert watch.run_again() == ["2"]
    assert watch.printed == AGAIN
    (watch.second.parents[1] / "first" / "more.lua").write_text("")
    assert watch.run_again() == ["2"]
    assert watch.printed == ALL


def test_a_mod_that_fails_is_read_again_when_it_is_fixed(watch: Watch) -> None:
    for _ in range(2):
        with pytest.raises(HostError, match="unexpected symbol near '='") as caught:
            watch.run("n = =")
        assert (caught.value.mod, caught.value.line) == ("second", 1)
    with pytest.raises(HostError, match="too bad") as caught:
        watch.run("\nerror 'too bad'")
    assert (caught.value.mod, caught.value.line) == ("second", 2)
    assert watch.run("return 3") == ["3"]
    assert watch.printed == AGAIN


def test_warnings_of_mods_that_are_not_read_again_are_repeated(watch: Watch) -> None:
    first = watch.second.parents[1] / "first" / "init.lua"
    first.write_text("kts.Tile { acess = {} }")
    for number in range(2):
        watch.warnings.clear()
        watch.run(f"return {number}")
        assert len(watch.warnings) == 1
        assert "acess" in watch.warnings[0]


@pytest.mark.parametrize("body", ["print('begun') while true do end", "end print('begun') while true do"])
def test_an_interrupt_ends_a_run_and_the_next_one_works(watch: Watch, body: str) -> None:
    def interrupt(line: str) -> None:
        if line == "begun":
            raise KeyboardInterrupt

    assert watch.run("return 1") == ["1"]
    with pytest.raises(KeyboardInterrupt):
        watch.run(body, say=interrupt)
    assert watch.run("return 2") == ["2"]


def test_the_budgets_hold_for_each_run(tmp_path: Path) -> None:
    earlier = list_children()
    ticks: list[float] = []
    with Reloader() as reloader:
        watch = Watch(tmp_path, reloader, Budgets(instructions=2_000_000))
        assert watch.run("return 1") == ["1"]
        with pytest.raises(BudgetError, match=r"second/init\.lua:1: .*instructions"):
            watch.run("while true do end", tick=ticks.append)
        assert watch.run("return 2") == ["2"]
        # A child that dies while it waits is replaced.
        for pid in list_children() - earlier:
            os.kill(pid, 9)
        assert watch.run("return 3") == ["3"]
    assert ticks == sorted(ticks)
    assert ticks
    assert list_children() == earlier
