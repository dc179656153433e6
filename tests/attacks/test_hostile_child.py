"""A child in which a mod broke out of Lua: its parent takes no harm from what it sends."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from host import Host, check
from host.engine import jobs
from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE, TRAVEL
from host.errors import BudgetError, DiedError, HostError
from host.mods.mods_to_load import ModsToLoad
from host.process import frames
from host.process.channel import Channel
from host.process.child import error_from
from host.save.contents import unpack_save
from tests.helpers import run_command

JOB = Job(GENERATE, ModsToLoad((), ("base",)), {"request": {"generator": "base", "seed": 1}})
MALFORMED = "sent a malformed answer, which was rejected"


@pytest.fixture
def _little_memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    assert tracemalloc.get_traced_memory()[1] < 2**30
    tracemalloc.stop()


def run_hostile(monkeypatch: pytest.MonkeyPatch, act: Callable[[Channel], object], job: Job = JOB) -> HostError:
    """Run a job whose child does something else; return the error that its parent raises."""
    monkeypatch.setattr(jobs, "perform_in_child", lambda channel, **_: act(channel))
    with pytest.raises(HostError) as caught:
        run_job(job, say=lambda _: None, warn=lambda _: None, ask=lambda _: None)
    return caught.value


@pytest.mark.slow
@pytest.mark.usefixtures("_little_memory")
@pytest.mark.parametrize("part", [b"[],", b"{},", b"1,"], ids=["lists", "objects", "numbers"])
def test_an_answer_of_many_values(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def send(channel: Channel) -> None:
        data = b"[" + part * (100_000_000 // len(part)) + b"0]"
        raw = memoryview(frames.HEAD.pack(len(data), frames.RESULT) + data)
        while raw:
            raw = raw[os.write(channel._output, raw) :]

    assert MALFORMED in str(run_hostile(monkeypatch, send))


def test_a_frame_of_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    head = frames.HEAD.pack(2**32 - 1, frames.RESULT)
    error = run_hostile(monkeypatch, lambda channel: os.write(channel._output, head))
    assert isinstance(error, BudgetError)


@pytest.mark.parametrize(
    "error",
    [
        {"kind": "HostErrors", "errors": []},
        {"kind": "HostErrors", "errors": [{"kind": "HostErrors", "errors": []}]},
        {"kind": "HostErrors"},
        {"kind": "HostErrors", "errors": None},
        {},
        {"kind": "ModError", "message": 7},
        {"kind": "ModError", "message": "x", "line": "y"},
        {"kind": "ModError", "message": "x", "frames": [[]]},
        {"kind": "ModError", "message": "x", "frames": [["a", 1e999, "b"]]},
        [],
        None,
    ],
    ids=str,
)
def test_an_error_that_says_nothing(error: object) -> None:
    report = error_from(json.loads(json.dumps(error))).report()
    assert len(report) > len("error: ")


def test_pictures_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def flood(channel: Channel) -> None:
        while True:
            channel.ask({"map": {}})

    job = Job(TRAVEL, ModsToLoad((), ("overworld",)), {}, asks=True)
    assert isinstance(run_hostile(monkeypatch, flood, job), DiedError)


@pytest.mark.parametrize(
    "save",
    [
        {"header": {}, "changed": [["map", "\ud800", 0]], "dropped": []},
        {"header": {}, "changed": [], "dropped": [["\udfff", "x"]]},
        {"header": [], "changed": [], "dropped": []},
        {"header": {}, "changed": [["map", "1", -1]], "dropped": []},
        {"header": {}, "changed": [["map", "1", 2**70]], "dropped": []},
        [],
    ],
    ids=ascii,
)
def test_a_save_that_is_none(save: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        unpack_save(json.dumps(save).encode() + b"\n")


def test_a_save_that_is_deep() -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        unpack_save(b"[" * 200_000 + b"\n")


@pytest.mark.parametrize("folder", ["/", "/etc", "..", "\ud800", "\0", "x" * 5000], ids=ascii)
def test_a_folder_that_no_later_child_may_read(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    survey = {
        "diagnostics": [],
        "mods": [{"id": "base", "folder": folder, "bundled": False, "dialects": [], "has_old_lua": False}],
    }
    monkeypatch.setattr(jobs, "perform_in_child", lambda *_, **__: survey)
    with pytest.raises(DiedError, match=MALFORMED):
        check(only="base")


def test_more_pictures_than_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(channel: Channel) -> None:
        document = json.loads(Host(["base"]).generate("caves", seed=1, options={"width": 9, "height": 9}).to_json())
        while True:
            channel.ask({"map": document, "line": "turn", "player": [1, 1]})

    monkeypatch.setattr(jobs, "perform_in_child", lambda channel, **_: act(channel))
    result = run_command("simulate", "base", "--turns", "3", "--watch", "--seed", "1")
    assert MALFORMED in result.stderr
    assert result.stdout.count("turn\n") == 4


@pytest.mark.parametrize("view", [{}, {"map": [], "line": ""}, {"map": {}, "line": 1}], ids=str)
def test_a_picture_of_another_shape(view: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "perform_in_child", lambda channel, **_: channel.ask(view))
    assert MALFORMED in run_command("simulate", "base", "--turns", "3", "--watch", "--seed", "1").stderr
