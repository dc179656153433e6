"""Makes dungeons of a survey again, with the mods that are packed in its file, or with those of `--mods`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import wait
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Self

from host.engine.jobs import job_of_mods
from host.engine.operations import GENERATE
from host.errors import HostError, RequestError, counted, listing
from host.errors.spelling import did_you_mean
from host.export.making import Making, read_making
from host.model.digest import map_digest
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import Origin, as_text
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.render.style import PLAIN_STYLE
from host.serving.submission import Submission
from host.serving.worker_pool import WorkerPool
from host.survey.packing import LEFT_OUT, unpack_mods
from host.survey.plan import SurveyPlan
from host.survey.reader import read_digests, read_packed, read_plan

# The end of the name of a survey.
SURVEY_SUFFIX = ".survey"
# Seconds between two looks at whether to stop.
_TICK = 0.05
# Seeds in a warning.
_MOST_NAMED = 5
# Squares of all maps that are made together and held in memory: 500 of 259 × 259.
MOST_SQUARES = 2**25


class Replay:
    """Workers with the mods of a survey, which make its dungeons again."""

    def __init__(
        self, path: Path, *, mods: Iterable[str | Path] = (), jobs: int = 1, budgets: Budgets = DEFAULT_BUDGETS
    ) -> None:
        """Load the mods that are packed in a survey, or `mods`, as `Host` does. Raises HostError."""
        self.plan, _ = read_plan(path)
        self._digests = read_digests(path)
        # Numbers of dungeons that differ from the survey, or that failed.
        self.changed: list[int] = []
        named = list(mods)
        with ExitStack() as resources:
            if not named:
                named = [resources.enter_context(_unpacked_mods(path, self.plan))]
            self._workers = WorkerPool(job_of_mods(named, budgets=budgets), jobs, restores=True)
            resources.callback(self._workers.close)
            self._resources = resources.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    def make(
        self,
        numbers: Iterable[int],
        is_stopped: Callable[[], bool] = lambda: False,
        *,
        most_squares: int = MOST_SQUARES,
    ) -> Iterator[tuple[int, GameMap]]:
        """Yield (number, map) of dungeons, in the order of `numbers`; those that fail are left out.

        End soon after `is_stopped` returns True. Raises RequestError when the maps have more squares than allowed.
        """
        squares = 0
        for number, request in self._workers.submit_in_order(numbers, self._submit):
            while not (wait([request.future], _TICK).done or is_stopped()):
                pass
            if is_stopped():
                return
            try:
                game_map = from_document(request.future.result())
            except HostError:
                self.changed.append(number)
                continue
            squares += game_map.width * game_map.height
            if squares > most_squares:
                raise RequestError(f"the dungeons to make again must have at most {most_squares} squares together")
            if map_digest(game_map) != self._digests.get(number):
                self.changed.append(number)
            yield number, game_map

    def describe_changes(self) -> str | None:
        """Return a warning about the dungeons that differ from the survey, or None."""
        if not self.changed:
            return None
        seeds = ", ".join(str(self.plan.seed_of(number)) for number in self.changed[:_MOST_NAMED])
        more = " …" if len(self.changed) > _MOST_NAMED else ""
        return (
            f"{counted(len(self.changed), 'dungeon')} made again with other results than in the survey (of seed "
            f"{seeds}{more}): the mods or the host have changed, or a mod keeps something between dungeons"
        )

    def _submit(self, number: int) -> Submission:
        return self._workers.submit(GENERATE, {"request": self.plan.request_of(number).to_data()})


def making_of(path: Path, seed: int | None = None, options: Mapping[str, object] = MappingProxyType({})) -> Making:
    """Return what a file says of its dungeon. Raises HostError.

    seed, options: the seed, and the value of the swept option, of the dungeon of a survey.
    """
    if path.suffix.lower() != SURVEY_SUFFIX:
        if seed is not None or options:
            raise RequestError(f'"{path}" has one dungeon: only of a survey a seed chooses one')
        return read_making(path)
    plan, _ = read_plan(path)
    option, values = plan.sweep or (None, ())
    for name in options:
        if name in plan.request.options:
            raise RequestError(f'"{path}" says what {name} is: leave it out')
        if name != option:
            hint = did_you_mean(name, [option] if option else [])
            raise RequestError(f'"{path}" was made without the option {name}: leave it out', hint=hint)
    first, last = plan.request.seed, plan.request.seed + plan.count - 1
    if seed is None:
        raise RequestError(f'"{path}" is a survey of {counted(plan.total, "dungeon")}: a seed chooses one')
    if not first <= seed <= last:
        raise RequestError(f'"{path}" has no dungeon of the seed {seed}: its seeds are {first} to {last}')
    texts = [as_text(value) for value in values]
    if option is not None and options.get(option) not in texts:
        raise RequestError(f'"{path}" has dungeons of {option}={listing(texts, "or")}: one must be chosen')
    number = seed - first + plan.count * (texts.index(str(options[option])) if option is not None else 0)
    digest = read_digests(path).get(number)
    if digest is None:
        raise RequestError(f'"{path}" has no dungeon of the seed {seed}: it failed, or was not made yet')
    origin = Origin.from_request(plan.request_of(number), plan.mods, versions=plan.versions)
    return Making(origin, "", PLAIN_STYLE, digest, None, b"")


@contextmanager
def _unpacked_mods(path: Path, plan: SurveyPlan) -> Iterator[Path]:
    """Write the mods that a survey holds to a temporary folder. Raises SaveError and RequestError."""
    packed = read_packed(path)
    missing = [mod for mod, _, _ in plan.mods if mod not in packed]
    if missing:
        raise RequestError(
            f'"{path}" does not hold the mod {missing[0]}: {LEFT_OUT}', hint="name its folder in --mods or `Host([…])`"
        )
    with TemporaryDirectory(prefix="dungeon-host-") as folder:
        unpack_mods(packed, plan.mods, Path(folder))
        yield Path(folder)
