"""A game that a person plays: a turn, from a key to the picture, a step back in a replay, and its film."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.measure import Bench, Row
from host import Host, Request
from host.engine.engine import Engine
from host.engine.jobs import Job
from host.engine.operations import play
from host.engine.playing.view import PLAY
from host.engine.replays.recording import RecordedGame, read_recording
from host.engine.replays.shots import make_file
from host.mods.mods_to_load import ModsToLoad

# A quest with 20 enemies or more.
QUEST = Request("base", seed=1, players=1, options={"dungeon": "small", "monsters": "many"})
TURNS = 60
# Seconds from a key to the picture, at the median; the same in a replay, at most.
MOST_SECONDS, MOST_OF_REPLAY = 0.05, 0.3
# A recording of so many turns, and how many of them are shown; turns of a film.
RECORDED, SHOWN, FILMED = 2000, 100, 100


def measure_play(_: Bench) -> list[Row]:
    seconds, enemies = _time_turns()
    title = f"a turn of play, {enemies} enemies, with field of view"
    rows: list[Row] = [(title, f"{seconds * 1e3:.1f} ms", "", "", None), *_measure_films()]
    try:
        import textual  # noqa: F401
    except ImportError:
        return [*rows, ("from a key to the picture of play, and of a replay", "Textual is missing", "", "", None)]
    seconds = asyncio.run(_time_keys())
    title = "from a key to the picture of play, 120 × 40"
    rows.append((title, f"{seconds * 1e3:.0f} ms", "≤ 50 ms", "", seconds <= MOST_SECONDS))
    recording = _record(Request("undercroft", seed=1, players=1), RECORDED)
    back, jump = asyncio.run(_time_replay(recording))
    title = f"a step back in a replay of {recording.turns:,} turns, the slowest of {SHOWN}"
    rows.append((title, f"{back * 1e3:.0f} ms", "≤ 300 ms", "", back <= MOST_OF_REPLAY))
    title = "to any turn of it, the slowest"
    return [*rows, (title, f"{jump * 1e3:.0f} ms", "≤ 300 ms", "", jump <= MOST_OF_REPLAY)]


def _record(request: Request, turns: int) -> RecordedGame:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.rec"
        host = Host(["base", "critters", "undercroft"], output=lambda _: None)
        host.simulate(request, turns=turns, record=file)
        return read_recording(file)


def _measure_films() -> list[Row]:
    recording = _record(QUEST, FILMED)
    rows: list[Row] = []
    for ending in ("gif", "webp", "cast", "html"):
        started = time.perf_counter()
        content = make_file(recording, Path(f"run.{ending}"))
        seconds = time.perf_counter() - started
        title = f"a film of {recording.turns} turns, .{ending}" if ending != "html" else "a page of it, .html"
        rows.append((title, f"{seconds:.1f} s", "", f"{len(content) / 1024:.0f} KiB", None))
    return rows


async def _time_replay(recording: RecordedGame) -> tuple[float, float]:
    """Return the seconds of the slowest step back, and of the slowest jump to any turn, until the picture is there."""
    from host.cli.terminal.playing.replay import ReplayApp

    app = ReplayApp(recording, shows_all=True)
    stream = Random(1)
    last = recording.turns
    steps = [range(last, last - SHOWN, -1), [stream.randrange(last + 1) for _ in range(SHOWN)]]
    slowest = []
    async with app.run_test(size=(120, 40)) as pilot:
        for turns in steps:
            # Each turn twice, because other programs take time now and then.
            times: tuple[list[float], list[float]] = [], []
            for passed in times:
                for turn in turns:
                    started = time.perf_counter()
                    app.go_to(turn)
                    app.draw()
                    await pilot.pause()
                    passed.append(time.perf_counter() - started)
            slowest.append(max(map(min, *times)))
    return slowest[0], slowest[1]


def _time_turns() -> tuple[float, int]:
    """Return the seconds of a turn at the median, and the number of enemies at the start."""
    times: list[float] = []
    enemies = 0

    def ask(view: dict[str, object]) -> str | None:
        nonlocal enemies
        if not times:
            shown = view["map"]
            enemies = sum(c.get("player") is None for c in shown["creatures"]) if isinstance(shown, dict) else 0
        times.append(time.perf_counter())
        return "wait" if len(times) <= TURNS and view["outcome"] is None else None

    play(Engine(["base"]), QUEST, critters=False, strict=False, ask=ask)
    return statistics.median(after - before for before, after in pairwise(times)), enemies


async def _time_keys() -> float:
    from textual import events

    from host.cli.terminal.playing.app import PlayApp, Setting

    def make_job(request: Request, actions: Sequence[str]) -> Job:
        arguments = {"request": request.to_data(), "critters": False, "strict": False, "actions": list(actions)}
        return Job(PLAY, ModsToLoad((), ("base",)), arguments, asks=True)

    app = PlayApp(Setting(make_job, QUEST))
    times = []
    async with app.run_test(size=(120, 40)) as pilot:
        while not app.is_waiting:
            await asyncio.sleep(0.01)
        for _ in range(TURNS):
            if app.scene is None or app.scene.outcome is not None:
                break
            started, turn = time.perf_counter(), app.scene.turn
            app.on_key(events.Key("full_stop", "."))
            while app.scene.turn == turn:
                await asyncio.sleep(0.001)
            # Textual has written what changed when it is idle.
            await pilot.pause()
            times.append(time.perf_counter() - started)
    return statistics.median(times)
