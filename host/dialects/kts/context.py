"""The context of a callback, which mods read as `cxt`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, NoReturn

from host.border.function import Call
from host.border.schema import Type
from host.border.values import Handle, Table
from host.dialects.kts.declarations import CREATURE, KTS, POSITION, TILE, position, prototype_of
from host.dialects.kts.play.effects import is_paralysed
from host.dialects.kts.play.movement import ahead
from host.dialects.kts.play.progress import Progress
from host.errors import ModError
from host.model.objects import Creature
from host.play.game import Player
from host.play.queue import MONSTER, Callback

# The originator of what monsters do, as mods see it.
_MONSTER = "monster"


class Context:
    """Reads `cxt` for one function; a field that is missing is an error that names it."""

    def __init__(self, call: Call, function: str, context: Any) -> None:
        self._call = call
        self._function = f"kts.{function}"
        # None when `cxt` is not a table.
        self._fields = context.fields if isinstance(context, Table) else None

    def _refuse_missing(self, name: str) -> NoReturn:
        reason = "there is no callback running" if self._fields is None else f"cxt has no {name}"
        raise ModError(f"{self._function} needs cxt.{name}, and {reason}: call it from a callback of play")

    def _get(self, name: str) -> Any:
        value = self._fields.get(name) if self._fields is not None else None
        if value is None:
            self._refuse_missing(name)
        return value

    def creature(self, name: str = "actor") -> Creature | None:
        """Return the actor or the victim; None if `cxt` names none, or if it is gone. Raises without a `cxt`."""
        if self._fields is None:
            self._refuse_missing(name)
        value = self._fields.get(name)
        return None if value is None else find_creature(self._call, CREATURE.read(value, f"cxt.{name}"))

    def originator(self) -> int | None:
        """Return who caused the event: the index of a player, MONSTER, or None."""
        value = self._fields.get("originator") if self._fields is not None else None
        if isinstance(value, Handle) and value.kind == "player":
            return player_of(self._call, value).index
        return MONSTER if value == _MONSTER else None

    def pos(self, name: str = "pos") -> tuple[int, int]:
        """Return a position of the context."""
        pos: tuple[int, int] = POSITION.read(self._get(name), f"cxt.{name}")
        return pos

    def square(self, name: str = "pos") -> int:
        """Return the square of a position of the context, which must lie on the map."""
        x, y = self.pos(name)
        if not self._call.session.map.contains(x, y):
            raise ModError(f"{self._function}: cxt.{name} ({x}, {y}) lies outside the map")
        return self._call.session.map.square(x, y)

    def tile(self) -> int | None:
        """Return the index of the tile prototype whose callback runs; None for other callbacks."""
        handle = self._fields.get("tile") if self._fields is not None else None
        return None if handle is None else prototype_of(self._call, TILE.read(handle, "cxt.tile")).index


def square_ahead(call: Call, actor: Creature) -> int | None:
    """Return the square that a creature faces; None outside the map."""
    x, y = ahead(actor)
    return call.session.map.square(x, y) if call.session.map.contains(x, y) else None


def actor_function(
    name: str, *params: tuple[str, Type], otherwise: Any = None, acts: bool = False, needs_occupants: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a function of the actor: `run(call, actor, *arguments)`, or `otherwise` without an actor on the map.

    `acts`: a paralysed actor does nothing.
    """

    def declare(run: Callable[..., Any]) -> Callable[..., Any]:
        def act(call: Call, context: Any, *arguments: Any) -> Any:
            actor = Context(call, name, context).creature()
            if actor is None or (acts and is_paralysed(call.session.current_game, actor)):
                return otherwise
            return run(call, actor, *arguments)

        act.__doc__ = run.__doc__
        KTS.function(name, *params, context=True, needs_occupants=needs_occupants)(act)
        return run

    return declare


def actor_question(
    name: str, *params: tuple[str, Type]
) -> Callable[[Callable[..., str | None]], Callable[..., str | None]]:
    """Declare a function that returns whether the actor can do something: `run` returns why not, or None.

    The service `kts_why_not` returns the reason to controls.
    """

    def declare(run: Callable[..., str | None]) -> Callable[..., str | None]:
        def answer(call: Call, actor: Creature, *arguments: Any) -> bool:
            reason = run(call, actor, *arguments)
            call.session.current_game.part(Progress).refusal = reason
            return reason is None

        answer.__doc__ = run.__doc__
        actor_function(name, *params, otherwise=False, acts=True)(answer)
        return run

    return declare


def player_of(call: Call, handle: Handle) -> Player:
    """Return the player behind the handle of a player or of a knight."""
    game = call.session.current_game
    if handle.kind == "player":
        if not 0 <= handle.index < len(game.players):
            raise ModError("the player belongs to a game that is over")
        return game.players[handle.index]
    player = player_of_knight(call, handle)
    if player is None:
        reason = "is not a knight" if find_creature(call, handle) else "is gone"
        raise ModError(f"a Player or a knight was expected, and this creature {reason}")
    return player


def player_of_knight(call: Call, handle: Handle) -> Player | None:
    """Return the player of a knight, or None for other creatures."""
    players = call.session.current_game.players
    return next((p for p in players if p.creature is not None and p.creature.uid == handle.index), None)


def find_creature(call: Call, handle: Handle | None) -> Creature | None:
    """Return the living creature behind the handle of a creature or of a player, or None."""
    if handle is None:
        return None
    if handle.kind == "player":
        return player_of(call, handle).creature
    # Knights first: there may be thousands of other creatures.
    creatures = chain(call.session.current_game.player_creatures(), call.session.map.living_creatures)
    return next((creature for creature in creatures if creature.uid == handle.index), None)


def _player_or_monster(originator: int | None) -> Handle | str | None:
    if originator is None:
        return None
    return _MONSTER if originator == MONSTER else Handle("player", originator)


def describe_context(callback: Callback) -> dict[str, Any]:
    """Return `cxt` for a callback."""
    context: dict[str, Any] = {
        "actor": None if callback.actor is None else Handle("creature", callback.actor.uid),
        "victim": None if callback.victim is None else Handle("creature", callback.victim.uid),
        "tile": None if callback.tile is None else Handle("tile", *callback.tile),
        "item_type": None if callback.item is None else Handle("item", callback.item),
        "originator": _player_or_monster(callback.originator),
    }
    for name in ("actor_pos", "victim_pos", "tile_pos", "item_pos", "pos"):
        pos = getattr(callback, name)
        context[name] = None if pos is None else position(*pos)
    return {name: value for name, value in context.items() if value is not None}
