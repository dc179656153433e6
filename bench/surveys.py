"""How fast surveys and pools of workers are."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from host.engine.jobs import job_of_mods
from host.metrics import measure
from host.serving import Pool
from host.survey.plan import Plan
from host.survey.run import run_survey

if TYPE_CHECKING:
    from bench.run import Bench, Row

# Dungeons of the surveys that are measured, and requests to a pool.
_COUNT, _REQUESTS = 600, 160
_THEIR_L = 0.033


def surveys(bench: Bench) -> list[Row]:
    """Surveys with and without metrics, what a second worker brings, and a pool to bare calls."""
    from bench.run import best, command, timed

    tiny = {"quest": "custom", "dungeon": "tiny"}
    huge = {"quest": "custom", "dungeon": "huge"}

    def survey(options: dict[str, str], jobs: int, metrics: str) -> float:
        """Seconds for a dungeon of a survey in memory, without what starting it takes."""

        def seconds(count: int) -> float:
            plan = Plan("base", count, options=options)
            job = job_of_mods(["base"])
            return timed(lambda: run_survey(job, "base", plan, None, jobs=jobs, metrics=metrics).file.close())

        return best(lambda: (seconds(_COUNT + 1) - seconds(1)) / _COUNT, 3)

    unit = best(lambda: timed(bench.loop))
    plain, measured, alone = (survey(huge, *how) for how in ((2, "none"), (2, "default"), (1, "none")))
    rows = [
        bench.row("survey, huge, two workers, no metrics", plain / unit, 0.0075, 0.0315),
        bench.row("survey, huge, two workers, default metrics", measured / unit, 0.015),
        ("survey: two workers, to one", f"{alone / plain:.2f} times", "≥ 1.8", "", alone / plain >= 1.8),
    ]
    dungeons = [bench.host.generate("base", seed=seed, options=huge) for seed in range(1, 21)]
    metrics = best(lambda: timed(lambda: [measure(each) for each in dungeons])) / len(dungeons)
    rows.append(bench.row("default metrics of a huge dungeon", metrics / unit, None))
    program = str(Path(sys.executable).with_name("dungeon-host"))
    words = [program, "survey", "base", "--count", "1000", "--set", "quest=custom", "--set", "dungeon=tiny"]
    whole = best(lambda: command(words), 3) / unit * _THEIR_L
    rows.append(("survey of 1,000 tiny dungeons, whole command, where L = 33 ms", f"{whole:.2f} s", "≤ 1.5 s", "",
                 whole <= 1.5))  # fmt: skip
    bare = best(lambda: timed(lambda: [bench.host.generate("base", seed=s, options=tiny) for s in range(_REQUESTS)]), 3)
    with Pool(["base"], workers=2, queue=_REQUESTS) as pool, ThreadPoolExecutor(8) as clients:

        def ask(seed: int) -> object:
            return pool.generate_sync("base", seed=seed, options=tiny)

        served = best(lambda: timed(lambda: [*clients.map(ask, range(_REQUESTS))]), 3)
    ratio = served / (bare / 2)
    rows.append(("a pool of two workers and 8 clients, to half the bare calls", f"{ratio:.2f} times", "≤ 1.3", "",
                 ratio <= 1.3))  # fmt: skip
    return rows
