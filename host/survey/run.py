"""The run of a survey: finds its generator, chooses metrics, gives batches of seeds to workers, and orders their rows.

Options: `--metrics`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import wait
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from host.engine.jobs import Job
from host.errors import BudgetError, DiedError, HostError, RequestError
from host.errors.spelling import did_you_mean
from host.metrics import METRICS
from host.metrics.contents import KINDS
from host.metrics.occurrence import OPTION, SEPARATOR, occurrence
from host.model.request import check_last_seed
from host.paths import how_to_install
from host.process.child import malformed_answer
from host.serving.submission import Submission
from host.serving.worker_pool import WorkerPool
from host.survey.answers import are_sound, check_description
from host.survey.file import NO_COUNTS, Counts, SurveyFile
from host.survey.measuring import BATCH_SECONDS, DESCRIBE, FAILED, MEASURE
from host.survey.packing import adopt_mods, pack_mods
from host.survey.plan import SurveyPlan
from host.survey.reader import check_number_of_values
from host.survey.schema import column_of

if TYPE_CHECKING:
    from host.survey.cluster import ClusterPool

# Limits: processes of a survey, and dungeons of a batch.
MOST_JOBS = 256
_MOST_BATCH = 256
# Batches in the queue for each worker.
_AHEAD = 3
# Seconds between two reports of progress while a batch is made.
_TICK = 0.1
# Dungeons that are made again at the end, to check that they are the same.
_REPEATED = 3

_CHANGED = (
    "seed {} gave another dungeon the second time: a mod remembers something between dungeons, in a variable or a "
    "table, so this survey depends on which seeds one process made"
)

# Takes how many dungeons are done, and how many of them failed. What it raises ends the survey.
Progress = Callable[[int, int], None]


class SurveyOutcome(NamedTuple):
    """The result of a survey: its file, the numbers of dungeons that were made and that failed, and warnings."""

    file: SurveyFile
    made: int
    failed: int
    warnings: list[str]


def run_survey(
    job: Job,
    plan: SurveyPlan,
    path: Path | None,
    *,
    jobs: int,
    dask: str | None = None,
    metrics: str = "default",
    progress: Progress = lambda _done, _failed: None,
) -> SurveyOutcome:
    """Make the dungeons of a plan that its file does not have yet, in `jobs` workers, or in workers of Dask.

    `dask` is the address of the scheduler, such as "tcp://192.168.0.7:8786".
    `metrics` is "none", "default", "all", or ids with
    commas between them. The file holds the plan with the id of the generator, the mods and the metrics. `progress` is
    called now and then. Raises HostError when the survey cannot be made, and what `progress` raises; the rows until
    then are in the file, also after KeyboardInterrupt.
    """
    check_plan(plan)
    warnings: dict[str, None] = {}
    with ExitStack() as resources:
        workers: WorkerPool | ClusterPool = resources.enter_context(
            WorkerPool(
                job,
                jobs if dask is None else 1,
                warn=lambda text: warnings.setdefault(text),
                restores=True,
            )
        )
        plan, registered = describe_plan(workers, plan, metrics)
        check_number_of_values(plan.total, len(plan.metrics))
        # The mods in the file may differ in files that cannot change a dungeon.
        loaded_mods = plan.mods
        pack = partial(pack_mods, job, loaded_mods)
        if path is not None and path.is_file():
            plan = adopt_mods(path, plan, pack)
        file = SurveyFile(path, plan, pack, registered)
        try:
            plan = file.plan
            if dask is not None:
                workers = resources.enter_context(_cluster(dask, job, replace(plan, mods=loaded_mods), warnings))
            done, failed = file.next_number, file.count_failures()
            batches = Batches(workers, plan, job.mods.budgets.seconds, tick=lambda: progress(done, failed))
            progress(done, failed)
            for first, rows, counts in batches.make(done):
                file.write(first, rows, counts)
                done += len(rows)
                failed += sum(row[0] == FAILED for row in rows)
                progress(done, failed)
            warnings.update(dict.fromkeys(batches.find_changes(file)))
        except BaseException:
            file.close()
            raise
    return SurveyOutcome(file, done - failed, failed, list(warnings))


def describe_plan(
    workers: WorkerPool | ClusterPool,
    plan: SurveyPlan,
    metrics: str | Sequence[str],
    written: Mapping[str, str] | None = None,
) -> tuple[SurveyPlan, Mapping[str, Any]]:
    """Return a plan with the id of its generator, its mods and metrics, and the ids of contents that mods registered.

    `metrics` is as in `run_survey`, or ids; `written` is how a condition writes them, for messages. Raises HostError
    for mods that do not load, and for a plan that cannot be.
    """
    written = written or {}
    names = metrics.split(",") if isinstance(metrics, str) else metrics
    requests = [plan.request_of(i * plan.count).to_data() for i in range(len(plan.values))]
    contents = [name for name in names if SEPARATOR in name]
    for name in contents:
        occurrence(name)
    described = workers.submit(DESCRIBE, {"requests": requests, "contents": contents}).future.result()
    check_description(described)
    for name, close in described["missing"].items():
        kind, _, identity = name.partition(SEPARATOR)
        if kind == OPTION:
            name = identity.partition("=")[0]
            hint = did_you_mean(name, [*METRICS, *(f"{kind}s" for kind in KINDS), *([close] if close else [])])
            raise RequestError(f'there is no metric and no option "{name}"', hint=hint)
        if close and name in written:
            kinds = f"{kind}s"
            is_plain = all(part.isidentifier() for part in close.split("."))
            close = f"{kinds}.{close}" if is_plain else f"{kinds}['{close}']"
        hint = f'did you mean "{close}"?' if close else None
        raise RequestError(f'the metric "{written.get(name, name)}" counts what no mod has', hint=hint)
    plan = replace(
        plan,
        request=plan.request.with_generator(described["generator"]),
        mods=tuple((mod, version, digest) for mod, version, digest in described["mods"]),
        metrics=choose_metrics(metrics, described["metrics"]),
    )
    check_plan(plan)
    return plan, described["registered"]


def _cluster(address: str, job: Job, plan: SurveyPlan, warnings: dict[str, None]) -> ClusterPool:
    """Connect to a Dask scheduler. Raises RequestError."""
    try:
        from host.survey.cluster import ClusterPool
    except ModuleNotFoundError as error:
        raise RequestError(f"{error.name} is not installed: {how_to_install('[cluster]')}") from None
    return ClusterPool(address, job, plan.mods, pack_mods(job, plan.mods), warn=lambda text: warnings.setdefault(text))


def check_plan(plan: SurveyPlan) -> None:
    problem = plan.find_problem()
    if problem is not None:
        raise RequestError(problem)
    if plan.sweep is not None and plan.sweep[0] in plan.request.options:
        raise RequestError(f"the option {plan.sweep[0]} has a value and is swept, too: it must be one of both")
    check_last_seed(plan.request.seed, plan.count)


def choose_metrics(chosen: str | Sequence[str], metrics_of_mods: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the ids of metrics that "none", "default", "all", ids with commas between them, or ids name.

    "default" has all metrics of mods. Raises RequestError for an id that does not exist.
    """
    if chosen == "none":
        return ()
    if chosen in ("default", "all"):
        return (*(name for name, metric in METRICS.items() if chosen == "all" or metric.is_default), *metrics_of_mods)
    existing = [*METRICS, *metrics_of_mods]
    ids = tuple(dict.fromkeys(chosen.split(",") if isinstance(chosen, str) else chosen))
    for name in ids:
        if name not in existing and SEPARATOR not in name:
            if not isinstance(chosen, str):
                raise RequestError(f'there is no metric "{name}"', hint=did_you_mean(name, existing))
            raise RequestError(
                f'there is no metric "{name}": "all" names all of them',
                hint=did_you_mean(name, [*existing, "none", "default", "all"]),
            )
    return ids


# First number, rows, usage and draws.
Batch = tuple[int, list[list[Any]], Counts]


class Batches:
    """The dungeons of a plan, which a pool of workers makes in batches."""

    def __init__(
        self, workers: WorkerPool | ClusterPool, plan: SurveyPlan, seconds: float, tick: Callable[[], None]
    ) -> None:
        """`seconds` is the time of each dungeon; `tick` is called now and then."""
        self._workers = workers
        self._plan = plan
        self._seconds = seconds
        self._tick = tick
        # The number of dungeons in the next batch.
        self._size = 4

    def make(self, first: int) -> Iterator[Batch]:
        """Yield the dungeons from number `first` on, in order."""
        waiting: deque[tuple[int, int, Submission]] = deque()
        following = first
        while waiting or following < self._plan.total:
            while following < self._plan.total and len(waiting) < _AHEAD * self._workers.size:
                count = self._plan.batch(following, self._size)
                waiting.append((following, count, self._submit(following, count)))
                following += count
            number, count, request = waiting.popleft()
            yield from self._finish(number, count, request)

    def find_changes(self, file: SurveyFile) -> list[str]:
        """Make some dungeons again, and return a warning when one of them, or a metric of it, differs."""
        metrics = [file.read(column_of(metric)) for metric in self._plan.metrics]
        digests = file.read("digest")[: self._plan.total]
        numbers = [number for number, digest in enumerate(digests) if digest]
        for number in numbers[:: max(1, len(numbers) // _REPEATED)][:_REPEATED]:
            ((_, rows, _),) = self._finish(number, 1, self._submit(number, 1))
            *_, digest, values = rows[0]
            if digest != digests[number] or values != [column[number] for column in metrics]:
                return [_CHANGED.format(self._plan.seed_of(number))]
        return []

    def _submit(self, first: int, count: int, *, fresh: bool = False) -> Submission:
        plan = self._plan
        arguments = {
            "request": plan.request_of(first).to_data(),
            "count": count,
            "metrics": list(plan.metrics),
            "seconds": self._seconds,
        }
        return self._workers.submit(
            MEASURE, arguments, attempts=2 if count == 1 else 1, more_seconds=BATCH_SECONDS, fresh=fresh
        )

    def _finish(self, first: int, count: int, request: Submission) -> Iterator[Batch]:
        """Yield the dungeons of a batch; those after one that ended its worker are made in further batches."""
        end = first + count
        fresh = False
        while True:
            while not wait([request.future], _TICK).done:
                self._tick()
            try:
                answer = request.future.result()
            except (DiedError, BudgetError) as error:
                if count > 1:
                    # Make each dungeon alone, to find those that end the worker.
                    for number in range(first, end):
                        yield from self._finish(number, 1, self._submit(number, 1))
                    return
                yield first, [self._failure(error)], NO_COUNTS
                return
            rows, counts = answer["rows"], Counts(answer["usage"], answer["draws"])
            if not are_sound(answer, most=count, metrics=len(self._plan.metrics)):
                rows, counts = [self._failure(malformed_answer())], NO_COUNTS
            if not rows and fresh:
                rows = [self._failure(malformed_answer())]
            fresh = not rows
            if rows:
                self._adapt(rows)
                yield first, rows, counts
            first += len(rows)
            count = end - first
            if not count:
                return
            # A dungeon that used up a budget is made again in a fresh runner.
            request = self._submit(first, count, fresh=fresh)

    def _adapt(self, rows: Sequence[Sequence[Any]]) -> None:
        mean = sum(row[4] for row in rows) / len(rows)
        self._size = max(1, min(_MOST_BATCH, 2 * self._size, int(BATCH_SECONDS / 2 / max(mean, 1e-6))))

    def _failure(self, error: HostError) -> list[Any]:
        return [FAILED, error.message, error.file, error.line, self._seconds, None, [None] * len(self._plan.metrics)]
