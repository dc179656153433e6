"""The thread that lists and runs the tests of a mod in the studio ends without a traceback, whatever ends before it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from host.engine.jobs import job_of_mods
from host.studio import mod_tests
from host.studio.events import Batch
from tests.helpers import write_mod


def test_a_loop_that_ends_in_the_middle_gets_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    # It ended after the question.
    monkeypatch.setattr(loop, "is_closed", lambda: False)
    batch = Batch(lambda: None, 0)
    batch.attach(loop)
    with pytest.raises(RuntimeError):
        loop.call_soon_threadsafe(print)
    batch.request()
    batch.call(print)
    monkeypatch.undo()


@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file"), PermissionError(13, "Permission denied")])
def test_a_folder_that_is_gone_is_an_error_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "test/a.lua": ""})
    tracebacks: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", tracebacks.append)

    def find(_folder: Path) -> Any:
        raise error

    monkeypatch.setattr(mod_tests, "find_tests", find)

    async def list_tests() -> Any:
        tests = mod_tests.ModTests(job_of_mods([mod]), lambda _: None)
        tests.attach(asyncio.get_running_loop())
        await tests.refresh_list()
        await tests.stop()
        return tests.to_data()

    # In a thread, because tests of the browser leave a loop that runs in theirs.
    with ThreadPoolExecutor() as threads:
        data = threads.submit(asyncio.run, list_tests()).result()
    assert "the tests cannot be run" in data["error"]
    assert tracebacks == []


@pytest.mark.parametrize("files", [{}, {"tests/a_test.lua": "it('passes', function() end)"}], ids=["none", "one"])
def test_a_list_of_which_nothing_runs_ends_its_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": "", **files})
    tracebacks: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", tracebacks.append)

    async def list_tests() -> Any:
        tests = mod_tests.ModTests(job_of_mods([mod]), lambda _: None)
        tests.attach(asyncio.get_running_loop())
        await tests.refresh_list()
        while tests.is_running:
            await asyncio.sleep(0.01)
        listed = tests.to_data()
        await tests.start(None)
        while tests.is_running:
            await asyncio.sleep(0.01)
        await tests.stop()
        return listed, tests.to_data()

    with ThreadPoolExecutor() as threads:
        for data in threads.submit(asyncio.run, list_tests()).result():
            assert (data["error"] is None) == bool(files)
            assert len(data["files"]) == len(files)
    assert tracebacks == []
