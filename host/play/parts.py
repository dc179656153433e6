"""State of a dialect in the game or the session."""

from __future__ import annotations

from typing import TypeVar

Part = TypeVar("Part")


class Parts:
    """Holds an object of each class that a dialect asks for, created at the first request.

    A dialect stores its state here, so that the game and the session do not depend on the dialect.
    """

    def __init__(self) -> None:
        # Class -> its object.
        self._parts: dict[type, object] = {}

    def part(self, kind: type[Part]) -> Part:
        """Return the object of a class, which takes no arguments."""
        part = self._parts.get(kind)
        if part is None:
            part = self._parts[kind] = kind()
        return part  # type: ignore[return-value] # the key is its class

    def renew(self, kind: type[Part]) -> Part:
        """Replace the object of a class with a new one, and return it."""
        self._parts.pop(kind, None)
        return self.part(kind)
