"""The context of a callback, which mods read as `cxt`."""

from __future__ import annotations

from typing import Any, NoReturn

from host.border.data import Handle, Table
from host.border.function import Call
from host.dialects.kts.declarations import CREATURE, POSITION, TILE, position, prototype_of
from host.errors import ModError
from host.model.objects import Creature
from host.play.callbacks import Callback
from host.play.creatures import ahead
from host.play.game import Player


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

    def actor(self) -> Creature:
        """Return the creature that acts."""
        handle = CREATURE.read(self._get("actor"), "cxt.actor")
        return creature_of(self._call, handle)

    def optional_actor(self) -> Creature | None:
        """Return the creature that acts, or None when `cxt` names none."""
        if self._fields is None or self._fields.get("actor") is None:
            return None
        return self.actor()

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

    def square_ahead(self) -> int | None:
        """Return the square that the actor faces; None outside the map."""
        x, y = ahead(self.actor())
        return self._call.session.map.square(x, y) if self._call.session.map.contains(x, y) else None


def player_of(call: Call, handle: Handle) -> Player:
    """Return the player behind the handle of a player or of a knight."""
    game = call.session.current_game
    if handle.kind == "player":
        if not 0 <= handle.index < len(game.players):
            raise ModError("the player belongs to a game that is over")
        return game.players[handle.index]
    player = player_of_knight(call, handle)
    if player is None:
        raise ModError("a Player or a knight was expected, and this creature is not a knight")
    return player


def player_of_knight(call: Call, handle: Handle) -> Player | None:
    """Return the player of a knight, or None for other creatures."""
    for player in call.session.current_game.players:
        if player.creature is not None and player.creature.uid == handle.index:
            return player
    return None


def creature_of(call: Call, handle: Handle) -> Creature:
    """Return the living creature behind the handle of a creature or of a player."""
    if handle.kind == "player":
        knight = player_of(call, handle).creature
        if knight is None:
            raise ModError("the player has no living knight")
        return knight
    for creature in call.session.map.living_creatures:
        if creature.uid == handle.index:
            return creature
    raise ModError("the creature is no longer on the map")


def describe_context(callback: Callback) -> dict[str, Any]:
    """Return `cxt` for a callback."""
    context: dict[str, Any] = {}
    if callback.actor is not None:
        context["actor"] = Handle("creature", callback.actor.uid)
        context["actor_pos"] = position(callback.actor.x, callback.actor.y)
    if callback.pos is not None:
        for name in ("pos", "tile_pos", "item_pos"):
            context[name] = position(*callback.pos)
    if callback.kind == "tile":
        context["tile"] = Handle("tile", callback.index)
    if callback.item is not None:
        context["item_type"] = Handle("item", callback.item)
    return context
