"""A pool serves several sets of mods, as their files were when they were loaded."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from host import Budgets, Host, HostError
from host.errors import BudgetError, ManifestError, ModError, RequestError
from host.serving import DeadlineExceeded, Pool
from tests.helpers import write_mod
from tests.serving.test_pool import MANIFEST, wait_until

MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
generators.register_generator {{
  id = "plain",
  generate = function() {body} return toolbox.caves {{ width = {width}, height = 20 }}:map() end,
}}
"""

Children = Callable[[], set[int]]
Copies = Callable[[], set[Path]]


def write(folder: Path, width: int, body: str = "", before: str = "") -> Path:
    return write_mod(folder, {"mod.toml": MANIFEST, "init.lua": before + MOD.format(width=width, body=body)})


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copies:
    """Return the copies of mods that were made since the test began and not removed."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    # Tests beside this one make copies, too.
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return lambda: set(folder.iterdir())


def test_an_edit_changes_nothing_until_a_reload(tmp_path: Path, copies: Copies, children: Children) -> None:
    mod = write(tmp_path / "m", 20)
    with Pool([mod], workers=2) as pool:
        before = pool.generate_json_sync("m.plain", seed=1)
        write(mod, 30)
        kill(children())
        assert {pool.generate_json_sync("m.plain", seed=1) for _ in range(4)} == {before}
        asyncio.run(pool.reload())
        assert pool.generate_sync("m.plain", seed=1).width == 30
        assert pool.generate_json_sync("m.plain", seed=2) == Host([mod]).generate("m.plain", seed=2).to_json().encode()
    assert not copies()
    assert not children()


def test_a_reload_of_broken_mods_changes_nothing(tmp_path: Path, children: Children) -> None:
    mod = write(tmp_path / "m", 20)
    with Pool([mod], workers=1) as pool:
        (mod / "init.lua").write_text("local x = nil\nx.y = 1")
        with pytest.raises(ModError) as caught:
            pool.reload_sync()
        assert (caught.value.file, caught.value.line) == ("m/init.lua", 2)
        (mod / "mod.toml").write_text('id = 7\nversion = "1"')
        with pytest.raises(ManifestError) as wrong:
            pool.reload_sync()
        assert str(mod) in str(wrong.value)
        kill(children())
        assert pool.generate_sync("m.plain", seed=1).width == 20
        write(mod, 30)
        pool.reload_sync()
        assert pool.generate_sync("m.plain", seed=1).width == 30


def test_requests_of_before_a_reload_find_the_mods_of_before(tmp_path: Path) -> None:
    mod = write(tmp_path / "m", 20, body="for i = 1, 20000000 do end")

    async def run() -> list[int]:
        async with Pool([mod], workers=1, budgets=Budgets(instructions=2**50)) as pool:
            made = [asyncio.ensure_future(pool.generate("m.plain", seed=seed)) for seed in (1, 2, 3)]
            while not pool._workers._running:
                await asyncio.sleep(0.01)
            write(mod, 30)
            await pool.reload()
            made.append(asyncio.ensure_future(pool.generate("m.plain", seed=4)))
            widths = [(await each).width for each in made]
            wait_until(lambda: not pool._workers._retired)
            return widths

    assert asyncio.run(run()) == [20, 20, 20, 30]


def test_mods_beside_and_links_are_copied(tmp_path: Path) -> None:
    write_mod(tmp_path / "lib", {"mod.toml": 'id = "lib"\nversion = "1"\n', "init.lua": "width = 25"})
    mod = write(tmp_path / "m", 20)
    (mod / "mod.toml").write_text(MANIFEST + '[dependencies]\nlib = "*"\n')
    (mod / "real.lua").write_text('return require "lib".width')
    (mod / "linked.lua").symlink_to(mod / "real.lua")
    (mod / "init.lua").write_text('local width = require "linked"' + MOD.format(width="width", body=""))
    other = write(tmp_path / "elsewhere" / "n", 40)
    (other / "mod.toml").write_text(MANIFEST.replace('"m"', '"n"'))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "n").symlink_to(other)
    with Pool([mod, tmp_path / "folder"], workers=1) as pool:
        assert pool.generate_sync("m.plain", seed=1).width == 25
        assert pool.generate_sync("n.plain", seed=1).width == 40
        json = pool.generate_json_sync("m.plain", seed=1)
    assert json == Host([tmp_path / "lib", mod, tmp_path / "folder"]).generate("m.plain", seed=1).to_json().encode()


def test_mods_are_given_with_the_request(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a" / "m", 20), write(tmp_path / "b" / "m", 30)

    async def run(pool: Pool) -> None:
        made = await asyncio.gather(
            pool.generate("m.plain", seed=1),
            pool.generate("m.plain", seed=1, mods=[second]),
            pool.generate("m.plain", seed=1, mods=str(second)),
            pool.generate("caves", seed=1, mods=[]),
        )
        assert [each.width for each in made][:3] == [20, 30, 30]
        json = await pool.generate_json("base", seed=3, mods=["base"])
        assert json == Host().generate("base", seed=3).to_json().encode()
        assert (await pool.generate_png("m.plain", seed=1, mods=[second])).startswith(b"\x89PNG")
        # Threads that load mods are gone, and their workers are not.
        assert pool.stats().restarts == 0

    with Pool([first], workers=2) as pool:
        asyncio.run(run(pool))
        with pytest.raises(RequestError, match=r"mods has the element 7"):
            pool.generate_sync("m.plain", seed=1, mods=[7])
        with pytest.raises(HostError, match=f'the mods folder "{tmp_path}/none" does not exist'):
            pool.generate_sync("m.plain", seed=1, mods=[tmp_path / "none"])
    with Pool((), workers=1) as empty:
        assert empty.generate_sync("caves", seed=1).to_json() == Host([]).generate("caves", seed=1).to_json()
        assert empty.generate_sync("m.plain", seed=1, mods=[second]).width == 30


def test_the_least_used_set_is_dropped(tmp_path: Path, copies: Copies, children: Children) -> None:
    mods = [write(tmp_path / str(i) / "m", 20 + i) for i in range(5)]
    with Pool((), workers=1, most_sets=3) as pool:
        for i in (0, 1, 2, 3, 1, 4, 0):
            assert pool.generate_sync("m.plain", seed=1, mods=[mods[i]]).width == 20 + i
            wait_until(lambda: not pool._workers._retired)
            assert pool._workers.sets <= 3
        loaded = [each for each in pool._workers._sets.values() if each.workers and each.job.mods.folders]
        assert [Path(each.job.mods.folders[0]).parent.name for each in loaded] == ["4", "0"]
    assert not copies()
    assert not children()


def test_one_other_set_has_a_place(tmp_path: Path) -> None:
    mods = [write(tmp_path / str(i) / "m", 20 + i) for i in range(2)]
    with Pool((), workers=1, most_sets=1) as pool:
        for i in (0, 1, 0):
            assert pool.generate_sync("m.plain", seed=1, mods=[mods[i]], deadline=60).width == 20 + i


@pytest.mark.slow
def test_a_set_gets_a_place_though_all_others_are_used(tmp_path: Path, copies: Copies, children: Children) -> None:
    mods = [write(tmp_path / str(i) / "m", 20 + i) for i in range(4)]
    is_over = threading.Event()
    wrong: list[object] = []

    def ask(i: int) -> None:
        while not is_over.is_set():
            try:
                width = pool.generate_sync("m.plain", seed=1, mods=[mods[i]], deadline=60).width
                wrong.extend([] if width == 20 + i else [width])
            except HostError as error:
                wrong.append(error)

    with Pool((), workers=2, most_sets=2) as pool:
        asking = [threading.Thread(target=ask, args=(0,)) for _ in range(6)]
        for each in asking:
            each.start()
        try:
            wait_until(lambda: pool._workers.sets == 2)
            for i in (1, 2, 3, 1):
                assert pool.generate_sync("m.plain", seed=1, mods=[mods[i]], deadline=30).width == 20 + i
                assert pool._workers.sets <= 2
        finally:
            is_over.set()
            for each in asking:
                each.join()
        assert not wrong
    assert not copies()
    assert not children()


def test_a_set_that_is_made_again_during_a_reload_is_not_lost(
    tmp_path: Path, copies: Copies, children: Children, monkeypatch: pytest.MonkeyPatch
) -> None:
    mods = [write(tmp_path / str(i) / "m", 20 + i) for i in range(2)]
    with Pool((), workers=1, most_sets=2) as pool:
        load = pool._workers._load_set

        def width(i: int) -> int:
            return pool.generate_sync("m.plain", seed=1, mods=[mods[i]], deadline=60).width

        def load_meanwhile(mod_set: Any, workers: int) -> Any:
            loaded = load(mod_set, workers)
            if mod_set.job.mods.folders:
                # The set gives way to another one, and is asked for again.
                assert (width(1), width(0)) == (21, 20)
            return loaded

        assert width(0) == 20
        monkeypatch.setattr(pool._workers, "_load_set", load_meanwhile)
        asyncio.run(pool.reload())
        assert (width(0), width(1), width(0)) == (20, 21, 20)
        assert pool._workers.sets <= 2
    assert not copies()
    assert not children()


def test_a_set_has_limits_of_its_own(tmp_path: Path) -> None:
    mod = write(tmp_path / "m", 20, body="for i = 1, 3000000 do end")
    few = Budgets(instructions=2_000_000)
    with Pool([mod], workers=1) as pool:
        for _ in range(2):
            assert pool.generate_sync("m.plain", seed=1).width == 20
            named: dict[str, Any] = {"mods": [mod]}
            for more in ({}, named):
                with pytest.raises(BudgetError, match=r"2,000,000|2000000"):
                    pool.generate_sync("m.plain", seed=1, budgets=few, **more)
        assert pool.generate_json_sync("caves", seed=1, mods=[], budgets=few)
        with pytest.raises(RequestError, match="budgets is 7: must be Budgets"):
            pool.generate_sync("m.plain", seed=1, budgets=7)


def test_a_set_that_does_not_load_slows_no_other(tmp_path: Path) -> None:
    good = write(tmp_path / "a" / "m", 20)
    hangs = write(tmp_path / "b" / "m", 30, before="while true do end")
    fails = write(tmp_path / "c" / "m", 30, before="error('no')")
    with Pool([good], workers=2, budgets=Budgets(instructions=2**50), load_seconds=2) as pool:
        errors: list[BaseException] = []

        def ask(mod: Path) -> None:
            try:
                pool.generate_sync("m.plain", seed=1, mods=[mod])
            except HostError as error:
                errors.append(error)

        asking = [threading.Thread(target=ask, args=(mod,)) for mod in [hangs, fails] * 4]
        for each in asking:
            each.start()
        started = time.monotonic()
        for seed in range(10):
            assert pool.generate_sync("m.plain", seed=seed).width == 20
        assert any(each.is_alive() for each in asking) or time.monotonic() - started > 2
        for each in asking:
            each.join()
        assert len(errors) == 8
        assert {type(error) for error in errors} == {BudgetError, ModError}
        (wrong, *_) = [error for error in errors if isinstance(error, ModError)]
        assert (wrong.file, wrong.line) == ("m/init.lua", 1)


def test_a_slow_set_leaves_a_worker_to_others(tmp_path: Path) -> None:
    good = write(tmp_path / "a" / "m", 20)
    slow = write(tmp_path / "b" / "m", 30, body="while true do end")
    with Pool([good], workers=2, budgets=Budgets(instructions=2**50, seconds=60)) as pool:

        def ask() -> None:
            with pytest.raises(DeadlineExceeded):
                pool.generate_sync("m.plain", seed=1, mods=[slow], deadline=3)

        asking = [threading.Thread(target=ask) for _ in range(4)]
        asking[0].start()
        wait_until(lambda: bool(pool._workers._running))
        time.sleep(0.3)
        for each in asking[1:]:
            each.start()
        assert pool.generate_sync("m.plain", seed=1, deadline=2.5).width == 20
        for each in asking:
            each.join()


def test_failed_sets_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.serving.mod_set._RETRY_SECONDS", 0.0)
    with Pool((), workers=1) as pool:
        for i in range(4):
            with pytest.raises(ModError):
                pool.generate_sync("m.plain", seed=1, mods=[write(tmp_path / str(i) / "m", 20, before="error('no')")])
        assert len(pool._workers._sets) <= 2
        mod = write(tmp_path / "3" / "m", 20)
        assert pool.generate_sync("m.plain", seed=1, mods=[mod]).width == 20


def test_a_pool_is_closed_while_mods_load(tmp_path: Path, copies: Copies, children: Children) -> None:
    mod = write(tmp_path / "m", 20, before="while true do end")
    errors: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    pool = Pool((), workers=1, budgets=Budgets(instructions=2**50), load_seconds=60)
    asking = threading.Thread(target=run, args=(lambda: pool.generate_sync("m.plain", seed=1, mods=[mod]),))
    asking.start()
    wait_until(lambda: any(each.is_loading for each in pool._workers._sets.values()))
    reloading = threading.Thread(target=run, args=(pool.reload_sync,))
    reloading.start()
    time.sleep(0.3)
    started = time.monotonic()
    pool.close()
    asking.join()
    reloading.join()
    assert time.monotonic() - started < 20
    assert len(errors) == 2
    assert not copies()
    assert not children()
