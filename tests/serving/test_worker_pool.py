"""A pool of workers loads mods again that were saved, and gives up requests about those before."""

from __future__ import annotations

import errno
import os
import threading
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from host.engine.jobs import job_of_mods
from host.errors import HostError
from host.process.start import START_METHOD
from host.serving.worker_pool import WorkerPool
from host.tools.repl.evaluation import EVALUATE
from tests.helpers import write_mod

pytestmark = pytest.mark.skipif(START_METHOD != "fork", reason="needs forks")

ARGUMENTS = {"line": 1, "draws": False, "request": {"generator": None, "seed": 1}}


def write_mods(folder: Path) -> Path:
    """Write a mod "first", and a mod "second" that depends on it; return the file of the second."""
    for name, needed in (("first", "base"), ("second", "first")):
        manifest = f'id = "{name}"\nversion = "1"\ndependencies = {{ {needed} = "*" }}\n'
        write_mod(folder / name, {"mod.toml": manifest, "init.lua": f'print("{name} loads") count = 1'})
    return folder / "second" / "init.lua"


def evaluate(workers: WorkerPool, text: str) -> list[str]:
    request = workers.submit(EVALUATE, {**ARGUMENTS, "text": text}, fresh=True)
    results: list[str] = request.future.result(timeout=20)["results"]
    return results


def test_a_crew_loads_only_mods_that_changed_again(tmp_path: Path) -> None:
    second = write_mods(tmp_path)
    printed: list[str] = []
    with WorkerPool(job_of_mods([tmp_path]), 1, say=printed.append, warn=printed.append, reloads=True) as workers:
        assert evaluate(workers, "second.count, first.count") == ["1", "1"]
        printed.clear()
        second.write_text('print("second loads") count = 22')
        workers.reload()
        assert evaluate(workers, "first.count = 7; return second.count, first.count") == ["22", "7"]
        assert evaluate(workers, "second.count, first.count") == ["22", "1"]
        assert printed == ["second loads"]
        second.write_text("count = =")
        workers.reload()
        for _ in range(2):
            with pytest.raises(HostError, match="unexpected symbol near '='"):
                evaluate(workers, "1")
        second.write_text("count = 333")
        workers.reload()
        assert evaluate(workers, "second.count") == ["333"]
        endless = workers.submit(EVALUATE, {**ARGUMENTS, "text": "while true do end"})
        workers.reload()
        with pytest.raises((HostError, CancelledError)):
            endless.future.result(timeout=60)
        assert evaluate(workers, "second.count") == ["333"]


@pytest.mark.skipif("sys.platform == 'win32'", reason="files have no time of a change of their status there")
def test_changes_that_keep_time_and_size_are_noticed(tmp_path: Path) -> None:
    write_mods(tmp_path)
    first = tmp_path / "first" / "init.lua"
    with WorkerPool(job_of_mods([tmp_path]), 1, say=lambda _: None, warn=lambda _: None, reloads=True) as workers:
        assert evaluate(workers, "first.count") == ["1"]
        status = first.stat()
        first.write_text(first.read_text().replace("1", "2"))
        os.utime(first, ns=(status.st_atime_ns, status.st_mtime_ns))
        workers.reload()
        assert evaluate(workers, "first.count") == ["2"]


def test_a_mod_that_is_new_beside_others_is_found(tmp_path: Path) -> None:
    second = write_mods(tmp_path)
    printed: list[str] = []
    with WorkerPool(job_of_mods([second.parent]), 1, say=printed.append, warn=printed.append, reloads=True) as workers:
        assert evaluate(workers, "second.count, third") == ["1", "nil"]
        write_mod(tmp_path / "third", {"mod.toml": 'id = "third"\nversion = "1"\n', "init.lua": "count = 3"})
        second.with_name("mod.toml").write_text('id = "second"\nversion = "1"\ndependencies = { third = "*" }\n')
        workers.reload()
        assert evaluate(workers, "second.count, third.count") == ["1", "3"]


def test_a_mod_that_was_left_out_comes_back_when_it_is_saved(tmp_path: Path) -> None:
    second = write_mods(tmp_path)
    warnings: list[str] = []
    job = job_of_mods([tmp_path], keep_going=True)
    with WorkerPool(job, 1, say=lambda _: None, warn=warnings.append, reloads=True) as workers:
        for number in range(2):
            second.write_text("count = =" + " " * number)
            workers.reload()
            assert evaluate(workers, "second, first.count") == ["nil", "1"]
            assert "second is left out" in warnings.pop()
            second.write_text(f"count = {number}")
            workers.reload()
            assert evaluate(workers, "second.count, first.count") == [str(number), "1"]
            assert not warnings


def test_a_crew_goes_on_when_the_system_refuses_a_reload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = write_mods(tmp_path)
    with WorkerPool(job_of_mods([tmp_path]), 1, say=lambda _: None, warn=lambda _: None, reloads=True) as workers:
        assert evaluate(workers, "second.count") == ["1"]
        refused = threading.Event()

        def refuse(*_: object, **__: object) -> Any:
            refused.set()
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

        with monkeypatch.context() as system:
            system.setattr("host.mods.mods_to_load.ModsToLoad.with_beside", refuse)
            second.write_text("count = 22")
            workers.reload()
            assert refused.wait(10)
        assert evaluate(workers, "second.count") == ["22"]
