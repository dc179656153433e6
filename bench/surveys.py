"""How fast surveys and pools of workers are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench.measure import ORIGINAL_L, PROGRAM, Bench, Row, best, ignore, time_call, time_command
from host.engine.engine import Engine
from host.engine.jobs import job_of_mods
from host.metrics import measure
from host.model.request import Request
from host.serving import Pool
from host.survey.plan import SurveyPlan
from host.survey.run import run_survey

# Dungeons of the surveys that are measured, and requests to a pool.
_COUNT, _REQUESTS = 600, 160


def measure_surveys(bench: Bench) -> list[Row]:
    """Measure surveys with and without metrics, what a second worker brings, and a pool to bare calls."""
    tiny = {"quest": "custom", "dungeon": "tiny"}
    huge = {"quest": "custom", "dungeon": "huge"}

    def time_survey(options: dict[str, str], jobs: int, metrics: str) -> float:
        """Return the seconds for a dungeon of a survey in memory, without the start of the survey."""

        def seconds(count: int) -> float:
            plan = SurveyPlan(Request("base", seed=1, options=options), count)
            job = job_of_mods(["base"])
            return time_call(lambda: run_survey(job, plan, None, jobs=jobs, metrics=metrics).file.close())

        return best(lambda: (seconds(_COUNT + 1) - seconds(1)) / _COUNT, 3)

    unit = best(lambda: time_call(bench.loop))
    plain, measured, alone = (time_survey(huge, *how) for how in ((2, "none"), (2, "default"), (1, "none")))
    rows = [
        bench.row("survey, huge, two workers, no metrics", plain / unit, 0.0075, 0.0315),
        bench.row("survey, huge, two workers, default metrics", measured / unit, 0.015),
        ("survey: two workers, to one", f"{alone / plain:.2f} times", "≥ 1.8", "", alone / plain >= 1.8),
    ]
    dungeons = [bench.host.generate(Request("base", seed=seed, options=huge)) for seed in range(1, 21)]
    metrics = best(lambda: time_call(lambda: [measure(dungeon) for dungeon in dungeons])) / len(dungeons)
    rows.append(bench.row("default metrics of a huge dungeon", metrics / unit, None))
    words = [PROGRAM, "survey", "base", "--count", "1000", "--set", "quest=custom", "--set", "dungeon=tiny"]
    whole = best(lambda: time_command(words), 3) / unit * ORIGINAL_L
    rows.append(("survey of 1,000 tiny dungeons, whole command, where L = 33 ms", f"{whole:.2f} s", "≤ 1.5 s", "",
                 whole <= 1.5))  # fmt: skip

    ratio = _compare_pool(tiny)
    rows.append(("a pool of two workers and 8 clients, to half the bare calls", f"{ratio:.2f} times", "≤ 1.3", "",
                 ratio <= 1.3))  # fmt: skip
    return rows


def _compare_pool(options: dict[str, str]) -> float:
    """Return the time of 8 clients with a pool of two workers, in halves of the time of the calls in this process.

    Both have the budgets of a program that names none. They are measured in turns, because the frequency of the
    processor varies.
    """
    engine = Engine(["base"], output=ignore)
    with Pool(["base"], workers=2, queue=_REQUESTS, output=ignore) as pool, ThreadPoolExecutor(8) as clients:

        def call(seed: int) -> object:
            return engine.generate(Request("base", seed=seed, options=options))

        def ask(seed: int) -> object:
            return pool.generate_sync("base", seed=seed, options=options)

        bare, served = [], []
        for _ in range(5):
            bare.append(time_call(lambda: [*map(call, range(_REQUESTS))]))
            served.append(time_call(lambda: [*clients.map(ask, range(_REQUESTS))]))
    return min(served) / (min(bare) / 2)
