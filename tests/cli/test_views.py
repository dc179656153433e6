"""What people look at: travel and `simulate --watch` in a terminal, compared as the text on its screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host.engine.jobs import Job, run_job
from host.engine.operations import SIMULATE, TRAVEL
from host.mods.mods_to_load import ModsToLoad
from tests.helpers import MakeMod, run_command
from tests.helpers.terminal import Terminal

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pseudo terminals")


def test_the_frames_of_a_world_arrive_as_they_are_played() -> None:
    frames: list[tuple[str, Any]] = []

    def ask(view: dict[str, Any]) -> str | None:
        frames.append((view["line"], view["player"]))
        return "next" if len(frames) < 3 else None

    arguments = {
        "request": {"generator": "undercroft", "seed": 1, "players": 1},
        "turns": 6,
        "player": "script",
        "strict": False,
    }
    job = Job(SIMULATE, ModsToLoad((), ("undercroft", "critters")), {**arguments, "watched": True}, asks=True)
    result = run_job(job, say=print, warn=print, ask=ask)
    # The third frame ends the watching, and not the game.
    assert [line.split(":")[0] for line, _ in frames] == ["", "turn 1", "turn 2"]
    assert result["turns"] == 6
    x, y = map(int, re.findall(r"at \((\d+), (\d+)\)", frames[2][0])[0])
    assert frames[2][1] == [x - 1, y - 1]


def test_a_watched_game_fits_the_terminal_and_follows_the_player() -> None:
    with Terminal("simulate", "base", "--watch", "--seed", "1", "--turns", "3", "--delay", "0.5") as terminal:
        shown = terminal.wait("turn 2:").splitlines()
        assert shown[0] == "simulate base, seed 1"
        assert sum("@" in line.replace("@ wanderer", "") for line in shown) == 1
        assert shown[-1].startswith("?: keys   q: to the end")
        assert terminal.end() == 0
    assert "3 turns; the player lives" in terminal.text
    # No line was printed below the screen before the end, so nothing scrolled away.
    before_end = terminal.output.split(b"3 turns;")[0]
    frames = before_end.split(b"\x1b[H")[1:]
    assert len(frames) == 4
    assert all(frame.count(b"\n") <= 23 for frame in frames[:-1])


def test_a_watched_game_pauses_and_explains_its_keys() -> None:
    with Terminal("simulate", "base", "--watch", "--seed", "1", "--delay", "5", columns=50, rows=16) as terminal:
        terminal.wait("at the start")
        terminal.press(" ")
        terminal.wait("paused")
        terminal.press(".")
        terminal.wait("turn 1:")
        terminal.press("x")
        terminal.wait('"x" is not a key here: press ? for the keys.')
        terminal.press("?")
        terminal.wait("page 1 of 2")
        terminal.press(" ")
        terminal.wait("page 2 of 2")
        terminal.press("q")
        terminal.wait("turn 1:")
        terminal.press("q")
        assert terminal.end() == 0
        assert re.search(r"deaths: (.|\n)*knight (.|\n)*dungeon-host simulate base --seed 1\n", terminal.text)


def test_one_may_walk_in_a_watched_game() -> None:
    words = ["simulate", "base", "--set", "dungeon=tiny", "--seed", "1", "--turns", "4"]
    with Terminal(*words, "--watch", "--delay", "9") as terminal:
        terminal.wait("at the start")
        terminal.press("l")
        assert "paused" in terminal.wait("turn 1:")
        terminal.press(".")
        terminal.wait("turn 2:")
        terminal.press("\x1b[B")
        terminal.wait("turn 3:")
        terminal.press("q")
        assert terminal.end() == 0
        again = re.findall(r"dungeon-host (simulate .*)\n", terminal.text)[-1]
    assert again == "simulate base --set dungeon=tiny --seed 1 --turns 4 --keys ltj"
    played = run_command(*words, "--keys", "ltj").stdout
    assert played.endswith(f"dungeon-host {again}\n")
    # The terminal has the same summary for the same moves.
    summary = re.findall(r"squares walked: (.*)", played)[0]
    assert summary[:40] in terminal.text


def test_keys_decide_for_the_player_of_a_simulation() -> None:
    words = ["simulate", "base", "--set", "dungeon=tiny", "--seed", "1"]
    walked = run_command(*words, "--keys", "ll.t").stdout
    assert walked.count("turn ") == 4
    by_itself = run_command(*words, "--turns", "4").stdout
    assert run_command(*words, "--keys", "tttt").stdout.splitlines()[:4] == by_itself.splitlines()[:4]
    assert '--keys has "q", which is not a key' in run_command(*words, "--keys", "q").stderr
    # No way out is in sight.
    assert "turn " not in run_command(*words, "--keys", ">").stdout.splitlines()[0]


def test_watching_without_a_terminal_prints_the_pictures_below_each_other() -> None:
    words = ["simulate", "base", "--set", "dungeon=tiny", "--seed", "7", "--turns", "2", "--watch"]
    lines = run_command(*words).stdout.splitlines()
    starts = [number for number, line in enumerate(lines) if line == "at the start" or line.startswith("turn ")]
    assert len(starts) == 3
    # The legend is below the first and the last picture.
    legends = [number for number, line in enumerate(lines) if line.startswith("1 home of the player")]
    assert [sum(start < legend for start in starts) for legend in legends] == [1, 3]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (50, 16), (30, 10)])
def test_a_journey_scrolls_with_the_player(columns: int, rows: int) -> None:
    with Terminal("travel", "--seed", "1", columns=columns, rows=rows) as terminal:

        def is_drawn(text: str, word: str) -> bool:
            """Whether a view is there from its first line to its last: the terminal gets it in parts."""
            return word in text and sum("@" in line.replace("@ wanderer", "") for line in text.splitlines()) == 1

        shown = terminal.wait(lambda text: is_drawn(text, "q: end")).splitlines()
        assert shown[0].startswith("the vale")
        assert "floor 1" not in shown[0]
        terminal.press("kkkkk")
        shown = terminal.wait(lambda text: is_drawn(text, "01:14")).splitlines()
        assert max(map(len, shown)) <= columns
        terminal.press("q")
        assert terminal.end() == 0
        # Nothing scrolled away; the last line says how to begin the same journey.
        frames, _, last = terminal.output.rstrip().rpartition(b"\r")
        assert frames.count(b"\n") % (rows - 1) == 0
        assert last == b"\x1b[2Kdungeon-host travel overworld --seed 1"


def redrawn(terminal: Terminal, times: int) -> bool:
    """Return whether the screen was cleared so many times for a new size."""
    return terminal.output.count(b"\x1b[2J") == times


def test_a_view_fits_a_terminal_that_changes_its_size() -> None:
    with Terminal("travel", "--seed", "1") as terminal:
        terminal.wait("q: end")
        terminal.press("x")
        terminal.wait('"x" is not a key here: press ? for the keys.')
        terminal.resize(40, 12)
        # The message stays.
        shown = terminal.wait(
            lambda text: redrawn(terminal, 1) and text.splitlines()[-1].startswith("?: k")
        ).splitlines()
        assert any('"x" is not a key here' in line for line in shown)
        assert sum("@" in line.replace("@ wanderer", "") for line in shown) == 1
        terminal.press("?")
        terminal.wait(lambda text: "page 1 of 4" in text.splitlines()[-1])
        terminal.press(" ")
        before = terminal.wait(lambda text: "page 2 of 4" in text.splitlines()[-1]).splitlines()
        terminal.resize(80, 30)
        after = terminal.wait(lambda text: redrawn(terminal, 2) and "any key" in text.splitlines()[-1]).splitlines()
        # The page begins where it began.
        assert after[0] == before[0]
        assert len(list(filter(None, after))) > len(list(filter(None, before)))
        terminal.press(" ")
        terminal.wait(lambda text: text.splitlines()[-1].startswith("?: keys"))
        terminal.press("q")
        assert terminal.end() == 0


def test_every_key_of_a_journey_has_an_answer() -> None:
    with Terminal("travel", "--seed", "1") as terminal:
        terminal.wait("q: end")
        for key, answer in (
            ("x", '"x" is not a key here: press ? for the keys.'),
            ("i", "You carry: bread"),
            (" ", "space is not a key here"),
            ("\x1b[5~", "that is not a key here"),
            ("g", "There is nothing to take."),
            ("<", "You have seen no stairs up."),
            ("S", "there is no file to save to: the command line names one with --save FILE"),
        ):
            terminal.press(key)
            terminal.wait(answer)
        terminal.press("?")
        assert "inventory: list what you carry" in terminal.wait("any key: go on")
        assert "@ wanderer" in terminal.text
        terminal.press("?")
        terminal.wait("q: end")
        # Arrows, in both modes of a terminal; keys that arrive together are several keys.
        terminal.press("\x1b[A\x1bOA")
        terminal.wait("01:11")
        # The mountains are as far as one gets.
        terminal.press("h" * 8)
        terminal.wait("You cannot go west.")
        terminal.press("\x04")
        assert terminal.end() == 0


def test_the_spinner_counts_the_time_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    passed = 0.0
    clock = time.monotonic
    keys = iter(["north", "south", None])
    ticks: list[float] = []

    def ask(_: object) -> str | None:
        nonlocal passed
        passed += 1000
        return next(keys)

    monkeypatch.setattr(time, "monotonic", lambda: clock() + passed)
    job = Job(
        TRAVEL,
        ModsToLoad((), ("overworld",)),
        {"request": {"generator": "overworld", "seed": 1, "players": 1}, "strict": True},
        asks=True,
    )
    run_job(job, say=print, warn=print, ask=ask, tick=ticks.append)
    assert max(ticks) < 1000


def test_messages_that_do_not_fit_take_a_page(make_mod: MakeMod, tmp_path: Path) -> None:
    chatty = """
    local world = require "overworld"
    Event.register("base.on_hour_passed", "chatty", function() for i = 1, 40 do print("line " .. i) end end)
    return world
    """
    mod = make_mod("chatty", chatty, toml='[dependencies]\noverworld = "*"')
    with Terminal("travel", "chatty", "--mods", mod, "--seed", "1") as terminal:
        terminal.wait("q: end")
        terminal.press("r")
        assert "line 22" in terminal.wait("page 1 of")
        terminal.press("q")
        terminal.wait("arrows: walk")
