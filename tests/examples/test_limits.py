"""When uploads get their turn: examples/limits.py."""

from __future__ import annotations

import asyncio
from importlib import import_module

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
