"""A progress bar on standard error, for work whose number of steps is known."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

T = TypeVar("T")


class Update(Protocol):
    """Changes a bar."""

    def __call__(self, done: int, failed: int, more: str = "", /) -> None:
        """Show how many steps are done, how many failed, and another text."""


@contextmanager
def show_progress(total: int) -> Iterator[Update]:
    """Show a bar on terminals; the block calls the function that it gets."""
    if not sys.stderr.isatty():
        yield lambda _done, _failed, _more="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[failures]}"),
        TextColumn("{task.fields[more]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate="", failures="", more="")

        def update(done: int, failed: int, more: str = "", /) -> None:
            speed = bar.tasks[0].speed
            bar.update(
                task,
                completed=done,
                rate=f"{speed:.0f}/s" if speed else "",
                failures=f"{failed} failed" if failed else "",
                more=more,
            )

        yield update


def track(items: Iterable[T], total: int) -> Iterator[T]:
    """Yield items, and show a bar of how many of `total` there were."""
    with show_progress(total) as update:
        for done, item in enumerate(items, 1):
            update(done, 0)
            yield item
