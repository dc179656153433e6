"""How fast the tools of authors answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from host.engine.jobs import Job, Operation, run_job
from host.engine.operations import GENERATE
from host.provenance.explanation import observed
from host.repl.session import Repl

if TYPE_CHECKING:
    from bench.run import Bench, Row

_ROUNDS = 5


def tools(_: Bench) -> list[Row]:
    """An answer of the REPL, and `why square` to the dungeon alone."""

    def ignore(_: object) -> None:
        return None

    def best(run: Callable[[], Any], rounds: int) -> float:
        def seconds() -> float:
            started = time.perf_counter()
            run()
            return time.perf_counter() - started

        return min(seconds() for _ in range(rounds))

    with Repl(Job(Operation("", None), (), ("base",)), seed=1, say=ignore, warn=ignore) as session:
        session.evaluate("x = 1")
        answer = best(lambda: session.evaluate("x + 1"), 20)
    options = {"quest": "custom", "dungeon": "huge"}
    made = {"generator": "base", "seed": 1, "players": 2, "options": options}
    job = Job(GENERATE, (), ("base",), {**made, "play": 0.0})
    explained = observed(job, "square", (20, 20), **made)  # type: ignore[arg-type]
    plain, why = (best(lambda job=job: run_job(job, say=ignore, warn=ignore), _ROUNDS) for job in (job, explained))
    ratio = why / plain
    return [
        ("REPL: an answer", f"{answer * 1000:.2f} ms", "≤ 20 ms", "", answer <= 0.02),
        ("why square, to the dungeon alone", f"{ratio:.2f} times", "≤ 2", "", ratio <= 2),
    ]
