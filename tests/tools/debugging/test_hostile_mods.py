"""Hostile mods, and children in which a mod broke out of Lua, under the debugger."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host.engine import jobs
from host.engine.jobs import Job
from host.engine.operations import GENERATE
from host.errors import DiedError, HostError
from host.mods.mods_to_load import ModsToLoad
from host.process import frames
from host.tools.debugging.front import Conversation, Stop
from host.tools.debugging.session import Debugger
from tests.attacks.test_attacks import ALL as ATTACKS
from tests.attacks.test_attacks import Attack
from tests.helpers import MakeMod, run_command
from tests.tools.debugging.client import Client


class Recorder:
    """A front that asks what it is told to, and continues."""

    def __init__(self, *questions: list[str]) -> None:
        self.stops: list[Stop] = []
        self.answers: list[list[str]] = []
        self._questions = questions

    def converse(self, stop: Stop) -> Conversation:
        self.stops.append(stop)
        for question in self._questions:
            self.answers.append((yield question))
        return "continue"

    def log(self, text: str, path: str, line: int) -> None:
        self.answers.append([text, path, str(line)])

    def tick(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize(
    "attack",
    [attack for attack in ATTACKS if attack.words.get("Runs", "").startswith("generate")],
    ids=lambda attack: attack.id,
)
def test_attacks_end_under_the_debugger_as_without(attack: Attack, tmp_path: Path) -> None:
    words = attack.lay_out(tmp_path)
    file = next(iter((tmp_path / "mods").rglob(attack.main.name if attack.path.is_dir() else "init.lua")))
    done = run_command("debug", "--break", f"{file}:1", *words)
    assert re.match("(breakpoint|exception) at ", done.stdout) or "the mods used up" in done.stderr, done.stdout
    # Nobody types, so the session ends at the first stop.
    assert "Traceback" not in done.stderr
    assert done.exit_code in (0, 1, 3)


def test_prints_are_no_messages(make_mod: MakeMod) -> None:
    folder = make_mod(
        "talks",
        r"""
        local body = '{"seq":1,"type":"event","event":"terminated"}'
        print("Content-Length: " .. #body .. "\r\n\r\n" .. body)
        print("stopped\0breakpoint\0\0" .. "1\0" .. "1\0" .. "1\0" .. "/etc/passwd.lua\0" .. "1\0" .. "0")
        """,
    )
    with Client() as client:
        client.begin("generate", "base", "--mods", folder, "--seed", "1", "--set", "dungeon=tiny")
        code, printed = client.finish()
    assert code == 0
    assert "Content-Length: 45" in printed
    assert [event["event"] for event in client.events if event["event"] != "output"] == ["exited", "terminated"]


def test_a_mod_finds_nothing_of_the_debugger(make_mod: MakeMod) -> None:
    folder = make_mod(
        "looks",
        """
        local found = {}
        for name in pairs(_G) do if name:find("probe") or name:find("debug") then found[#found + 1] = name end end
        print(table.concat(found, " "), debug.getlocal, debug.sethook, pcall(load, "return __probe", "x", "b"))
        print(debug.traceback("here"))
        local value = setmetatable({}, {
          __tostring = function() print("called") return "x" end, __index = function() print("called") end,
          __len = function() print("called") return 1 end, __pairs = function() print("called") end, __name = "evil",
        })
        print(value == nil)
        """,
    )
    front = Recorder(["stack"], ["scopes", "1"], ["variables", "1"], ["variables", "99"], ["variables", "2"])
    debugger = Debugger(front)
    debugger.stops_at_entry = True
    lines: list[str] = []
    arguments = {"request": {"generator": "base", "seed": 1, "options": {"dungeon": "tiny"}}}
    job = Job(GENERATE, ModsToLoad((str(folder),), ()), {"request": {**arguments["request"], "generator": "looks"}})
    with pytest.raises(HostError, match="generator"):
        debugger.run(job, say=lines.append, warn=lines.append)
    shown = "\n".join(lines)
    assert "probe" not in shown
    assert "[host]" not in shown
    assert "called" not in shown
    assert front.answers[0][:2] == ["stack", "main chunk"]
    assert not any("probe" in word for answer in front.answers for word in answer)


@pytest.mark.parametrize(
    "answers",
    [
        [[]],
        [["stopped"]],
        [["value", "", "1", "number", "0"]],
        [["stopped", "target", "", "1", "1", "0", "/x.lua", "1", "0"]],
        [["stopped", "party", "", "1", "1", "0", "/x.lua", "1", "0"]],
        [["stopped", "breakpoint", "", "-1", "1", "0", "/x.lua", "1", "0"]],
        [["stopped", "breakpoint", "", "9" * 5000, "1", "0", "/x.lua", "1", "0"]],
        [["stopped", "breakpoint", "", "1", "1", "0", "/x.lua", "1", "0"]] * 2,
        [["stopped", "breakpoint", "x" * 3_000_000, "1", "1", "0", "/x.lua", "1", "0"]],
        [["look", "x", "/x.lua", "1"]],
        [["log"] * 30_000],
        [[1, 2, 3]],
        ["stopped"],
        [None],
    ],
    ids=range(14),
)
def test_malformed_messages_are_rejected(answers: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def send(channel: Any, **_: Any) -> None:
        for answer in answers:
            channel.ask({"answer": answer}, frames.PAUSE)

    monkeypatch.setattr(jobs, "perform_in_child", send)
    with pytest.raises(DiedError, match="malformed answer"):
        Debugger(Recorder(["stack"])).run(Job(GENERATE, ModsToLoad((), ("base",)), {}), say=print, warn=print)


def test_a_child_that_stops_when_nobody_debugs_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "perform_in_child", lambda channel, **_: channel.send(frames.PAUSE, {"answer": []}))
    with pytest.raises(DiedError, match="malformed answer"):
        jobs.run_job(Job(GENERATE, ModsToLoad((), ("base",)), {}), say=print, warn=print)


def test_paths_and_texts_of_a_hostile_child(monkeypatch: pytest.MonkeyPatch) -> None:
    def send(channel: Any, **_: Any) -> None:
        path = "/etc/passwd"
        channel.ask({"answer": ["stopped", "breakpoint", "\x1b[2J", "1", "1", "0", path, "1", "0"]}, frames.PAUSE)
        channel.ask({"answer": ["stack", "\x1b[31m", "x/y.lua", "../y.lua", "3"]}, frames.PAUSE)

    front = Recorder(["stack"])
    monkeypatch.setattr(jobs, "perform_in_child", send)
    with pytest.raises(HostError):
        Debugger(front).run(Job(GENERATE, ModsToLoad((), ("base",)), {}), say=print, warn=print)
    (stop,) = front.stops
    assert (stop.path, "\x1b" in stop.text, "\x1b" in front.answers[0][1]) == ("", False, False)
