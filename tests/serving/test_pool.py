"""`host.serving.Pool`: warm workers that make maps for programs."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from host import Budgets, Host, HostError, Map
from host.errors import BudgetError, DiedError, ModError, RequestError
from host.serving import Busy, DeadlineExceeded, Pool
from tests.helpers import write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'
MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
local count, kept = 0, {}
local function add(id, body)
  generators.register_generator {
    id = id,
    generate = function()
      body()
      return toolbox.caves { width = 20 + count, height = 20 }:map()
    end,
  }
end
add("plain", function() end)
add("counts", function() count = count + 1 end)
add("fails", function() error("no luck") end) -- line 14
add("hangs", function() while true do end end)
add("eats", function() for i = 1, 1e9 do kept[i] = { i } end end)
add("says", function() print("hello") end)
kts.MENU = {
  items = { { id = "size", choices = { { id = "small" }, { id = "large" } } } },
  start_game_func = function() kts.MENU.items[1] = nil end,
}
"""


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mod(tmp_path_factory.mktemp("mods") / "m", {"mod.toml": MANIFEST, "init.lua": MOD})


@pytest.fixture(scope="module")
def pool(mod: Path) -> Iterator[Pool]:
    budgets = Budgets(instructions=20_000_000, memory=64 * 2**20, seconds=60)
    with Pool([mod, "base"], workers=2, budgets=budgets, output=lambda _: None) as opened:
        yield opened


Children = Callable[[], set[int]]


def test_maps_are_those_of_a_host(pool: Pool, mod: Path) -> None:
    host = Host([mod, "base"])
    for seed in (1, 2, 213):
        options = {"quest": "custom", "dungeon": "tiny"}
        made = pool.generate_sync("base", seed=seed, options=options, players=3)
        assert isinstance(made, Map)
        assert made.to_json() == host.generate("base", seed=seed, options=options, players=3).to_json()


def test_bytes_of_files_are_made_in_the_worker(pool: Pool, tmp_path: Path) -> None:
    async def run(seed: int, options: dict[str, str]) -> None:
        made = pool.generate_sync("base", seed=seed, options=options)
        json = await pool.generate_json("base", seed=seed, options=options)
        assert json == made.to_json().encode() == pool.generate_json_sync("base", seed=seed, **options)
        made.save(tmp_path / "16.png")
        made.save(tmp_path / "8.png", tile_size=8)
        assert await pool.generate_png("base", seed=seed, options=options) == (tmp_path / "16.png").read_bytes()
        assert pool.generate_png_sync("base", seed=seed, tile_size=8, **options) == (tmp_path / "8.png").read_bytes()

    for seed, size in ((1, "tiny"), (2, "big"), (3, "tiny")):
        asyncio.run(run(seed, {"quest": "custom", "dungeon": size}))


def test_bytes_of_files_fail_as_maps_do(pool: Pool) -> None:
    with pytest.raises(RequestError, match="tile_size is 3: must be a whole number between 4 and 128"):
        pool.generate_png_sync("base", seed=1, tile_size=3)
    with pytest.raises(ModError, match=r"m/init\.lua:14: no luck"):
        asyncio.run(pool.generate_png("m.fails", seed=1))
    with pytest.raises(DeadlineExceeded):
        asyncio.run(pool.generate_json("base", seed=1, dungeon="huge", quest="custom", deadline=0.001))


def test_a_map_is_decoded_when_it_is_used(pool: Pool) -> None:
    made = pool.generate_sync("base", seed=1)
    assert not hasattr(made, "no_such_attribute")
    assert made.width == pool.generate_sync("base", seed=1).width
    again = pickle.loads(pickle.dumps(pool.generate_sync("base", seed=1)))
    assert again.to_json() == made.to_json()
    shared = pool.generate_sync("base", seed=1)
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(lambda _: shared.to_json(), range(4))) == {made.to_json()}


def test_tasks_share_the_workers(pool: Pool) -> None:
    async def client(number: int) -> list[str]:
        return [(await pool.generate("base", seed=seed)).to_json() for seed in (number % 4, 7)]

    async def run() -> list[list[str]]:
        return await asyncio.gather(*map(client, range(8)))

    results = asyncio.run(run())
    assert results[:4] == results[4:]
    assert len({text for pair in results for text in pair}) == 5


@pytest.mark.parametrize(
    ("generator", "arguments", "kind", "message"),
    [
        ("m.fails", {}, ModError, "m/init.lua:14: no luck"),
        ("bsae", {}, RequestError, 'did you mean "base"?'),
        ("base", {"options": {"quest": "duell"}}, RequestError, 'did you mean "duel"?'),
        ("base", {"options": {"quest": object()}}, RequestError, "the option quest is <object"),
        ("base", {"options": [1]}, RequestError, "options is [1]: must be a mapping"),
        ("base", {"seed": -1}, RequestError, "seed is -1"),
        ("base", {"players": 0}, RequestError, "players is 0"),
        ("base", {"deadline": 0}, RequestError, "deadline is 0: must be a number of seconds from 0.001 to 1e+09"),
        ("base", {"deadline": 10**5000}, RequestError, "deadline is a huge number"),
        ("base", {"deadline": "1"}, RequestError, "deadline is '1': must be a number of seconds"),
        ("base", {"deadline": float("nan")}, RequestError, "deadline is nan"),
        (7, {}, RequestError, "the generator is 7"),
        ("m.hangs", {}, BudgetError, "used up the instructions"),
        ("m.eats", {}, BudgetError, "used up the memory"),
    ],
)
def test_errors_are_those_of_a_host_and_harm_nobody_else(
    pool: Pool, generator: str, arguments: dict[str, object], kind: type[HostError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        pool.generate_sync(generator, **{"seed": 1, **arguments})  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert pool.generate_sync("m.plain", seed=1).width == 20


def test_lines_of_mods_reach_the_output(mod: Path) -> None:
    lines: list[str] = []
    with Pool([mod], workers=1, output=lines.append) as pool:
        pool.generate_sync("m.says", seed=1)
    assert lines == ["hello"]


def runner(children: Children) -> int:
    """Return the process of the only worker that performs the next request: a fork of the other one."""
    wait_until(lambda: len(children()) == 2)
    return max(children())


def test_an_output_that_fails_gives_no_answer_to_another_request(mod: Path) -> None:
    def fail_once(line: str) -> None:
        lines.append(line)
        if len(lines) == 1:
            raise BrokenPipeError

    lines: list[str] = []
    with Pool([mod, "base"], workers=1, output=fail_once) as pool:
        with pytest.raises(BrokenPipeError):
            pool.generate_sync("m.says", seed=1)
        assert [pool.generate_sync("m.says", seed=seed).origin.seed for seed in (2, 3)] == [2, 3]
    assert lines == ["hello"] * 3


def test_a_worker_starts_anew_after_so_many_requests(mod: Path, children: Children) -> None:
    with Pool([mod], workers=1, recycle_jobs=2) as pool:
        processes = []
        for _ in range(6):
            processes.append(runner(children))
            assert pool.generate_sync("m.counts", seed=1).width == 21
        assert [processes[0]] * 2 == processes[:2]
        assert len(set(processes)) == 3


def test_a_worker_starts_anew_when_it_uses_much_memory(mod: Path, children: Children) -> None:
    with Pool([mod, "base"], workers=1, recycle_bytes=2**20) as pool:
        before = runner(children)
        pool.generate_sync("base", seed=1, options={"dungeon": "huge"})
        wait_until(lambda: before not in children())
        assert pool.generate_sync("m.plain", seed=1).width == 20


def test_a_deadline_ends_the_request_and_not_the_pool(mod: Path) -> None:
    budgets = Budgets(instructions=2**50)
    with Pool([mod], workers=1, budgets=budgets) as pool:
        for _ in range(2):
            with pytest.raises(DeadlineExceeded, match=r"within its deadline of 0\.2 s"):
                pool.generate_sync("m.hangs", seed=1, deadline=0.2)
        assert pool.generate_sync("m.plain", seed=1).width == 20

        async def run() -> None:
            with pytest.raises(DeadlineExceeded):
                await pool.generate("m.hangs", seed=1, deadline=0.2)
            assert (await pool.generate("m.plain", seed=1, deadline=60)).width == 20

        asyncio.run(run())


def test_a_request_may_wait_too_long(mod: Path) -> None:
    with Pool([mod], workers=1, budgets=Budgets(instructions=2**50, seconds=1.0)) as pool:

        def hang() -> None:
            with pytest.raises(HostError):
                pool.generate_sync("m.hangs", seed=1)

        threading.Thread(target=hang).start()
        wait_until(lambda: bool(pool._workers._running))
        with pytest.raises(DeadlineExceeded):
            pool.generate_sync("m.plain", seed=1, deadline=0.1)


def test_a_full_queue_is_refused(mod: Path) -> None:
    with Pool([mod], workers=1, queue=1, budgets=Budgets(instructions=2**50)) as pool:

        async def run() -> None:
            first = asyncio.ensure_future(pool.generate("m.hangs", seed=1))
            while not pool._workers._running:
                await asyncio.sleep(0.01)
            second = asyncio.ensure_future(pool.generate("m.plain", seed=1))
            await asyncio.sleep(0)
            with pytest.raises(Busy, match=r"1 requests? wait"):
                await pool.generate("m.plain", seed=1)
            # A request that is cancelled frees its worker.
            first.cancel()
            assert (await second).width == 20
            with pytest.raises(asyncio.CancelledError):
                await first

        asyncio.run(run())


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_workers_that_are_killed_lose_nothing(mod: Path, children: Children) -> None:
    with Pool([mod, "base"], workers=2) as pool:
        before = pool.generate_sync("base", seed=3).to_json()
        for victim in range(3):
            pids = sorted(children())
            os.kill(pids[victim % len(pids)], signal.SIGKILL)
            assert {pool.generate_sync("base", seed=3).to_json() for _ in range(4)} == {before}
    assert not children()


def test_a_request_that_kills_its_worker_again_fails_alone(mod: Path, children: Children) -> None:
    stop = threading.Event()
    with Pool([mod], workers=1, budgets=Budgets(instructions=2**50)) as pool:

        def kill() -> None:
            while not stop.wait(0.02):
                for pid in children():
                    with suppress(OSError):
                        os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        with pytest.raises(DiedError):
            pool.generate_sync("m.hangs", seed=1)
        stop.set()
        killer.join()
        assert pool.generate_sync("m.plain", seed=1).width == 20


def test_options_are_given_by_name(pool: Pool) -> None:
    named = pool.generate_sync("base", seed=3, quest="custom", dungeon="tiny")
    assert (
        named.to_json() == pool.generate_sync("base", seed=3, options={"quest": "custom", "dungeon": "tiny"}).to_json()
    )
    with pytest.raises(HostError, match="the option dungeon is set twice"):
        pool.generate_sync("base", seed=3, options={"dungeon": "tiny"}, dungeon="huge")


def test_an_option_that_the_mod_removes_is_there_for_the_next_request(mod: Path) -> None:
    with Pool([mod], workers=1, output=lambda _: None) as pool:
        for _ in range(3):
            pool.generate_sync("m", seed=1, options={"size": "large"})


def test_mods_that_cannot_be_loaded_are_an_error_at_once(tmp_path: Path, children: Children) -> None:
    broken = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": "local x = nil\nx.y = 1"})
    with pytest.raises(ModError) as caught:
        Pool([broken])
    assert (caught.value.file, caught.value.line) == ("m/init.lua", 2)
    with pytest.raises(RequestError, match="workers is 0: must be a whole number between 1 and 1024"):
        Pool(workers=0)
    assert not children()


def test_a_closed_pool_refuses_requests(mod: Path) -> None:
    pool = Pool([mod], workers=1)
    pool.close()
    pool.close()
    with pytest.raises(HostError, match="the pool is closed"):
        pool.generate_sync("m.plain", seed=1)


def test_requests_that_run_end_when_the_pool_is_closed(mod: Path, children: Children) -> None:
    pool = Pool([mod], workers=1, budgets=Budgets(instructions=2**50))
    errors: list[BaseException] = []

    def ask() -> None:
        try:
            pool.generate_sync("m.hangs", seed=1)
        except BaseException as error:
            errors.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    wait_until(lambda: bool(pool._workers._running))
    pool.close()
    asking.join()
    assert [str(error) for error in errors] == ["the pool was closed"]
    assert not children()


SECRET = "a secret of the server "


@pytest.mark.skipif("sys.platform != 'linux' or os.geteuid()", reason="reads the memory of processes")
@pytest.mark.parametrize(("method", "is_there"), [("fork", True), ("spawn", False)])
def test_spawned_workers_never_held_memory_of_the_server(
    mod: Path, children: Children, method: str, is_there: bool
) -> None:
    kept = (SECRET * 50).encode()
    with Pool([mod], workers=1, method=method) as pool:
        assert pool.generate_sync("m.counts", seed=1).width == 21
        assert pool.generate_sync("m.counts", seed=1).width == 21
        assert all(holds(pid, kept) == is_there for pid in (max(children()), min(children())))


def holds(pid: int, text: bytes) -> bool:
    """Return whether a process has a text in its memory."""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            start, end = (int(number, 16) for number in line.split()[0].split("-"))
            if "rw" in line.split()[1]:
                memory.seek(start)
                with suppress(OSError):
                    if text in memory.read(end - start):
                        return True
    return False


def test_a_pool_of_items_that_was_made_while_mods_loaded_is_full_for_each_request(tmp_path: Path) -> None:
    body = """
        local Record, Items = require "@items.pool.record", require "@items.pool.pool"
        local records = {}
        for i = 1, 9 do records[i] = Record(i, 1, 1) end
        local items = Items(records, {})
        require("host.generators").register_generator { id = "draws", generate = function()
          local n = items:getRandom() * 10 + items:getRandom()
          return require("host.toolbox").caves { width = 20 + n, height = 20 }:map()
        end }
    """
    folder = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": body})
    with Pool([folder], workers=1) as pool:
        assert len({pool.generate_sync("m.draws", seed=1).width for _ in range(4)}) == 1
    host = Host([folder])
    assert len({host.generate("m.draws", seed=1).width for _ in range(3)}) > 1
    assert "m/init.lua draws from a pool that was made while mods loaded" in host.warnings[0]
