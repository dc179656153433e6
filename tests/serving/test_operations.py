"""What the operator of a server needs of a `Pool`: numbers, health, records of `logging`, an orderly end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from host import Budgets, HostError
from host.errors import BudgetError, DiedError, ModError, RequestError
from host.serving import Busy, DeadlineExceeded, Pool
from host.serving.worker import Worker
from tests.helpers import write_mod
from tests.helpers.processes import list_descendants
from tests.serving.test_pool import MANIFEST, wait_until

MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
local function add(id, body)
  generators.register_generator {
    id = id,
    generate = function()
      body()
      return toolbox.caves { width = 20, height = 20 }:map()
    end,
  }
end
add("plain", function() end)
add("fails", function() error("no\\nluck") end)
add("hangs", function() while true do end end)
"""


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    return write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": MOD})


def test_a_pool_counts_its_requests(mod: Path) -> None:
    with Pool([mod], workers=1, budgets=Budgets(instructions=10_000_000)) as pool:
        pool.generate_sync("m.plain", seed=1)
        pool.generate_json_sync("m.plain", seed=1)
        with pytest.raises(ModError):
            pool.generate_sync("m.fails", seed=1)
        with pytest.raises(BudgetError):
            pool.generate_sync("m.hangs", seed=1)
        stats = pool.stats()
        assert stats.requests == 4
        assert stats.failures == {"ModError": 1, "BudgetError": 1}
        assert (stats.queue, stats.restarts) == (0, 0)
        assert sum(stats.seconds.values()) == 4
        assert list(stats.seconds) == sorted(stats.seconds)
        assert list(stats.seconds)[-1] == float("inf")


def test_requests_that_are_late_refused_or_cancelled_are_failures(mod: Path) -> None:
    async def run() -> None:
        async with Pool([mod], workers=1, queue=1, budgets=Budgets(instructions=2**50)) as pool:
            first = asyncio.ensure_future(pool.generate("m.hangs", seed=1))
            while not pool._workers._running:
                await asyncio.sleep(0.01)
            with pytest.raises(DeadlineExceeded):
                await pool.generate("m.plain", seed=1, deadline=0.05)
            second = asyncio.ensure_future(pool.generate("m.plain", seed=1))
            # The late one has left the queue.
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await pool.generate("m.plain", seed=1)
            assert pool.stats().queue == 1
            first.cancel()
            await second
            failures = pool.stats().failures
            assert failures == {"DeadlineExceeded": 1, "Busy": 1, "Cancelled": 1}
            assert pool.stats().requests == 4

    asyncio.run(run())


def kill_when_busy(pool: Pool, children: Callable[[], set[int]], times: int) -> threading.Thread:
    """Kill the workers of a pool so many times while they have a request, in a thread."""
    killed: set[int] = set()

    def has_victims() -> bool:
        is_loading = any(worker._is_loading for each in pool._workers._all_sets() for worker in each.workers)
        return bool(pool._workers._running) and not is_loading and bool(children() - killed)

    def kill() -> None:
        for _ in range(times):
            wait_until(has_victims)
            # Until the request has arrived there.
            time.sleep(0.3)
            victims = children() - killed
            killed.update(victims)
            for pid in victims:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_a_request_is_tried_twice_more(
    mod: Path, caplog: pytest.LogCaptureFixture, children: Callable[[], set[int]]
) -> None:
    caplog.set_level(logging.WARNING, logger="dungeon_host")
    with Pool([mod], workers=1, budgets=Budgets(instructions=2**50)) as pool:
        killer = kill_when_busy(pool, children, 3)
        with pytest.raises(DiedError):
            pool.generate_sync("m.hangs", seed=5)
        killer.join()
        deaths = [record for record in caplog.records if record.levelno == logging.WARNING]
        assert len(deaths) == 3
        assert len({record.request_id for record in deaths}) == 1  # type: ignore[attr-defined]
        assert "'m.hangs', seed 5" in deaths[0].getMessage()
        assert pool.generate_sync("m.plain", seed=1).width == 20
        assert pool.stats().failures == {"DiedError": 1}
        assert pool.stats().restarts == 3
        assert pool.health().ok


def test_records_have_the_id_of_the_request(mod: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="dungeon_host")
    with Pool([mod], workers=1) as pool:
        pool.generate_sync("m.plain", seed=1)
        with pytest.raises(ModError):
            pool.generate_sync("m.fails", seed=2)
        with pytest.raises(RequestError):
            pool.generate_sync("m.no\nsuch", seed=3)
    answered, failed, wrong = caplog.records
    assert (answered.levelno, failed.levelno, wrong.levelno) == (logging.DEBUG, logging.INFO, logging.INFO)
    assert len({record.request_id for record in caplog.records}) == 3  # type: ignore[attr-defined]
    assert "'m.plain', seed 1" in answered.getMessage()
    assert "ModError" in failed.getMessage()
    assert "m/init.lua" in failed.getMessage()
    # Names and errors of strangers do not begin lines of the log.
    assert all(len(record.getMessage().splitlines()) == 1 for record in caplog.records)


def test_a_pool_that_is_drained_answers_what_it_has(mod: Path) -> None:
    async def run() -> None:
        pool = Pool([mod], workers=1)
        assert pool.health().ok
        waiting = [asyncio.ensure_future(pool.generate("m.plain", seed=seed)) for seed in range(1, 9)]
        await asyncio.sleep(0)
        await pool.drain(60)
        assert [(await made).width for made in waiting] == [20] * 8
        assert not pool.health().ok
        with pytest.raises(HostError, match="the pool is closed"):
            await pool.generate("m.plain", seed=1)

    asyncio.run(run())


def test_a_drain_does_not_wait_forever(mod: Path) -> None:
    async def run() -> None:
        pool = Pool([mod], workers=1, budgets=Budgets(instructions=2**50))
        hanging = asyncio.ensure_future(pool.generate("m.hangs", seed=1))
        while not pool._workers._running:
            await asyncio.sleep(0.01)
        await pool.drain(0.1)
        with pytest.raises(HostError, match="the pool was closed"):
            await hanging
        with pytest.raises(RequestError, match="seconds is -1"):
            await pool.drain(-1)

    asyncio.run(run())


def test_a_worker_that_cannot_load_its_mods_is_not_healthy(mod: Path, children: Callable[[], set[int]]) -> None:
    with Pool([mod], workers=1) as pool:
        (file,) = Path(pool._workers._sets[pool._first]._snapshot.folders[0]).glob("init.lua")  # type: ignore[union-attr]
        file.write_text("local x = nil\nx.y = 1")
        for pid in children():
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(ModError):
            pool.generate_sync("m.plain", seed=1)
        assert not pool.health().ok
        file.write_text(MOD)
        pool.generate_sync("m.plain", seed=1)
        assert pool.health().ok


SLOW = """
local n = 0
for _ = 1, 20000000 do n = n + 1 end
"""


def test_loading_has_its_own_time(mod: Path) -> None:
    (mod / "init.lua").write_text(SLOW + MOD)
    short = Budgets(instructions=2**50, seconds=0.1)
    with Pool([mod], workers=1, budgets=short) as pool, pytest.raises(BudgetError, match=r"longer than 0\.1 s"):
        pool.generate_sync("m.hangs", seed=1)
    for budgets in (Budgets(), Budgets(instructions=2**50)):
        with pytest.raises(BudgetError, match=r"longer than 0\.05 s to load .*; load_seconds gives them more"):
            Pool([mod], workers=1, load_seconds=0.05, budgets=budgets)
    with pytest.raises(RequestError, match="load_seconds is 0"):
        Pool([mod], load_seconds=0)


def test_a_pool_opens_while_other_tasks_go_on(mod: Path) -> None:
    (mod / "init.lua").write_text(SLOW + MOD)
    before = list_descendants()

    async def run() -> None:
        opening = asyncio.ensure_future(Pool.open([mod], workers=1, load_seconds=60))
        turns = 0
        while not opening.done():
            await asyncio.sleep(0.001)
            turns += 1
        assert turns > 5
        async with await opening as pool:
            assert (await pool.generate("m.plain", seed=1)).width == 20
        with pytest.raises(BudgetError):
            await Pool.open([mod], workers=1, load_seconds=0.05)
        cancelled = asyncio.ensure_future(Pool.open([mod], workers=1))
        await asyncio.sleep(0.05)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(run())
    # The loop has waited for the thread, which ended what it had started.
    assert list_descendants() == before


def test_workers_that_die_while_mods_load_cost_no_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, ask = Worker.ready, Worker._ask
    deaths = ["loads", "asked", "loads", "asked"]

    def die(worker: Worker, when: str) -> None:
        if deaths and deaths[0] == when:
            deaths.pop(0)
            worker.close()
            raise DiedError("killed")

    def ready_or_die(worker: Worker, *arguments: Any) -> None:
        ready(worker, *arguments)
        die(worker, "loads")

    def ask_or_die(worker: Worker, *arguments: Any) -> Any:
        die(worker, "asked")
        return ask(worker, *arguments)

    with Pool(workers=1) as pool:
        monkeypatch.setattr(Worker, "ready", ready_or_die)
        monkeypatch.setattr(Worker, "_ask", ask_or_die)
        assert pool.generate_json_sync("base", seed=1)
        assert not deaths
        deaths.extend(["loads"] * 3)
        with pytest.raises(DiedError):
            pool.generate_json_sync("base", seed=1)
