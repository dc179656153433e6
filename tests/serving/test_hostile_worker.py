"""Workers whose child broke out of Lua and sends what it likes."""

from __future__ import annotations

import time
from typing import Any

import pytest

from host import Budgets
from host.engine.jobs import Operation, job_of_mods
from host.errors import DiedError, HostError
from host.process import frames
from host.process.channel import Channel
from host.serving import Pool, server, worker
from host.serving.worker_pool import WorkerPool

ANSWER = Operation("tests.serving.test_hostile_worker:answer", int)


def answer(_engine: Any) -> int:
    return 1


def two_answers(channel: Channel) -> None:
    channel.send(frames.RESULT, 1)
    channel.send(frames.RESULT, 1)


def many_answers(channel: Channel) -> None:
    while True:
        channel.send(frames.RESULT, None)
        time.sleep(0.2)


def wrong_shape(channel: Channel) -> None:
    channel.send(frames.RESULT, "one")


def unknown_kind(channel: Channel) -> None:
    channel.send(frames.SAVE, b"x")


def bytes_for_a_number(channel: Channel) -> None:
    channel.send(frames.DATA, b"1")


def no_text(channel: Channel) -> None:
    channel.send(frames.PRINT, 7)


@pytest.mark.parametrize("hostile", [two_answers, many_answers, wrong_shape, unknown_kind, bytes_for_a_number, no_text])
def test_a_worker_with_a_hostile_child_is_replaced(monkeypatch: pytest.MonkeyPatch, hostile: Any) -> None:
    monkeypatch.setattr(server._Server, "_perform", lambda self, _: hostile(self._channel))
    workers = WorkerPool(job_of_mods(["base"], budgets=Budgets(seconds=5)), 1, say=lambda _: None, warn=lambda _: None)
    with workers, pytest.raises(DiedError, match="malformed answer"):
        workers.submit(ANSWER, {}).future.result(timeout=60)


@pytest.mark.parametrize(
    ("encoded", "message"),
    [
        (b"\xff", "malformed answer"),
        (b"[" * 100_000, "malformed answer"),
        (b'{"format": NaN}', "malformed answer"),
        (b"[]", "this is not a dungeon-host/map document"),
        (b'{"format": "dungeon-host/map", "version": 1, "width": "wide"}', "this is not a dungeon-host/map document"),
    ],
)
def test_a_hostile_map_is_rejected_when_it_is_used(
    monkeypatch: pytest.MonkeyPatch, encoded: bytes, message: str
) -> None:
    packed = frames.pack(frames.DATA, encoded)
    monkeypatch.setattr(server._Server, "_perform", lambda *_: packed)
    with Pool(["base"], workers=1) as pool:
        game_map = pool.generate_sync("base", seed=1)
        for _ in range(2):
            with pytest.raises(HostError, match=message):
                game_map.to_json()


def error_at_the_end(channel: Channel) -> None:
    channel.send(frames.ERROR, HostError("I do not go").to_data())


def late_end(_: Channel) -> None:
    time.sleep(0.5)


def answer_at_the_end(channel: Channel) -> None:
    channel.send(frames.RESULT, 7)


def text_at_the_end(channel: Channel) -> None:
    channel.send(frames.PRINT, 7)


@pytest.mark.parametrize("end", [error_at_the_end, late_end, answer_at_the_end, text_at_the_end])
def test_a_runner_that_does_not_give_way_is_replaced(monkeypatch: pytest.MonkeyPatch, end: Any) -> None:
    perform = server._Server.run

    def run(self: Any, request: Any) -> None:
        perform(self, request)
        end(self._channel)

    monkeypatch.setattr(server._Server, "run", run)
    monkeypatch.setattr(worker, "_GRACE", 0.1)
    job = job_of_mods(["base"], budgets=Budgets(seconds=5))
    # An idle pool of workers that reloads renews its runners by itself.
    with WorkerPool(job, 1, say=lambda _: None, warn=lambda _: None, reloads=True) as workers:
        for _ in range(3):
            assert workers.submit(ANSWER, {}, fresh=True).future.result(timeout=10) == 1


def test_a_runner_asks_once_for_its_request_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server._Server, "run", lambda *_: server._AGAIN)
    job = job_of_mods(["base"], budgets=Budgets(seconds=5))
    with (
        WorkerPool(job, 1, say=lambda _: None, warn=lambda _: None, restores=True) as workers,
        pytest.raises(DiedError, match="malformed answer"),
    ):
        workers.submit(ANSWER, {}).future.result(timeout=60)
