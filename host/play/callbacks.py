"""Calls of functions of mods during play: the host queues them, and Lua runs the queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from host.model.objects import Creature

if TYPE_CHECKING:
    from host.play.game import Game


class Callback(NamedTuple):
    """A call of the field `name` of a prototype, and its context."""

    # Kind of the prototype: "tile", "item" or "monster"; "hook" for a hook of the dialect, which has no prototype.
    kind: str
    index: int  # type: ignore[assignment] # hides tuple.index, which is not used
    name: str
    actor: Creature | None = None
    pos: tuple[int, int] | None = None
    # Index of the item type that the callback is about.
    item: int | None = None


def call_tile(game: Game, index: int, name: str, pos: tuple[int, int], actor: Creature | None = None) -> None:
    """Queue a callback of a tile prototype."""
    game.callbacks.append(Callback("tile", index, name, actor, pos))


def call_item(game: Game, item: int, name: str, actor: Creature) -> None:
    """Queue a callback of an item type on the square of the creature that uses it."""
    game.callbacks.append(Callback("item", item, name, actor, (actor.x, actor.y), item))


def call_monster(game: Game, monster: int, name: str, actor: Creature) -> None:
    """Queue a callback of a monster type."""
    game.callbacks.append(Callback("monster", monster, name, actor))


def call_hook(game: Game, name: str, actor: Creature | None = None, pos: tuple[int, int] | None = None) -> None:
    """Queue a hook, such as HOOK_SHOOT."""
    game.callbacks.append(Callback("hook", 0, name, actor, pos))
