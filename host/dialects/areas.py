"""What the Lua half of the areas dialect asks of Python: entries of the registry, and the squares of maps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from host.border.session import Session
from host.border.values import to_bytes, to_text
from host.errors import did_you_mean
from host.metrics.flood import reachable
from host.metrics.walkability import Means, is_clear, walkable
from host.model.colour import valid_colour, valid_glyph
from host.model.map import Map
from host.model.tile import BLOCKED, CLEAR, MISSILES, Tile

# Who registered what the host brings itself; no mod can have that id.
HOST = "host"
# Data types of this dialect that the registry knows under a name all dialects share.
_KINDS = {"base.map_tile": "tile"}
_SOLID, _OPAQUE = 1, 2


class _Loading(Protocol):
    def mod_id(self, number: int) -> str: ...

    def read_file(self, number: int, path: str) -> tuple[bytes, str]: ...


class AreaServices:
    """Serves trusted Lua, as `Bridge` does: strings arrive as bytes, and every method may raise HostError."""

    def __init__(self, session: Session, loading: _Loading) -> None:
        self._session = session
        self._loading = loading

    def table(self) -> dict[str, Callable[..., Any]]:
        """The functions by the names Lua knows them under."""
        names = """
            nearest data_register data_forget tile_ready handler_failed map_new map_fill map_tile map_tile_id map_access
            map_mask map_rooms map_reach map_current map_size map_drop game_map begin_floor dungeon game_seed
            read_map_file why_no_map
        """
        return {name: getattr(self, name) for name in names.split()}

    # -- data

    def nearest(self, word: bytes, words: bytes) -> bytes | None:
        """The hint `did you mean "…"?` for a word among words apart by NUL, or nothing."""
        close = did_you_mean(to_text(word), to_text(words).split("\0")) if words else None
        return to_bytes(close) if close else None

    def data_register(self, mod: int, kind: bytes, name: bytes, file: bytes, line: int) -> int:
        """Register an entry of data; its index."""
        owner = self._loading.mod_id(mod) if mod else HOST
        word = to_text(kind)
        prototype = self._session.registry.add(
            _KINDS.get(word, word), owner, to_text(file), int(line), name=to_text(name)
        )
        return prototype.index

    def data_forget(self, kind: bytes, full_id: bytes) -> None:
        """Forget an entry that turned out to be wrong."""
        word = to_text(kind)
        self._session.registry.remove(_KINDS.get(word, word), to_text(full_id))

    def tile_ready(self, index: int, solid: bool, opaque: bool, name: bytes, glyph: bytes, colour: bytes) -> int:
        """Let a registered map tile be a tile of the host; the stack id of the pile of it alone."""
        session = self._session
        prototype = session.registry.get("tile", index)
        body, sight = BLOCKED if solid else CLEAR, BLOCKED if opaque else CLEAR
        tile = Tile(
            prototype,
            access=(body, body, sight),
            items_allowed=not solid,
            name=to_text(name) or None,
            glyph=valid_glyph(to_text(glyph)),
            colour=valid_colour(to_text(colour)),
        )
        if prototype.fields is None:
            prototype.fields = session.tiles.add(tile)
        else:
            session.tiles.replace(prototype.fields, tile)
        return session.tiles.intern((prototype.fields,))

    def handler_failed(self, event: bytes, name: bytes, mod: bytes, message: bytes) -> None:
        """Note that a handler of an event failed, and the others went on."""
        self._session.warn(
            f'{to_text(event)}: the handler "{to_text(name)}" of mod {to_text(mod)} failed: {to_text(message)}',
            kind="handler",
        )

    # -- maps

    def read_map_file(self, mod: int, path: bytes) -> bytes:
        """The content of a file of a mod that draws a map."""
        return self._loading.read_file(mod, to_text(path))[0].removeprefix(b"\xef\xbb\xbf")

    def _map(self, number: int) -> Map:
        return self._session.current_game.maps[number]

    def map_new(self, width: int, height: int, stack: int) -> int:
        """A map of the game, each square with the pile `stack`; its number."""
        game = self._session.current_game
        number = game.new_map(width, height)
        game.maps[number].stacks.fill(stack)
        return number

    def map_fill(self, number: int, x: int, y: int, width: int, height: int, stack: int) -> None:
        """Exchange the piles of a rectangle that lies on the map."""
        game_map = self._map(number)
        if width == height == 1:
            game_map.set_stack(game_map.square(x, y), stack)
        else:
            game_map.fill(x, y, width, height, stack)

    def map_tile(self, number: int, x: int, y: int) -> int | None:
        """The index of the prototype of the uppermost tile of a square that lies on the map, or nothing."""
        game_map = self._map(number)
        pile = game_map.tiles_on(game_map.square(x, y))
        return pile[-1].prototype.index if pile else None

    def map_tile_id(self, number: int, x: int, y: int) -> bytes:
        """The id of the uppermost tile of a square that has one."""
        game_map = self._map(number)
        return to_bytes(game_map.tiles_on(game_map.square(x, y))[-1].prototype.id)

    def map_access(self, number: int, x: int, y: int) -> int:
        """1 where nobody can walk, plus 2 where nobody can see through, by the tiles of a square; where there are none,
        there is nothing to walk on."""
        game_map = self._map(number)
        opaque = game_map.tileset.traits.by_height[MISSILES][game_map.stacks.item(y, x)] != CLEAR
        return _SOLID * (not is_clear(game_map, x, y)) + _OPAQUE * opaque

    def map_mask(self, number: int) -> bytes:
        """`map_access` of all squares, a byte each."""
        game_map = self._map(number)
        solid = ~walkable(game_map, Means.CLEAR)
        opaque = game_map.tileset.traits.array("missiles").take(game_map.stacks) != CLEAR
        bits: bytes = (solid * np.uint8(_SOLID) + opaque * np.uint8(_OPAQUE)).astype(np.uint8).tobytes()
        return bits

    def map_rooms(self, number: int, rooms: bytes) -> None:
        """Tell what rooms a map has: x, y, width and height of each, walls included, as 32-bit numbers."""
        self._map(number).add_rooms(np.frombuffer(rooms, dtype="<i4").reshape(-1, 4).astype(np.int32), 0, 0)

    def map_reach(self, number: int, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Whether one can walk from one square to another, in eight directions and through doors."""
        free = walkable(self._map(number), Means.KEYS)
        # Somebody may stand on stairs that lie in a wall.
        free[y, x] = free[to_y, to_x] = True
        return bool(reachable(free, [(x, y)], diagonal=True)[to_y, to_x])

    def map_current(self, number: int) -> None:
        """Let a map be the one of the game."""
        self._session.current_game.map = self._map(number)

    def map_size(self, number: int) -> tuple[int, int]:
        return self._map(number).width, self._map(number).height

    def game_map(self) -> int:
        """The number of the map of the game."""
        game = self._session.current_game
        return game.number_of(game.map)

    def map_drop(self, number: int) -> None:
        """Let a map be none of the game any more."""
        self._session.current_game.drop_map(number)

    def begin_floor(self) -> None:
        """Let the game have a map without squares, for generators that work on the map of the game."""
        game = self._session.current_game
        game.map = game.empty_map()

    def game_seed(self) -> int:
        return self._session.current_game.rng.seed

    def dungeon(self) -> tuple[int, int, int]:
        """Number, width and height of the map of the game, whatever made it."""
        game = self._session.current_game
        return game.number_of(game.map), game.map.width, game.map.height

    def why_no_map(self) -> bytes:
        """What ends a message that there is no map; it is empty unless kts.LayoutDungeon failed."""
        return to_bytes(self._session.current_game.why_no_map())
