"""Services for maps and their tiles: what the Lua halves of areas, actions, rooms and the toolbox ask of Python."""

from __future__ import annotations

import numpy as np

from host.border.service import service
from host.border.session import Session
from host.border.state import LuaState
from host.errors import GenerationError, ModError
from host.metrics.flood import reachable
from host.metrics.walkability import Means, is_clear, walkable
from host.model.appearance import valid_colour, valid_glyph
from host.model.changes import end_record, record_changes
from host.model.game_map import GameMap
from host.model.tile import BLOCKED, CLEAR, MISSILES, Tile
from host.play.game import Game

_SOLID, _OPAQUE, _OCCUPIED = 1, 2, 4


class MapServices:
    """Reads and writes the squares of maps. Maps go by their number in the game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @service
    def tile_define(self, index: int, solid: bool, opaque: bool, name: str, glyph: str, colour: str) -> int:
        """Define the tile of a registered prototype; return the id of the stack of this tile alone."""
        session = self._session
        prototype = session.registry.get("tile", index)
        body, sight = BLOCKED if solid else CLEAR, BLOCKED if opaque else CLEAR
        tile = Tile(
            prototype,
            access=(body, body, sight),
            items_allowed=not solid,
            name=name or None,
            glyph=valid_glyph(glyph),
            colour=valid_colour(colour),
        )
        if prototype.fields is None:
            prototype.fields = session.tiles.add(tile)
        else:
            session.tiles.replace(prototype.fields, tile)
        return session.tiles.intern((prototype.fields,))

    # -- maps

    def _map(self, number: int) -> GameMap:
        return self._session.current_game.maps[number]

    @service
    def map_new(self, width: int, height: int, stack: int) -> int:
        """Add a map to the game, each square with the stack `stack`; return its number."""
        game = self._session.current_game
        number = game.new_map(width, height)
        game.maps[number].stacks.fill(stack)
        return number

    @service
    def map_fill(self, number: int, x: int, y: int, width: int, height: int, stack: int) -> None:
        """Replace the stacks of a rectangle that lies on the map."""
        game_map = self._map(number)
        if width == height == 1:
            game_map.set_stack(game_map.square(x, y), stack)
        else:
            game_map.fill(x, y, width, height, stack)

    @service
    def map_tile(self, number: int, x: int, y: int) -> int | None:
        """Return the index of the prototype of the top tile of a square on the map; None for a square without tiles."""
        game_map = self._map(number)
        tiles = game_map.tiles_on(game_map.square(x, y))
        return tiles[-1].prototype.index if tiles else None

    @service
    def map_tile_id(self, number: int, x: int, y: int) -> str:
        """Return the id of the top tile of a square that has one."""
        game_map = self._map(number)
        return game_map.tiles_on(game_map.square(x, y))[-1].prototype.id

    @service
    def map_access(self, number: int, x: int, y: int) -> int:
        """Return the bits of a square: 1 solid, and 2 opaque, by its tiles; 4 a creature of kts is there.

        A square without tiles is solid.
        """
        game_map = self._map(number)
        opaque = game_map.tileset.traits.by_height[MISSILES][game_map.stacks.item(y, x)] != CLEAR
        occupied = game_map.has_creature(game_map.square(x, y))
        return _SOLID * (not is_clear(game_map, x, y)) + _OPAQUE * opaque + _OCCUPIED * occupied

    @service
    def map_mask(self, number: int) -> bytes:
        """Return `map_access` of all squares, a byte each, row by row; record when it changes, for `map_changed`."""
        game_map = self._map(number)
        record_changes(game_map, self._session.current_game.unread_changes)
        solid = ~walkable(game_map, Means.CLEAR)
        opaque = game_map.tileset.traits.array("missiles").take(game_map.stacks) != CLEAR
        bits = (solid * np.uint8(_SOLID) + opaque * np.uint8(_OPAQUE)).astype(np.uint8)
        bits.reshape(-1)[game_map.creature_squares()] |= _OCCUPIED
        mask: bytes = bits.tobytes()
        return mask

    @service
    def map_changed(self, number: int) -> bool:
        """Return whether a map changed since its mask was read; if so, end the record."""
        game_map = self._map(number)
        has_changed = game_map.changes in self._session.current_game.unread_changes
        if has_changed:
            end_record(game_map)
        return has_changed

    @service
    def map_rooms(self, number: int, rooms: bytes) -> None:
        """Add rooms to a map: x, y, width and height of each, walls included, as little-endian 32-bit integers."""
        self._map(number).add_rooms(np.frombuffer(rooms, dtype="<i4").reshape(-1, 4).astype(np.int32), 0, 0)

    @service
    def map_reach(self, number: int, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Return whether a path leads from one square to another, in eight directions and through doors."""
        free = walkable(self._map(number), Means.KEYS)
        # Stairs can be used even where they stand in a wall.
        free[y, x] = free[to_y, to_x] = True
        return bool(reachable(free, [(x, y)], diagonal=True)[to_y, to_x])

    @service
    def map_select(self, number: int) -> None:
        """Make a map the current one of the game."""
        self._session.current_game.map = self._map(number)

    @service
    def map_size(self, number: int) -> tuple[int, int]:
        """Return width and height of a map."""
        return self._map(number).width, self._map(number).height

    @service
    def game_map(self, subject: str = "", advice: str = "") -> tuple[int, int, int]:
        """Return number, width and height of the map of the game, made by any dialect.

        With a `subject`, raise the error of `missing_map_error` for a map without squares.
        """
        game = self._session.current_game
        number = game.number_of(game.map)
        if subject and not game.map.width:
            raise missing_map_error(game, subject, advice)
        return number, game.map.width, game.map.height

    @service
    def map_drop(self, number: int) -> None:
        """Remove a map from the game."""
        self._session.current_game.drop_map(number)

    @service
    def map_select_empty(self) -> None:
        """Make an empty map the current one, for generators that work on the current map."""
        game = self._session.current_game
        game.map = game.empty_map()


def missing_map_error(game: Game, subject: str, advice: str) -> ModError:
    """Return an error that there is no map, with the reason: the failure of kts.LayoutDungeon, or `advice`."""
    failure = game.layout_failure
    if failure is None:
        return ModError(f"{subject}: {advice}")
    location = f" at {failure.file}:{failure.line}" if failure.file else ""
    return ModError(f"{subject}, as kts.LayoutDungeon failed{location}: {failure.message}", value=failure.value)


def consequence_of_layout(game: Game, lua: LuaState, error: ModError, reason: str) -> GenerationError:
    """Return the error that a mod raised after a layout had failed for a reason, with both."""
    failure = game.layout_failure
    if failure is not None and failure.value == "nil":
        lua.advise_call(failure)
    then = error.effect if failure is not None and error.cause == failure.cause else None
    failed = GenerationError(
        f"the dungeon could not be made: {reason}; the mod continued nevertheless, and then: {then or error.message}",
        mod=error.mod,
        file=error.file,
        line=error.line,
        frames=error.frames,
    )
    if failure is not None and failure.cause is not None:
        failed.put_cause(failure.cause, failure.hint)
    return failed
