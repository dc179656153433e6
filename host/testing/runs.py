"""Running the tests of all mods of a session: a child a mod, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.budgets import DEFAULT_BUDGETS, Budgets
from host.engine.arguments import MOST_PLAYERS, MOST_SEED
from host.errors import DiedError, Frame, HostError, visible
from host.export.files import write_whole
from host.model.rng import Stream
from host.mods.files import locate
from host.process.start import START_METHOD
from host.testing.child import Place, Setup
from host.testing.finder import neighbours
from host.testing.fork_server import Nursery
from host.testing.report import Failure

# Children that wait with their mods loaded.
_MOST_WAITING = 4
_INSTRUCTIONS = DEFAULT_BUDGETS.instructions
_MOST_SNAPSHOTS = 1000
_LONGEST_NAME = 400


class Options(NamedTuple):
    """How to run tests. Raises ValueError for what cannot be."""

    seed: int = 1
    players: int = 2
    # What one test may take.
    seconds: float = 10.0
    updates: bool = False
    coverage: bool = False
    spawns: bool = False

    def check(self) -> None:
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"the seed is {self.seed}: must be between 0 and {MOST_SEED}")
        if not 1 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"there are {self.players} players: must be between 1 and {MOST_PLAYERS}")
        if not 0.001 <= self.seconds <= 1e6:
            raise ValueError(f"the timeout is {self.seconds:g}: must be between 0.001 and 1000000 seconds")


class Declared(NamedTuple):
    """A test as its file declares it."""

    name: str
    line: int
    place: Place
    skip: str | None = None


class Ran(NamedTuple):
    """What came of a test."""

    failures: list[Failure]
    skipped: str | None = None
    printed: str = ""


class Runs:
    """The tests of a session."""

    def __init__(self, options: Options) -> None:
        options.check()
        self._options = options
        # By the folder of the mod, the one used last at the end.
        self._nurseries: dict[Path, Nursery] = {}
        # Snapshots that were written: file -> text.
        self._kept: dict[Path, str] = {}
        # Lines that ran, by mod and by file relative to it.
        self.covered: dict[Path, dict[str, set[int]]] = {}

    def tests(self, mod: Path, path: Path) -> tuple[HostError | None, list[Declared]]:
        """What is wrong with a test file or its mod, and its tests."""
        answer = self._nursery(mod).tests(_inside(mod, path))
        if answer.error is not None:
            return answer.error, []
        try:
            found = answer.results[0]
            self._note(mod, found["covered"])
            return None, [_test(one) for one in found["tests"]]
        except (IndexError, KeyError, TypeError, ValueError):
            return DiedError("the child process that runs the tests sent no list of them"), []

    def run(self, mod: Path, path: Path, place: Place, line: int, following: Place | None = None) -> Ran:
        """Run one test; the `following` one of the file will be asked for next."""
        answer = self._nursery(mod).run(_inside(mod, path), place, following)
        printed = "\n".join(map(visible, answer.printed))
        where = Frame(f"{mod.name}/{_inside(mod, path)}", line)
        if answer.error is not None:
            return Ran([_placed(Failure.from_error(answer.error), where)], printed=printed)
        try:
            found = answer.results[0]
            failures = [_placed(Failure.from_data(one), where) for one in found["failures"]]
            skipped, unshown = found["skipped"], int(found["unshown"])
            self._keep(mod, path, found["snapshots"])
            self._note(mod, found["covered"])
        except HostError as error:
            return Ran([_placed(Failure.from_error(error), where)], printed=printed)
        except (IndexError, KeyError, TypeError, ValueError, AttributeError):
            failure = Failure("error", "the child process that runs the tests sent a malformed answer", (where,))
            return Ran([failure], printed=printed)
        if unshown > 0:
            printed += f"\n… and {unshown} characters more"
        return Ran(failures, visible(skipped) if isinstance(skipped, str) else None, printed)

    def close(self) -> None:
        """End all children."""
        for nursery in self._nurseries.values():
            nursery.close()
        self._nurseries.clear()

    def _nursery(self, mod: Path) -> Nursery:
        nursery = self._nurseries.pop(mod, None)
        if nursery is None:
            options = self._options
            setup = Setup(
                str(mod),
                neighbours(mod),
                # To note a line takes a few instructions more.
                Budgets(seconds=options.seconds, instructions=_INSTRUCTIONS * (4 if options.coverage else 1)),
                options.seed,
                options.players,
                options.updates,
                options.coverage,
            )
            nursery = Nursery(setup, "spawn" if options.spawns else START_METHOD)
        self._nurseries[mod] = nursery
        while len(self._nurseries) > _MOST_WAITING:
            self._nurseries.pop(next(iter(self._nurseries))).close()
        return nursery

    def _note(self, mod: Path, covered: str) -> None:
        """Take down lines that ran, as the child tells them."""
        if not self._options.coverage:
            return
        files = self.covered.setdefault(mod, {})
        for told in covered.splitlines():
            name, _, lines = told.partition("\t")
            files.setdefault(name.partition("/")[2], set()).update(map(int, lines.split()))

    def _keep(self, mod: Path, path: Path, snapshots: dict[str, str]) -> None:
        """Write snapshots beside a test file, and nowhere else."""
        if not self._options.updates or len(snapshots) > _MOST_SNAPSHOTS:
            return
        for name, text in snapshots.items():
            if not all(char.isalnum() or char in "_ -" for char in name):
                raise ValueError(name)
            folder = Path(_inside(mod, path)).parent / "snapshots"
            file = locate(mod, (folder / f"{path.stem}.{name}.txt").as_posix())
            if self._kept.setdefault(file, text) != text:
                raise HostError(
                    f'assert.snapshot: another test of the file has a snapshot "{name}" with another value: each needs '
                    "a name of its own"
                )
            file.parent.mkdir(exist_ok=True)
            write_whole(file, text.encode("utf-8", "surrogateescape"))


def _placed(failure: Failure, where: Frame) -> Failure:
    """With the line of the test, when nothing better is known."""
    return failure if failure.frames else failure._replace(frames=(where,))


def _inside(mod: Path, path: Path) -> str:
    return path.relative_to(mod).as_posix()


def _test(data: dict[str, Any]) -> Declared:
    name, position = data["place"]
    skip = data["skip"]
    if not isinstance(name, str) or not isinstance(data["name"], str) or not isinstance(skip, str | None):
        raise TypeError(name)
    return Declared(data["name"], max(int(data["line"]), 1), Place(name, int(position)), skip and visible(skip))


def listed(tests: Sequence[Declared]) -> Iterator[tuple[str, Declared]]:
    """Tests by names that tell them apart and that pytest takes on its command line."""
    seen: dict[str, int] = {}
    for test in tests:
        name = (
            visible(test.name).replace("\n", " ").replace("\t", " ").replace("::", ":")[:_LONGEST_NAME] or "(no name)"
        )
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})", test


def shuffled(items: list[Any], seed: int) -> list[Any]:
    """Items in an order of the seed: files in turn, and the tests of each."""
    stream = Stream(seed, "host", "order of tests")
    by_file: dict[Path, list[Any]] = {}
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    files = list(by_file.values())
    stream.shuffle(files)
    for file in files:
        stream.shuffle(file)
    return [item for file in files for item in file]
