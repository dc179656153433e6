"""The registry: everything that mods register, in any dialect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from host.errors import ModError

# The name in place of a mod under which the host registers tiles, items and monsters of its own.
OWNER = "host"


@dataclass(slots=True)
class Prototype:
    """A registered definition. `fields` holds what the host read from it: a Tile, an ItemType, a Segment, …"""

    # "tile", "item", "monster", "segment", "generator", …
    type: str
    # "mod.name", unique within its type; provisional until the mod has loaded.
    id: str
    # Empty when the mod failed to load.
    mod: str
    # Source location of the registration: "mod/path.lua", and a line from 1.
    file: str
    line: int
    # Position among the prototypes of its type, in order of registration. Arrays and handles hold this number.
    index: int
    fields: Any = None


class Registry:
    """Prototypes by type, in order of registration, and by id."""

    def __init__(self) -> None:
        # Type -> prototypes, by index.
        self._by_type: dict[str, list[Prototype]] = {}
        # (type, id) -> prototype.
        self._by_id: dict[tuple[str, str], Prototype] = {}
        # (type, mod) -> number of registrations.
        self._counts: dict[tuple[str, str], int] = {}
        # Incremented by each change of an id; caches of ids compare it with the version they were built from.
        self.version = 0

    def add(self, kind: str, mod: str, file: str, line: int, fields: Any = None, name: str | None = None) -> Prototype:
        """Register `fields`. Without a name the id is `mod.kind_N`, where N counts within the mod.

        Raises ModError with both source locations when the id is taken.
        """
        members = self._by_type.setdefault(kind, [])
        number = self._counts[kind, mod] = self._counts.get((kind, mod), 0) + 1
        if name is None:
            name = f"{kind}_{number}"
        prototype = Prototype(kind, f"{mod}.{name}", mod, file, line, len(members), fields)
        earlier = self._by_id.setdefault((kind, prototype.id), prototype)
        if earlier is not prototype:
            again = (earlier.file, earlier.line) == (file, line)
            raise ModError(
                f'{kind} "{prototype.id}" is registered already, at {earlier.file}:{earlier.line}',
                mod=mod,
                file=file,
                line=line,
                hint="the line has run before: run it once, while the mod loads" if again else None,
            )
        members.append(prototype)
        return prototype

    def rename(self, prototype: Prototype, name: str) -> bool:
        """Change the id of a prototype to `mod.name`; return False, without a change, when that id is taken."""
        new_id = f"{prototype.mod}.{name}"
        if new_id == prototype.id:
            return True
        if (prototype.type, new_id) in self._by_id:
            return False
        del self._by_id[prototype.type, prototype.id]
        self._change_id(prototype, new_id)
        self._by_id[prototype.type, new_id] = prototype
        return True

    def remove(self, kind: str, full_id: str) -> None:
        """Remove one prototype, if it is registered. Handles stay valid: see `remove_mod`."""
        prototype = self._by_id.pop((kind, full_id), None)
        if prototype is not None:
            self._withdraw(prototype)

    def remove_mod(self, mod: str) -> None:
        """Remove everything that a mod registered, because the mod failed to load.

        Handles to its prototypes stay valid: each prototype stays at its index, without a mod and under another id.
        """
        for kind, members in self._by_type.items():
            for prototype in members:
                if prototype.mod == mod:
                    del self._by_id[kind, prototype.id]
                    self._withdraw(prototype)
            self._counts.pop((kind, mod), None)

    def _withdraw(self, prototype: Prototype) -> None:
        prototype.mod = ""
        self._change_id(prototype, f"{prototype.id}~{prototype.index}")

    def _change_id(self, prototype: Prototype, full_id: str) -> None:
        prototype.id = full_id
        self.version += 1

    def get(self, kind: str, index: int) -> Prototype:
        """Return the prototype of type `kind` with that index."""
        return self._by_type[kind][index]

    def find(self, kind: str, full_id: str) -> Prototype | None:
        """Return the prototype of type `kind` with that id, or None."""
        return self._by_id.get((kind, full_id))

    def find_any(self, full_id: str, types: Collection[str] = ()) -> Prototype | None:
        """Return the first prototype with that id of one of `types`, or of any type."""
        for kind in types or self._by_type:
            prototype = self._by_id.get((kind, full_id))
            if prototype is not None:
                return prototype
        return None

    def all_with(self, full_id: str) -> list[Prototype]:
        """Return the prototypes of all types with that id."""
        matches = (self._by_id.get((kind, full_id)) for kind in self._by_type)
        return [prototype for prototype in matches if prototype is not None]

    def ids(self) -> list[str]:
        """Return the ids of all prototypes."""
        return [identity for _, identity in self._by_id]

    def count_of_mods(self) -> int:
        """Return how often mods have registered something."""
        return sum(count for (_, mod), count in self._counts.items() if mod != OWNER)

    def all(self, kind: str) -> list[Prototype]:
        """Return the prototypes of type `kind`, in order of registration."""
        return self._by_type.get(kind, [])

    def registered_by(self, mod: str) -> Iterator[Prototype]:
        """Yield the prototypes of one mod, type by type."""
        return (p for members in self._by_type.values() for p in members if p.mod == mod)
