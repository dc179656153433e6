"""The context of a callback: what mods see as `cxt`."""

from __future__ import annotations

from typing import Any, NoReturn

from host.border.data import Handle, Table
from host.border.function import Call
from host.dialects.kts.declarations import CREATURE, POSITION, TILE, position, prototype_of
from host.dialects.kts.game import player_of
from host.errors import ModError
from host.model.objects import Creature
from host.play.game import Trigger
from host.play.play import ahead


class Context:
    """Reads `cxt` for one function; what it lacks is an error that says so."""

    def __init__(self, call: Call, function: str, given: Any) -> None:
        self._call = call
        self._function = f"kts.{function}"
        self._given = given.fields if isinstance(given, Table) else None

    def _missing(self, name: str) -> NoReturn:
        where = "there is no callback running" if self._given is None else f"cxt has no {name}"
        raise ModError(f"{self._function} needs cxt.{name}, and {where}: call it from a callback of play")

    def _get(self, name: str) -> Any:
        value = self._given.get(name) if self._given is not None else None
        if value is None:
            self._missing(name)
        return value

    def actor(self) -> Creature:
        """The creature that acts."""
        handle = CREATURE.read(self._get("actor"), "cxt.actor")
        return creature_of(self._call, handle)

    def optional_actor(self) -> Creature | None:
        if self._given is None or self._given.get("actor") is None:
            return None
        return self.actor()

    def pos(self, name: str = "pos") -> tuple[int, int]:
        place: tuple[int, int] = POSITION.read(self._get(name), f"cxt.{name}")
        return place

    def square(self, name: str = "pos") -> int:
        """The square of a position of the context, which must lie on the map."""
        x, y = self.pos(name)
        if not self._call.session.map.contains(x, y):
            raise ModError(f"{self._function}: cxt.{name} ({x}, {y}) lies outside the map")
        return self._call.session.map.square(x, y)

    def tile(self) -> int | None:
        """The tile prototype (by index) that the callback belongs to, None when it is no tile's."""
        handle = self._given.get("tile") if self._given is not None else None
        return None if handle is None else prototype_of(self._call, TILE.read(handle, "cxt.tile")).index

    def square_ahead(self) -> int | None:
        """The square that the actor faces, None outside the map."""
        x, y = ahead(self.actor())
        return self._call.session.map.square(x, y) if self._call.session.map.contains(x, y) else None


def creature_of(call: Call, handle: Handle) -> Creature:
    """The living creature behind a handle, of itself or of its player."""
    if handle.kind == "player":
        knight = player_of(call, handle).knight
        if knight is None:
            raise ModError("the player has no living knight")
        return knight
    for creature in call.session.map.creatures:
        if creature.uid == handle.index:
            return creature
    raise ModError("the creature is no longer on the map")


def describe(trigger: Trigger) -> dict[str, Any]:
    """`cxt` for a trigger."""
    context: dict[str, Any] = {}
    if trigger.actor is not None:
        context["actor"] = Handle("creature", trigger.actor.uid)
        context["actor_pos"] = position(trigger.actor.x, trigger.actor.y)
    if trigger.pos is not None:
        for name in ("pos", "tile_pos", "item_pos"):
            context[name] = position(*trigger.pos)
    if trigger.kind == "tile":
        context["tile"] = Handle("tile", trigger.index)
    if trigger.item is not None:
        context["item_type"] = Handle("item", trigger.item)
    return context
