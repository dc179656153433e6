"""A host and its maps in several threads, in asyncio, and under Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host import Budgets, Host
from host.errors import BudgetError
from tests.helpers import ROOT, MakeMod

SEEDS = range(1, 13)
# A generator that loops for ever when its option asks for it.
LOOPER = """
    require("host.generators").register_generator {
      id = "loop",
      generate = function()
        while true do pcall(error, "again") end
      end,
    }
"""
LOOPS = {
    "plain": "while true do end",
    "protected": 'while true do pcall(error, "again") end',
    "in coroutines": "while true do pcall(coroutine.wrap(function() for _ = 1, 1e6 do end end)) end",
    "with a closing variable": """
        while true do
          pcall(function()
            local guard <close> = setmetatable({}, { __close = function() error "closed" end })
            for _ = 1, 1e6 do end
          end)
        end
    """,
    "calls of the host": "while true do math.random() end",
}


@pytest.fixture(scope="module")
def maps() -> dict[int, str]:
    host = Host(["base"])
    return {seed: host.generate("base", seed=seed, dungeon="tiny").to_json() for seed in SEEDS}


def test_a_host_makes_the_same_maps_in_threads(maps: dict[int, str]) -> None:
    host = Host(["base"])
    with ThreadPoolExecutor(4) as threads:
        made = threads.map(lambda seed: host.generate("base", seed=seed, dungeon="tiny").to_json(), SEEDS)
        assert dict(zip(SEEDS, made, strict=True)) == maps


def test_hosts_make_the_same_maps_side_by_side(maps: dict[int, str]) -> None:
    def generate(part: int) -> dict[int, str]:
        host = Host(["base"])
        return {seed: host.generate("base", seed=seed, dungeon="tiny").to_json() for seed in SEEDS[part::2]}

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(generate, (0, 1))
    assert first | second == maps


def test_asyncio_waits_for_maps_without_blocking(maps: dict[int, str]) -> None:
    async def generate() -> tuple[list[str], int]:
        host = Host(["base"])
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += 1

        ticking = asyncio.create_task(tick())
        made = await asyncio.gather(*(host.generate_async("base", seed=seed, dungeon="tiny") for seed in SEEDS))
        ticking.cancel()
        return [m.to_json() for m in made], ticks

    made, ticks = asyncio.run(generate())
    assert dict(zip(SEEDS, made, strict=True)) == maps
    assert ticks > len(SEEDS)


def test_a_cancelled_call_ends_and_others_of_the_host_say_why(make_mod: MakeMod) -> None:
    host = Host([make_looper(make_mod), "base"], budgets=Budgets(instructions=10**12, seconds=600))

    async def cancel() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.generate_async("looper.loop", seed=1), 0.1)

    asyncio.run(cancel())
    with pytest.raises(BudgetError, match="the mods were interrupted"):
        host.generate("base", seed=1)


def test_a_call_that_waits_is_cancelled_alone(make_mod: MakeMod) -> None:
    host = Host(["base"])

    async def cancel() -> str:
        first = asyncio.create_task(host.generate_async("base", seed=1, dungeon="huge"))
        await asyncio.sleep(0)
        second = asyncio.create_task(host.generate_async("base", seed=2))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        return (await first).to_json()

    assert asyncio.run(cancel()) == Host(["base"]).generate("base", seed=1, dungeon="huge").to_json()


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_ctrl_c_ends_a_loop_of_a_mod(tmp_path: Path, make_mod: MakeMod, loop: str) -> None:
    mod = make_mod("looper", init=f'print "ready"\n{textwrap.dedent(loop)}')
    program = textwrap.dedent(f"""
        from host import Budgets, Host
        budgets = Budgets(instructions=10**12, seconds=600)
        try:
            Host([{str(mod)!r}], budgets=budgets, output=lambda line: print(line, flush=True))
        except KeyboardInterrupt:
            print("interrupted")
    """)
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert output == "interrupted\n"


def make_looper(make_mod: MakeMod) -> Path:
    return make_mod("looper", init=LOOPER)
