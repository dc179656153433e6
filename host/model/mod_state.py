"""Which files a mod has, and what differs between two states of mods."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from host.errors import listing, visible

# Files of a mod in a message.
_MOST_NAMED = 8


class ModState(NamedTuple):
    """Which files a mod has."""

    version: str
    # Of all files.
    hash: str
    # Path -> hash of each file; empty when nobody wrote them down.
    files: Mapping[str, str]


def compare_mods(old: Mapping[str, ModState], new: Mapping[str, ModState], written: Collection[str] = ()) -> list[str]:
    """Return what differs between two sets of mods, by id, as sentences: mods, versions and files.

    New files do not count whose hashes are in `written`: the host wrote them.
    """
    lines = []
    for identity in {**old, **new}:
        if identity not in new:
            lines.append(f"the mod {identity} {visible(old[identity].version)} is not loaded")
        elif identity not in old:
            lines.append(f"the mod {identity} {visible(new[identity].version)} was not loaded")
        elif old[identity].hash != new[identity].hash:
            version, other = (visible(states[identity].version) for states in (old, new))
            changed = f"{version} then and {other} now" if version != other else version
            files = [*_compare_files(old[identity].files, new[identity].files, written)]
            if written and old[identity].files and not files and version == other:
                continue
            shown = listing(files[:_MOST_NAMED], "and")
            more = f", and {len(files) - _MOST_NAMED} more" if len(files) > _MOST_NAMED else ""
            lines.append(f"the mod {identity} ({changed}) has other files{': ' if files else ''}{visible(shown)}{more}")
    return lines


def _compare_files(old: Mapping[str, str], new: Mapping[str, str], written: Collection[str]) -> Iterator[str]:
    if not old:
        # An older host wrote no names.
        return
    for name in sorted({**old, **new}):
        if name not in new:
            yield f"{name} is gone"
        elif name not in old:
            if new[name] not in written:
                yield f"{name} is new"
        elif old[name] != new[name]:
            yield f"{name} changed"
