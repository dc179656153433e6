"""The processes that a process has started, on systems that list them in /proc."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def list_children(pid: int | str = "self") -> set[int]:
    """Return the children of a process, by default of this one; none where the system does not list them."""
    children: set[int] = set()
    # The process, or a thread of it, may end meanwhile.
    with suppress(OSError):
        for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):
                children.update(map(int, tasks.read_text().split()))
    return children


def list_descendants(pid: int | str = "self") -> set[int]:
    """Return the children of a process, and those that they started."""
    children = list_children(pid)
    return children.union(*map(list_descendants, children))
