"""How fast surveys are."""

from __future__ import annotations

from bench.measure import ORIGINAL_L, PROGRAM, Bench, Row, best, time_call, time_command
from host.engine.jobs import job_of_mods
from host.metrics import measure
from host.model.request import Request
from host.survey.plan import SurveyPlan
from host.survey.run import run_survey

# Dungeons of the surveys that are measured.
_COUNT = 600


def measure_surveys(bench: Bench) -> list[Row]:
    """Measure surveys with and without metrics, and what a second worker brings."""
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
    return rows
