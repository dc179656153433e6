"""Workers whose child broke out of Lua and sends what it likes."""

from __future__ import annotations

import time
from typing import Any

import pytest

from host import Budgets
from host.engine.jobs import Operation, job_of_mods
from host.errors import DiedError
from host.process import frames
from host.process.channel import Channel
from host.serving import server
from host.serving.crew import Crew

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


def no_text(channel: Channel) -> None:
    channel.send(frames.PRINT, 7)


@pytest.mark.parametrize("hostile", [two_answers, many_answers, wrong_shape, unknown_kind, no_text])
def test_a_worker_with_a_hostile_child_is_replaced(monkeypatch: pytest.MonkeyPatch, hostile: Any) -> None:
    monkeypatch.setattr(server._Server, "_perform", lambda self, _: hostile(self._channel))
    crew = Crew(job_of_mods(["base"], budgets=Budgets(seconds=5)), 1, say=lambda _: None, warn=lambda _: None)
    with crew, pytest.raises(DiedError, match="malformed answer"):
        crew.submit(ANSWER, {}).future.result(timeout=60)
