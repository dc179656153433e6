"""The option `--watch`: run a command again at each saved file of its mods."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import NoReturn, Self

import click

from host.cli.terminal.errors import shown_error
from host.errors import EXIT_INTERRUPTED, HostError, RequestError, in_one_line, listing
from host.mods.changes import Files, list_changes, list_folders, scan_files
from host.mods.finder import find_needed_folders
from host.paths import how_to_install, relative_path

# Seconds between two looks at the files without an event: for file systems that report none, and for folders that
# appear again.
_PAUSE = 1.0
# Seconds in which nothing changes after a save, so that many saves are one run; and how often this is awaited.
_QUIET, _MOST_WAITS = 0.1, 30
# Files that are named before a run.
_MOST_NAMES = 3


def repeat(
    run: Callable[[], None],
    folders: Iterable[Path],
    *,
    written: Iterable[Path] = (),
    prints_to_stderr: bool = False,
) -> NoReturn:
    """Call `run` at once, and again whenever files in folders change, until Ctrl-C.

    Mods beside the folders that their manifests need are watched, too. A HostError of a run is shown, and does not end
    this. A change during a run ends that run, and another one follows. Files and folders that the command has `written`
    itself start none.
    """
    named = [*folders]
    roots = find_needed_folders(named)
    ignored = {str(path.resolve()) for path in written}
    _require_library()
    context = click.get_current_context()

    def echo(text: str) -> None:
        click.echo(text, err=prints_to_stderr)

    try:
        files = scan_files(roots, ignored)
        while True:
            with _Interruption(roots, ignored, files) as interruption:
                try:
                    run()
                except HostError as error:
                    shown_error(error, context).show()
            if not interruption.is_due:
                echo(f"\nwatching {_join_paths(map(str, roots))}: save a file to run again, Ctrl-C to end")
            before, files = files, _next_files(roots, ignored, files)
            if not prints_to_stderr:
                # Does nothing where there is no terminal.
                click.clear()
            changed = list_changes(before, files)
            echo(click.style(f"--- {_join_paths(changed)} changed", bold=True))
            # A manifest may need other mods now.
            roots = find_needed_folders(named)
            files = scan_files(roots, ignored)
    except KeyboardInterrupt:
        echo("")
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None


def _require_library() -> None:
    try:
        import watchfiles  # noqa: F401 - `_events` uses it
    except ImportError:
        raise RequestError("--watch needs watchfiles, which is not installed", hint=how_to_install("[watch]")) from None


class _Interruption:
    """Interrupts the code in its block, as Ctrl-C does, when files of mods differ from those `before`; a context.

    Snapshots do not count: tests write them.
    """

    def __init__(self, roots: Sequence[Path], ignored: set[str], before: Files) -> None:
        self._roots, self._ignored, self._before = roots, ignored, before
        self._is_armed, self._is_over = False, threading.Event()
        self._main_thread = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        # Whether a file changed within the block.
        self.is_due = False

    def __enter__(self) -> Self:
        self._former = signal.signal(signal.SIGINT, self._handle)
        self._is_armed = True
        self._thread.start()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        self._is_armed = False
        self._is_over.set()
        self._thread.join()
        signal.signal(signal.SIGINT, self._former)
        return self.is_due and isinstance(error, KeyboardInterrupt)

    def _handle(self, *_: object) -> None:
        # A change may be noticed when the block is over.
        if self._is_armed or not self.is_due:
            raise KeyboardInterrupt

    def _watch(self) -> None:
        # Too many files end the command in its own thread.
        with suppress(RequestError), closing(_events(self._roots, self._is_over)) as events:
            for _ in chain([None], events):
                files = scan_files(self._roots, self._ignored)
                changed = list_changes(self._before, files)
                if any(Path(path).parent.name != "snapshots" for path in changed) and not self._is_over.is_set():
                    self.is_due = True
                    _interrupt(self._main_thread)
                    return


def _interrupt(thread: int) -> None:
    """Press Ctrl-C for the main thread."""
    if hasattr(signal, "pthread_kill"):
        # It ends calls of the system that wait, too.
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _next_files(roots: Sequence[Path], ignored: set[str], before: Files) -> Files:
    """Wait until files differ from `before` and change no more; return them."""
    with closing(_events(roots, threading.Event())) as events:
        while (files := scan_files(roots, ignored)) == before:
            next(events)
    for _ in range(_MOST_WAITS):
        time.sleep(_QUIET)
        earlier, files = files, scan_files(roots, ignored)
        if files == earlier:
            break
    return files


def _events(roots: Sequence[Path], is_over: threading.Event) -> Generator[None]:
    """Yield after each event in folders, and after each pause, until it is over."""
    from watchfiles import watch

    # A folder that disappears, and a system that watches no more folders, are left to the pauses.
    with suppress(OSError, RuntimeError):
        while folders := list_folders(roots):
            # One by one: watchfiles follows links to folders.
            for _ in watch(
                *folders,
                recursive=False,
                watch_filter=None,
                rust_timeout=round(_PAUSE * 1000),
                yield_on_timeout=True,
                stop_event=is_over,
            ):
                yield
                if list_folders(roots) != folders:
                    break
            if is_over.is_set():
                return
    while not is_over.wait(_PAUSE):
        yield


def _join_paths(paths: Iterable[str]) -> str:
    """Return some paths, relative to the current folder, as a list for people."""
    names = [in_one_line(relative_path(path)) for path in paths]
    more = len(names) - _MOST_NAMES
    return listing([*names[:_MOST_NAMES], *([f"{more} more"] if more > 0 else [])], "and")
