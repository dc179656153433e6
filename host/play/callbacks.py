"""Calls of functions of mods during play: the host queues them, and Lua runs the queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from host.model.objects import Creature

if TYPE_CHECKING:
    from host.play.game import Game

# Who caused something, besides the index of a player: a monster.
MONSTER = -1

Position = tuple[int, int]


class Callback(NamedTuple):
    """A call of the field `name` of a prototype, and its context."""

    # Kind of the prototype: "tile", "item" or "monster"; "hook" for a hook of the dialect, which has no prototype;
    # "respawn" for the function that chooses where the player `index` enters.
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


def originator_of(creature: Creature | None) -> int | None:
    """Return who causes what a creature does: the index of its player, MONSTER, or None without a creature."""
    if creature is None:
        return None
    return MONSTER if creature.player is None else creature.player


def _position(creature: Creature | None) -> Position | None:
    return None if creature is None else (creature.x, creature.y)


def call_tile(
    game: Game,
    tile: tuple[int, int],
    name: str,
    pos: Position,
    actor: Creature | None = None,
    *,
    originator: int | None = None,
    holds: Callable[[], bool] | None = None,
) -> None:
    """Queue a callback of a tile, given as index of its prototype and uid of its copy (see `tile_key`)."""
    game.callbacks.append(
        Callback(
            "tile",
            tile[0],
            name,
            actor,
            _position(actor),
            tile=tile,
            tile_pos=pos,
            pos=pos,
            originator=originator,
            holds=holds,
        )
    )


def tile_key(game: Game, slot: int) -> tuple[int, int]:
    """Return the index of the prototype of the tile in a slot, and the uid of its copy; 0 for a tile without state."""
    tile = game.tiles.tiles[game.map.tile_at(slot)]
    return tile.prototype.index, game.map.copy_uid(slot) if tile.has_state else 0


def call_item(
    game: Game,
    item: int,
    name: str,
    actor: Creature,
    *,
    by: int | None,
    pos: Position | None = None,
    holds: Callable[[], bool] | None = None,
) -> None:
    """Queue a callback of an item type at `pos`, by default the square of the actor; `by` is the originator."""
    here = actor.x, actor.y
    pos = pos or here
    game.callbacks.append(
        Callback("item", item, name, actor, here, item=item, item_pos=pos, pos=pos, originator=by, holds=holds)
    )


def call_melee(
    game: Game,
    item: int,
    actor: Creature,
    *,
    victim: Creature | None = None,
    tile: tuple[int, int] | None = None,
    tile_pos: Position | None = None,
) -> None:
    """Queue the melee_action of the item with which a creature strikes another one or a tile."""
    pos = actor.x, actor.y
    game.callbacks.append(
        Callback(
            "item",
            item,
            "melee_action",
            actor,
            pos,
            victim=victim,
            victim_pos=_position(victim),
            tile=tile,
            tile_pos=tile_pos,
            item=item,
            pos=pos,
            originator=originator_of(actor),
        )
    )


def call_monster(game: Game, monster: int, name: str, actor: Creature) -> None:
    """Queue a callback of a monster type."""
    pos = actor.x, actor.y
    game.callbacks.append(Callback("monster", monster, name, actor, pos, pos=pos, originator=MONSTER))


def call_hook(game: Game, name: str, actor: Creature | None = None, pos: Position | None = None) -> None:
    """Queue a hook, such as HOOK_SHOOT; without an actor the position is that of a tile."""
    if actor is None:
        game.callbacks.append(Callback("hook", 0, name, tile_pos=pos, pos=pos))
    else:
        here = actor.x, actor.y
        game.callbacks.append(Callback("hook", 0, name, actor, here, pos=pos or here, originator=originator_of(actor)))
