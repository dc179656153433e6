"""A game that a person plays: a turn with what the player sees, and from a key to the picture of `play`."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from itertools import pairwise

from bench.measure import Bench, Row
from host import Request
from host.engine.engine import Engine
from host.engine.jobs import Job
from host.engine.operations import play
from host.engine.play_view import PLAY

# A quest with 20 enemies or more.
QUEST = Request("base", seed=1, players=1, options={"dungeon": "small", "monsters": "many"})
TURNS = 60
# Seconds from a key to the picture, at the median.
MOST_SECONDS = 0.05


def measure_play(_: Bench) -> list[Row]:
    seconds, enemies = _time_turns()
    title = f"a turn of play, {enemies} enemies, with field of view"
    rows: list[Row] = [(title, f"{seconds * 1e3:.1f} ms", "", "", None)]
    try:
        import textual  # noqa: F401
    except ImportError:
        return [*rows, ("from a key to the picture of play", "Textual is missing", "", "", None)]
    seconds = asyncio.run(_time_keys())
    title = "from a key to the picture of play, 120 × 40"
    return [*rows, (title, f"{seconds * 1e3:.0f} ms", "≤ 50 ms", "", seconds <= MOST_SECONDS)]


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
        return Job(PLAY, (), ("base",), arguments, asks=True)

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
