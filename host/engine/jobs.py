"""Jobs: mods to load, and an operation with plain data on them, in a child process or in this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from host.border.deadline import clear_deadline, on_location, set_deadline
from host.border.state import Observer
from host.engine.engine import Engine
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process import frames
from host.process.budgets import NO_CLOCK, Budgets
from host.process.channel import Channel
from host.process.child import malformed_answer, run_task
from host.process.start import START_METHOD
from host.process.task import Task, resolve

# Imported where they are used: most jobs save nothing.
if TYPE_CHECKING:
    from host.save.contents import ChunkKey, WriteSave

# The bundled mods that commands load by default; the others must be named.
DEFAULT_MODS = ("base",)

# Takes a line that a mod prints, or a warning.
Say = Callable[[str], None]
# Shows a map to a person, and returns the key they press, or None.
Ask = Callable[[dict[str, Any]], str | None]
# Answers the observer of a job when it stops the mods.
Pause = Callable[[dict[str, Any]], Any]


def ignore(_: Any) -> None:
    """Do nothing with what a job says or asks."""


class Operation(NamedTuple):
    """A function that jobs call with an engine and their arguments."""

    # "package.module:function".
    function: str
    # The shape of its result, see `host.process.task.fits`.
    result: Any
    # Callbacks that it takes as further arguments: "say", "ask".
    callbacks: tuple[str, ...] = ()


class Observation(NamedTuple):
    """An observer of mods, and its settings."""

    # "package.module:class", which takes the settings by name, and a function that asks the parent.
    observer: str
    # Plain data.
    settings: Mapping[str, Any] = MappingProxyType({})

    def to_data(self) -> tuple[str, dict[str, Any]]:
        """Return the fields as JSON."""
        return self.observer, dict(self.settings)

    def make(self, ask: Pause) -> Observer:
        """Make the observer."""
        observer: Observer = resolve(self.observer)(ask=ask, **self.settings)
        return observer


class Job(NamedTuple):
    """An operation, the mods to load for it, and its arguments."""

    operation: Operation
    # The paths of folders are absolute.
    mods: ModsToLoad = ModsToLoad()
    arguments: Mapping[str, Any] = MappingProxyType({})
    # Absolute paths of what the operation reads besides the mods: files, and folders of mods.
    reads: tuple[str, ...] = ()
    # Whether a person answers the requests of the job.
    asks: bool = False
    # Whether the game is saved, and the save that it continues (`saves.pack_contents`).
    saves: bool = False
    saved: bytes | None = None
    # Watches the mods from inside the child: a profiler or a debugger.
    observation: Observation | None = None

    def with_mods(self, **fields: Any) -> Job:
        """Return the job with other fields of its mods to load."""
        return self._replace(mods=self.mods._replace(**fields))


def job_of_mods(mods: Any, **fields: Any) -> Job:
    """Return a job that loads mods as `ModsToLoad.of` does, and performs nothing: a worker gets its requests."""
    to_load = ModsToLoad.of(mods, **fields)
    folders = tuple(str(Path(folder).absolute()) for folder in to_load.folders)
    return Job(Operation("", None), to_load._replace(folders=folders))


def run_job(
    job: Job,
    *,
    say: Say = ignore,
    warn: Say = ignore,
    tick: Callable[[float], None] | None = None,
    write_save: WriteSave | None = None,
    ask: Ask | None = None,
    pause: Pause | None = None,
    report: Callable[[dict[str, Any]], None] | None = None,
    method: str = START_METHOD,
) -> Any:
    """Run a job in a child process and return its result.

    `say` takes the lines that mods print, `warn` the warnings about them, `write_save` the saves; `ask` answers
    requests; `tick` is called now and then with the seconds that have gone by. `pause` answers the observer of the job
    when it stops the mods, and `report` takes what it measured. Raises HostError as the job does, and as
    `host.process.child.run_task` does.
    """
    # Imported here, so that forks need not import it.
    resolve(job.operation.function)
    if job.observation is not None:
        resolve(job.observation.observer)
    mods = job.mods.with_beside()
    task = Task(
        "host.engine.jobs:perform_in_child",
        {
            "mods": mods.to_data(),
            "observation": job.observation and job.observation.to_data(),
            "operation": job.operation._replace(result=None),
            "arguments": dict(job.arguments),
            "saves": job.saves,
        },
        mods.list_readable_paths(job.reads),
        mods.budgets,
        job.operation.result,
        job.saved,
        takes_messages=job.asks or pause is not None,
    )
    handlers: dict[int, Callable[[Any], Any]] = {frames.PRINT: say, frames.WARNING: warn}
    if write_save is not None:
        handlers[frames.SAVE] = lambda data: write_save(*_unpack(data))
    more = {frames.REQUEST: ask, frames.PAUSE: pause, frames.REPORT: report}
    handlers |= {kind: handler for kind, handler in more.items() if handler is not None}
    return run_task(task, handlers, tick=tick, method=method)


class JobRunner:
    """Runs the jobs of a command, in place of `run_job`: a profiler, a debugger, or the worker of `--watch`.

    As a plugin of pytest it observes the tests of mods, and is called so.
    """

    __name__ = "dungeon-host runner"
    # What observes tests, class and settings as `Observation` has them; None when they run as usual.
    observation_of_tests: tuple[str, dict[str, Any]] | None = None

    def run(self, job: Job, **callbacks: Any) -> Any:
        """Do what `run_job` does."""
        return run_job(job, **callbacks)

    def take_report(self, report: dict[str, Any]) -> None:
        """Take what the observer of a test reports."""


def _unpack(data: bytes) -> tuple[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]]:
    from host.save.contents import unpack_save

    try:
        return unpack_save(data)
    except ValueError:
        raise malformed_answer() from None


def perform_in_child(
    channel: Channel,
    mods: Mapping[str, Any],
    observation: tuple[str, Any] | None,
    operation: Sequence[Any],
    arguments: Mapping[str, Any],
    saves: bool,
) -> Any:
    """Perform a job in this process, which is a child; messages go to its parent. Raises HostError."""
    to_load = ModsToLoad.from_data(mods)
    seconds = to_load.budgets.seconds

    def say(text: str) -> None:
        channel.send(frames.PRINT, text)

    def warn(text: str) -> None:
        channel.send(frames.WARNING, text)

    def send(*save: Any) -> None:
        from host.save.contents import pack_save

        channel.send(frames.SAVE, pack_save(*save))

    def ask(request: Any, kind: int = frames.REQUEST) -> Any:
        # Whoever answers may take any time, and gives the mods new time.
        clear_deadline()
        reply = channel.ask(request, kind)
        set_deadline(seconds)
        return reply

    observer = observation and Observation(*observation).make(partial(ask, kind=frames.PAUSE))
    report_locations(channel)
    set_deadline(seconds)
    try:
        to_load = to_load._replace(budgets=budgets_in_child(to_load.budgets))
        engine = load_engine(to_load, say, warn, [observer] if observer else [])
        if saves:
            from host.save.contents import unpack_contents

            # This process must not touch the file.
            engine.save_with(send, unpack_contents(channel.data))
        try:
            return operate(engine, Operation(*operation), arguments, say, ask)
        finally:
            for warning in engine.warnings:
                warn(warning)
    finally:
        report = observer and observer.report()
        if report is not None:
            channel.send(frames.REPORT, report)


def report_locations(channel: Channel) -> None:
    """Tell the parent once a second where the mods of this process are, for when it has to kill them."""
    on_location(lambda file, line: channel.send(frames.LOCATION, {"file": file, "line": line}))


def budgets_in_child(budgets: Budgets) -> Budgets:
    """Return the budgets of mods in a child: without a limit of instructions nothing is counted there.

    The clock of the parent is enough.
    """
    return budgets if replace(budgets, seconds=NO_CLOCK).are_counted else replace(budgets, seconds=NO_CLOCK)


def load_engine(mods: ModsToLoad, say: Say, warn: Say, observers: Sequence[Observer] = ()) -> Engine:
    """Load mods, and warn of mods that are left out. Raises HostError."""
    engine = Engine(mods, output=say, services=observers)
    for failure in engine.failures:
        warn(f"{f'mod {failure.mod}' if failure.mod else 'a mod'} is left out: {failure}")
    return engine


def operate(
    engine: Engine, operation: Operation, arguments: Mapping[str, Any], say: Say, ask: Ask | None = None
) -> Any:
    """Call the function of an operation with an engine and its arguments. Raises HostError."""
    callbacks: dict[str, Any] = {"say": say, "ask": ask}
    callbacks = {name: callbacks[name] for name in operation.callbacks}
    # The request came from another process as plain data.
    request = {"request": Request.from_data(arguments["request"])} if "request" in arguments else {}
    return resolve(operation.function)(engine, **{**arguments, **request}, **callbacks)
