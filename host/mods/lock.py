"""Locks: `mods.lock` lists the mods that commands in a folder load, with versions and hashes of files.

Options: `--update`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from host.border.state import LuaState, Observer
from host.errors import RequestError
from host.model.mod_state import ModState, compare_mods
from host.model.request import SCRIPT
from host.mods.files import hash_files
from host.mods.finder import manifest_of
from host.mods.loaded_mods import LoadedMod
from host.mods.toml import NotTomlError, parse_toml
from host.paths import bundled_ids
from host.paths.folders import LOCK, read_regular_file
from host.version import GENERATION_VERSION, __version__

UPDATE = "dungeon-host lock --update"
_VERSION = 1
_MOST_BYTES = 2**24


def read_lock(folder: Path) -> dict[str, Any] | None:
    """Return the lock of a folder as plain data, None without one. Raises RequestError for a file that is no lock."""
    path = folder / LOCK
    if not os.path.lexists(path):
        return None
    content = read_regular_file(path, LOCK, _MOST_BYTES)
    try:
        lock = parse_toml(content, "it")
        _read_states(lock)
        if not all(isinstance(mod, str) for mod in lock["folders"]):
            raise TypeError("its folders must be texts")
        if lock["version"] != _VERSION or type(lock["generation_version"]) is not int:
            versions = f"{lock['version']!r} and {lock['generation_version']!r}"
            raise ValueError(f"version must be {_VERSION} and generation_version a whole number, not {versions}")
    except NotTomlError as error:
        raise RequestError(f'"{LOCK}" cannot be read: {error.message}', hint=f"{UPDATE} writes it again") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RequestError(f'"{LOCK}" is not a lock: {error}', hint=f"{UPDATE} writes it again") from None
    return lock


def _read_states(lock: Mapping[str, Any]) -> dict[str, ModState]:
    states = {}
    for mod in lock["mods"]:
        state = ModState(mod["version"], mod["hash"], dict(mod.get("files", {})))
        if not all(isinstance(text, str) for text in (mod["id"], *state[:2], *state.files.values())):
            raise TypeError("id, version, hash and files of a mod must be texts")
        states[mod["id"]] = state
    return states


def states_of(mods: Iterable[LoadedMod]) -> dict[str, ModState]:
    """Return the states of loaded mods by id."""
    return {mod.id: ModState(mod.version, mod.content_hash, mod.hashes.files) for mod in mods if mod.id != SCRIPT}


def states_from(data: Mapping[str, Sequence[Any]]) -> dict[str, ModState]:
    """Return the states that a child sent. Raises RequestError for anything else."""
    try:
        return _read_states(
            {"mods": [{"id": name, **dict(zip(ModState._fields, row, strict=True))} for name, row in data.items()]}
        )
    except (TypeError, ValueError, KeyError):
        raise RequestError("the child that loaded the mods sent no versions of them") from None


def find_changes(lock: Mapping[str, Any], states: Mapping[str, ModState]) -> list[str]:
    """Return what differs between a lock and the mods that are loaded, as sentences.

    Mods of the lock that are not loaded, and bundled mods that are not in it, do not count.
    """
    locked = _read_states(lock)
    bundled = bundled_ids()
    changes = []
    if lock["generation_version"] != GENERATION_VERSION:
        changes.append(f"the generation is {GENERATION_VERSION} and was {lock['generation_version']}: maps may differ")
    changes += [f"the mod {name} is not in the lock" for name in states if name not in locked and name not in bundled]
    shared = [name for name in states if name in locked]
    return changes + compare_mods({name: locked[name] for name in shared}, {name: states[name] for name in shared})


class LockCheck(Observer):
    """Refuses mods that differ from a lock, before any of them runs."""

    def __init__(self, lock: Mapping[str, Any]) -> None:
        self._lock = lock

    def prepare(self, lua: LuaState) -> None:
        """Do nothing: the check reads files, and no state of Lua."""

    def before_mod(self, folders: Sequence[Path], position: int, is_current: Callable[[], bool]) -> None:  # noqa: ARG002
        """Raise RequestError before the first mod runs, when any of the mods that load differs."""
        if position == 0:
            refuse_changes(find_changes(self._lock, dict(map(self._read_state, folders))))

    def _read_state(self, folder: Path) -> tuple[str, ModState]:
        manifest = manifest_of(folder)
        hashes = hash_files(folder)
        # Only running a mod.lua gives its id and version; the lock has them for a mod with the same files.
        ids = (mod["id"] for mod in self._lock["mods"] if mod["hash"] == hashes.whole)
        name = manifest.id if manifest else next(ids, folder.name)
        versions = {mod["id"]: mod["version"] for mod in self._lock["mods"]}
        version = manifest.version if manifest else versions.get(name, "0")
        return name, ModState(version, hashes.whole, hashes.files)


def refuse_changes(changes: Sequence[str]) -> None:
    """Raise RequestError when there are `changes`, as `find_changes` returns them."""
    if changes:
        raise RequestError(f"{LOCK} does not match: {'; '.join(changes)}", hint=f"{UPDATE} accepts that")


def format_lock(states: Mapping[str, ModState], folders: Iterable[str]) -> str:
    """Return the text of a lock; `folders` are the values of --mods, for the next `lock` without any."""
    lines = [
        f"# Made by dungeon-host lock. {UPDATE} writes it again.",
        f"version = {_VERSION}",
        f"host_version = {_quoted(__version__)}",
        f"generation_version = {GENERATION_VERSION}",
        f"folders = [{', '.join(map(_quoted, folders))}]",
    ]
    for identity, state in states.items():
        lines += ["", "[[mods]]", f"id = {_quoted(identity)}", f"version = {_quoted(state.version)}"]
        lines += [f"hash = {_quoted(state.hash)}"]
        if state.files:
            lines += ["", "[mods.files]", *(f"{_quoted(name)} = {_quoted(of)}" for name, of in state.files.items())]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    """Return a basic string of TOML, with the same escapes as JSON; half of a surrogate pair has none."""
    return json.dumps(text.encode("utf-8", "replace").decode())
