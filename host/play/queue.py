"""What a game queues: calls of functions of mods, steps of the host, and numbers that functions of mods decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from host.model.objects import Creature

# Who caused something, besides the index of a player: a monster.
MONSTER = -1

Position = tuple[int, int]


class Callback(NamedTuple):
    """A call of the field `name` of a prototype, and its context."""

    # Kind of the prototype: "tile", "item" or "monster"; "hook" for a hook of the dialect, which has no prototype;
    # "respawn" for the function that chooses where the player `index` enters; "wake" for an update that is due earlier
    # than Lua knows.
    kind: str
    index: int  # type: ignore[assignment] # hides tuple.index, which is not used
    name: str
    actor: Creature | None = None
    actor_pos: Position | None = None
    victim: Creature | None = None
    victim_pos: Position | None = None
    # Index of the tile prototype that the callback is about, and uid of the copy or 0.
    tile: tuple[int, int] | None = None
    tile_pos: Position | None = None
    # Index of the item type that the callback is about.
    item: int | None = None
    item_pos: Position | None = None
    pos: Position | None = None
    # Index of a player, or MONSTER.
    originator: int | None = None
    # Whether the callback still makes sense when its turn comes.
    holds: Callable[[], bool] | None = None


class Step(NamedTuple):
    """What the host does after the callbacks that were queued before."""

    run: Callable[[], None]
    holds: Callable[[], bool] | None = None


class CallbackQueue:
    """Callbacks and steps in order. What one of them queues comes before the others."""

    def __init__(self) -> None:
        self._added: list[Callback | Step] = []
        # The next one is the last.
        self._stack: list[Callback | Step] = []
        self._is_closed = False

    def __bool__(self) -> bool:
        """Return whether anything was queued since `take`."""
        return bool(self._added)

    @property
    def level(self) -> int:
        """The number of callbacks that wait for the running one; see `take`."""
        return len(self._stack)

    def append(self, item: Callback | Step) -> None:
        """Queue a callback or a step."""
        if not self._is_closed:
            self._added.append(item)

    def close(self) -> None:
        """Drop all callbacks and steps, and queue no more."""
        self._is_closed = True
        self._added.clear()
        self._stack.clear()

    def take(self, level: int) -> Callback | Step | None:
        """Return the next callback or step, or None when no more than `level` wait."""
        while True:
            self._stack.extend(reversed(self._added))
            self._added.clear()
            if len(self._stack) <= level:
                return None
            item = self._stack.pop()
            if item.holds is None or item.holds():
                return item


class Rolls(NamedTuple):
    """Calls of the functions in the field `name` of prototypes of a kind."""

    kind: str
    name: str
    indices: list[int]
    # Takes the numbers, in the order of `indices`.
    take: Callable[[list[int]], None]
