"""Services for prototypes in the registry, and for handles."""

from __future__ import annotations

from host.border.service import service
from host.border.session import Mods, Reference, Session
from host.border.values import handle_kind

# Owner of what the host's own Lua registers; no mod can have this id.
HOST = "host"


class RegistryServices:
    """Adds, finds and names prototypes. The loader numbers mods; 0 is the host itself."""

    def __init__(self, session: Session, mods: Mods) -> None:
        self._session = session
        self._mods = mods

    @service
    def registry_add(self, mod: int, data_type: str, name: str, file: str, line: int) -> int:
        """Register an entry of data; return its index."""
        owner = self._mods.mod_id(mod) if mod else HOST
        return self._session.registry.add(data_type, owner, file, line, name=name).index

    @service
    def registry_withdraw(self, data_type: str, full_id: str) -> None:
        """Withdraw an entry that turned out to be wrong."""
        self._session.registry.remove(data_type, full_id)

    @service
    def registry_rename(self, mod: int, prototype_type: str, index: int, name: str) -> None:
        """Name a prototype after the variable that holds it, if it belongs to the mod and has no name yet."""
        registry = self._session.registry
        prototype = registry.get(prototype_type, index)
        is_generated = prototype.id.startswith(f"{prototype.mod}.{prototype.type}_")
        if prototype.mod == self._mods.mod_id(mod) and is_generated and name.isidentifier() and name.isascii():
            registry.rename(prototype, name)

    @service
    def registry_find(self, identity: str) -> tuple[str | None, int]:
        """Return type and index of the first prototype with an id; None and 0 if there is none."""
        prototype = self._session.registry.find_any(identity)
        return (prototype.type, prototype.index) if prototype else (None, 0)

    @service
    def registry_expect(self, subject: str, identity: str, file: str | None, line: int, types: list[str]) -> None:
        """Demand that a prototype is registered, of one of `types` unless there are none, once all mods are loaded."""
        self._session.refer(Reference(subject, identity, file, line, tuple(types)))

    @service
    def handle_kind(self, name: str) -> int:
        """Return the number of a kind of handles, a new one for a new name."""
        return handle_kind(name)

    @service
    def handle_name(self, kind: str, index: int) -> str:
        """Return what a handle shows: the id of its prototype, or a number if it has none."""
        name_handle = self._session.handle_names.get(kind)
        name = name_handle(self._session, index) if name_handle else None
        if name is not None:
            return name
        prototypes = self._session.registry.all(kind)
        return prototypes[index].id if 0 <= index < len(prototypes) else str(index)
