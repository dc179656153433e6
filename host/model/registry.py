"""The one registry: everything that mods register, whatever dialect they wrote it in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from host.errors import ModError


@dataclass(slots=True)
class Prototype:
    """One registered thing. `fields` is what the host knows of it: a Tile, an ItemType, a Segment, …"""

    # "tile", "item", "monster", "segment", "generator", …
    type: str
    # "mod.name", unique within its type; provisional until its mod has loaded.
    id: str
    # Empty when the mod failed to load.
    mod: str
    # Where it was registered: "mod/path.lua" and a line from 1.
    file: str
    line: int
    # Its place among all prototypes of its type, in order of registration: what arrays and handles hold.
    index: int
    fields: Any = None


class Registry:
    """Prototypes by type, in order of registration, and by id."""

    def __init__(self) -> None:
        # type -> prototypes, by index.
        self._by_type: dict[str, list[Prototype]] = {}
        # (type, id) -> prototype.
        self._by_id: dict[tuple[str, str], Prototype] = {}
        # (type, mod) -> how many the mod has registered.
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, kind: str, mod: str, file: str, line: int, fields: Any = None, name: str | None = None) -> Prototype:
        """Register `fields`. Without a name the id is `mod.kind_N`, with N counted within the mod.

        Raises ModError when the id is taken, naming both places.
        """
        members = self._by_type.setdefault(kind, [])
        number = self._counts[kind, mod] = self._counts.get((kind, mod), 0) + 1
        if name is None:
            name = f"{kind}_{number}"
        prototype = Prototype(kind, f"{mod}.{name}", mod, file, line, len(members), fields)
        known = self._by_id.setdefault((kind, prototype.id), prototype)
        if known is not prototype:
            raise ModError(
                f'{kind} "{prototype.id}" is registered already, at {known.file}:{known.line}',
                mod=mod,
                file=file,
                line=line,
            )
        members.append(prototype)
        return prototype

    def rename(self, prototype: Prototype, name: str) -> bool:
        """Give `prototype` the id `mod.name`; False, and nothing changes, when that id is taken."""
        new_id = f"{prototype.mod}.{name}"
        if new_id == prototype.id:
            return True
        if (prototype.type, new_id) in self._by_id:
            return False
        del self._by_id[prototype.type, prototype.id]
        prototype.id = new_id
        self._by_id[prototype.type, new_id] = prototype
        return True

    def withdraw(self, kind: str, full_id: str) -> None:
        """Let one prototype be registered no more; it stays in its place, of no mod, under another id."""
        prototype = self._by_id.pop((kind, full_id), None)
        if prototype is not None:
            prototype.mod, prototype.id = "", f"{prototype.id}~{prototype.index}"

    def get(self, kind: str, index: int) -> Prototype:
        """The prototype of `kind` with that index."""
        return self._by_type[kind][index]

    def find(self, kind: str, full_id: str) -> Prototype | None:
        """The prototype with that id, or None."""
        return self._by_id.get((kind, full_id))

    def any_of(self, full_id: str, types: Collection[str] = ()) -> Prototype | None:
        """The first prototype of one of `types`, or of any type, that has that id."""
        for kind in types or self._by_type:
            found = self._by_id.get((kind, full_id))
            if found is not None:
                return found
        return None

    def ids(self) -> list[str]:
        """The ids of all prototypes, type by type."""
        return [identity for _, identity in self._by_id]

    def all(self, kind: str) -> list[Prototype]:
        """Every prototype of `kind`, in order of registration."""
        return self._by_type.get(kind, [])

    def of_mod(self, mod: str) -> Iterator[Prototype]:
        """What one mod registered, type by type."""
        return (p for members in self._by_type.values() for p in members if p.mod == mod)

    def forget(self, mod: str) -> None:
        """Let nothing be registered by `mod` any more, because it failed to load.

        Whoever got hold of one of its prototypes keeps it: it stays in its place, of no mod, under another id.
        """
        for kind, members in self._by_type.items():
            for prototype in members:
                if prototype.mod == mod:
                    del self._by_id[kind, prototype.id]
                    prototype.mod, prototype.id = "", f"{prototype.id}~{prototype.index}"
            self._counts.pop((kind, mod), None)
