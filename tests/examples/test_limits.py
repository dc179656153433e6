"""When uploads get their turn: examples/limits.py."""

from __future__ import annotations

import asyncio
from importlib import import_module
from types import SimpleNamespace

import pytest

from host.errors import BudgetError
from tests.examples.running import EXAMPLES


def test_a_good_dungeon_does_not_end_the_wait_after_a_bad_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    limits = import_module("limits")

    async def ask() -> None:
        turns, is_over = limits.Turns(workers=3), asyncio.Event()

        async def make_good() -> None:
            async with turns.turn({"m"}):
                await is_over.wait()

        good = asyncio.create_task(make_good())
        await asyncio.sleep(0)
        with pytest.raises(BudgetError):
            async with turns.turn({"m"}):
                raise BudgetError("the mods took too long")
        is_over.set()
        await good
        with pytest.raises(limits.Wait, match="has to wait"):
            async with turns.turn({"m"}):
                pass

    asyncio.run(ask())


def test_a_mod_that_is_slow_again_and_again_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    limits = import_module("limits")
    now = 0.0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    turns = limits.Turns(workers=3)

    async def ask(name: str, seconds: float) -> None:
        nonlocal now
        async with turns.turn({name}):
            now += seconds

    for _ in range(2):
        asyncio.run(ask("m", 2.0))
    # A quick one between slow ones counts from the beginning again.
    asyncio.run(ask("m", 0.01))
    for _ in range(3):
        asyncio.run(ask("m", 2.0))
    with pytest.raises(limits.Wait, match="has to wait") as waits:
        asyncio.run(ask("m", 2.0))
    assert (waits.value.status, waits.value.seconds) == (503, pytest.approx(60.0))
    asyncio.run(ask("other", 2.0))
    now += 60.0
    asyncio.run(ask("m", 2.0))
