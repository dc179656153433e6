"""How fast the tools of authors answer."""

from __future__ import annotations

from bench.measure import Bench, Row, best, ignore, time_call
from host.engine.jobs import Job, Operation, run_job
from host.engine.operations import GENERATE
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.tools.provenance.explanation import make_explain_job
from host.tools.repl.session import Repl

_ROUNDS = 5


def measure_tools(_: Bench) -> list[Row]:
    """Measure an answer of the REPL, and `why square` to the dungeon alone."""
    with Repl(
        Job(Operation("", None), ModsToLoad((), ("base",))), Request(None, seed=1), say=ignore, warn=ignore
    ) as session:
        session.evaluate("x = 1")
        answer = best(lambda: time_call(lambda: session.evaluate("x + 1")), 20)
    options = {"quest": "custom", "dungeon": "huge"}
    request = Request("base", seed=1, options=options)
    job = Job(GENERATE, ModsToLoad((), ("base",)), {"request": request.to_data()})
    explained = make_explain_job(job, "square", (20, 20), request)

    def time_job(job: Job) -> float:
        return time_call(lambda: run_job(job, say=ignore, warn=ignore))

    plain, why = best(lambda: time_job(job), _ROUNDS), best(lambda: time_job(explained), _ROUNDS)
    ratio = why / plain
    return [
        ("REPL: an answer", f"{answer * 1000:.2f} ms", "≤ 20 ms", "", answer <= 0.02),
        ("why square, to the dungeon alone", f"{ratio:.2f} times", "≤ 2", "", ratio <= 2),
    ]
