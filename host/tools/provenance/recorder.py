"""The recorder of `dungeon-host why`, in the child: finds the call of a mod that changed a square or a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from host.border.service import service
from host.border.session import Session
from host.border.state import LuaState, Observer
from host.dialects import lua_functions
from host.model.game_map import GameMap
from host.model.objects import Zone
from host.model.tile import FLYING, MAX_TILES, WALKING

# Maps of a game that are looked at, and changes that are noted.
_MOST_MAPS, _MOST_NOTES = 50, 1000


class Note(NamedTuple):
    """A change: the thing that changed, the action that changed it, its source line, and the new value."""

    what: str
    action: str
    file: str | None
    line: int
    value: str | None
    # The map that changed, if it is one.
    map: GameMap | None = None
    # The uid of an object.
    uid: int = 0


class Recorder(Observer):
    """Notes the changes of a square, with `with_squares`, or of the field `path` of the entry `identity`."""

    def __init__(
        self,
        with_squares: bool = False,
        identity: str = "",
        path: str = "",
        ask: Callable[[dict[str, Any]], Any] | None = None,  # noqa: ARG002 - as of all observers
    ) -> None:
        self._with_squares = with_squares
        self._identity, self._path = identity, path
        self._x, self._y = -1, -1
        # Set before the game is made; without it no call is noted.
        self.session: Session | None = None
        self.notes: list[Note] = []
        # The call that runs, or ran last: its function, file and line.
        self._call: tuple[str, str | None, int] = ("", None, 0)
        # `id` of a map -> the map, which the id belongs to while it exists, and the state of the square there.
        self._states: dict[int, tuple[GameMap, dict[str, str]]] = {}
        # `id` of a map -> the number of its segments, and which of them covers the square.
        self._zones: dict[int, tuple[int, Zone | None]] = {}

    def prepare(self, lua: LuaState) -> None:
        """Begin to record."""
        lua.call(lua_functions.begin_record, self._with_squares, self._identity, self._path)

    def watch(self, lua: LuaState, x: int, y: int) -> None:
        """Note the changes of the square (x, y) from now on; call it before the game is made."""
        self._x, self._y = x, y
        lua.call(lua_functions.watch_square, x, y)

    @service
    def note_call(self, title: str, file: str | None, line: int) -> None:
        """Note that a function of the host is about to be called; what changed since is due to the one before it."""
        self.settle()
        self._call = title, file, line

    @service
    def note_object(self, number: int, uid: int, file: str | None, line: int) -> None:
        """Note that an object is put on the square."""
        game = self.session and self.session.game
        if game and number < len(game.maps):
            self._add(Note("object", "put there", file, line, None, game.maps[number], uid))

    @service
    def note_value(self, action: str, value: str | None, file: str | None, line: int) -> None:
        """Note the value of the field."""
        self._add(Note("field", action, file, line, value))

    def settle(self) -> None:
        """Note what the last call changed."""
        game = self.session and self.session.game
        if not game:
            return
        for identity, game_map in {id(each): each for each in (game.map, *game.maps[:_MOST_MAPS])}.items():
            if not game_map.contains(self._x, self._y):
                continue
            (_, before), state = self._states.get(identity, (game_map, {})), self._read(game_map)
            self._states[identity] = game_map, state
            if state == before:
                continue
            action, file, line = self._call
            for what in {**before, **state}:
                if before.get(what) != state.get(what):
                    self._add(Note(what, action or "the generator", file, line, state.get(what), game_map))

    def _add(self, note: Note) -> None:
        if len(self.notes) < _MOST_NOTES:
            self.notes.append(note)

    def _read(self, game_map: GameMap) -> dict[str, str]:
        """Return what is on the square, as text by the kind of it."""
        x, y = self._x, self._y
        square = game_map.square(x, y)
        state = {}
        tiles = [tile.prototype.id for tile in game_map.tileset.tiles_of(game_map.stack(square))]
        if tiles:
            state["tiles"] = ", ".join(tiles)
        count, zone = self._zones.get(id(game_map), (0, None))
        if count != len(game_map.zones):
            zone = game_map.zone_at(x, y)
            self._zones[id(game_map)] = len(game_map.zones), zone
        if zone is not None:
            state["segment"] = describe_zone(game_map, zone)
        lying = game_map.loose_items.get(square)
        if lying is not None:
            state["item"] = f"{lying.count} × {game_map.registry.get('item', lying.item).id}"
        for height in (WALKING, FLYING):
            creature = game_map.creature_at(x, y, height)
            if creature is not None:
                monster = creature.monster
                state["creature"] = "a knight" if monster is None else game_map.registry.get("monster", monster).id
        for slot in range(square * MAX_TILES, square * MAX_TILES + len(tiles)):
            if slot in game_map.stored:
                stack = game_map.stored[slot]
                state["content"] = f"{stack.count} × {game_map.registry.get('item', stack.item).id}"
            if slot in game_map.locks:
                state["lock"] = str(game_map.locks[slot])
        return state


def describe_zone(game_map: GameMap, zone: Zone) -> str:
    """Return the name of a segment on a map, where it lies, and how it is turned."""
    prototype = game_map.registry.get("segment", zone.segment)
    title = prototype.fields.title or prototype.id
    turned = f", turned by {90 * (zone.orientation & 3)}°" if zone.orientation & 3 else ""
    mirrored = ", mirrored" if zone.orientation & 4 else ""
    return f'"{title}" at ({zone.x}, {zone.y}), {zone.width} × {zone.height}{turned}{mirrored}'
