"""Services for tests (lua/testing): the game, its maps, and coverage. `snapshots` has the service for snapshots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from host.border.service import service
from host.border.values import Handle, Table, Value, shown
from host.dialects.kts.play.homes import home_of
from host.engine.engine import Engine
from host.errors import HostError, ModError, RequestError, listing
from host.errors.spelling import did_you_mean, find_typos
from host.metrics.flood import reachable
from host.metrics.walkability import Mask, Means
from host.metrics.walkability import walkable as walkable_squares
from host.model.game_map import GameMap
from host.mods.files import read_mod_file
from host.play.game import Game
from host.render.text import plain
from host.syntax import loadable
from host.syntax.statements import instrument
from host.syntax.tree import SyntaxTreeError
from host.tools.testing.finder import find_mod

# Maximum number of maps of one test.
_MAX_MAPS = 100_000
# Mark of unreachable squares in a drawing.
_UNREACHABLE = "!"


class CoverageServices:
    """Records which lines of one mod run; `folder` is the folder of the mod."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @service
    def test_instrument(self, name: str, source: bytes, compiled: bytes) -> bytes | None:
        """Return a chunk that records its lines, or None for a test or a file of another mod.

        `compiled` is the source, or what replaces it in a mod for Lua 5.1.
        """
        inside = name.partition("/")[2]
        file = self._folder / inside
        try:
            # Files of other mods may have the same names.
            is_measured = find_mod(file) is None and loadable(read_mod_file(self._folder, inside, name)) == source
            return instrument(compiled) if is_measured else None
        except (HostError, SyntaxTreeError):
            return None


class TestServices:
    """The game and its maps.

    Maps have numbers: the maps of the running game count up from 0, the maps that `generate` made count down from -1.
    """

    # pytest must not collect this class.
    __test__ = False

    def __init__(self, printed: list[str]) -> None:
        # Lines printed since the test started.
        self._printed = printed
        self._made: list[GameMap] = []
        # The game that the knights have entered.
        self._entered: Game | None = None
        self.engine: Engine

    @service
    def test_unknown_check(self, word: str, name: str, checks: list[str]) -> None:
        """Raise the error for a chain of `assert` that names no check; `name` is the chain without filler words."""
        hint = did_you_mean(name, checks) or f"it has {listing(checks, 'and')}"
        raise ModError(f'assert has no check "{word}"; {hint}')

    # -- the game

    @service
    def test_begin(self, seed: int) -> None:
        """Begin a new game with a seed."""
        try:
            request = self.engine.game.request.with_seed(seed)
        except RequestError as error:
            raise ModError(f"the {error.message}") from None
        self.engine.begin(request)

    @service
    def test_seed(self) -> int:
        """Return the seed of the game."""
        return self.engine.game.rng.seed

    @service
    def test_generate(self, generator: str, options: Value) -> int:
        """Run a generator in a new game, and return the number of the map.

        The seed and the number of players are as in the running game, unless the options have others.
        """
        named: dict[str, Any] = dict(options.fields) if isinstance(options, Table) else {}
        if not all(isinstance(name, str) for name in named) or (isinstance(options, Table) and options.items):
            raise ModError("generate: the options must be a table of names and values")
        request = self.engine.game.request
        seed = _whole(named.pop("seed", request.seed))
        players = _whole(named.pop("players", request.players))
        if len(self._made) >= _MAX_MAPS:
            raise ModError(f"generate: there are {_MAX_MAPS} maps already: a test may make at most {_MAX_MAPS}")
        try:
            self._made.append(
                self.engine.generate(replace(request, generator=generator, seed=seed, players=players, options=named))
            )
        except RequestError as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise ModError(f"generate: {error.message}{hint}") from None
        finally:
            self.engine.games.start()
        return -len(self._made)

    @service
    def test_play(self, seconds: float, enter: bool) -> None:
        """Advance game time; with `enter`, players enter the dungeon first."""
        if enter:
            self._entered = self.engine.game
        try:
            self.engine.games.pass_time(seconds, players_enter=enter)
        finally:
            self.engine.games.start()

    @service
    def test_player(self, number: int) -> Value:
        """Return the knight of a player as flat values, or None when it is dead."""
        players = self.engine.game.players
        if not 1 <= number <= len(players):
            raise ModError(f"game.player: the number is {number}: must be between 1 and {len(players)}")
        knight = players[number - 1].creature
        if knight is None:
            if home_of(self.engine.game.map, number - 1) is None and players[number - 1].respawn == "normal":
                raise ModError(f"game.player: player {number} has no knight: the map has no home for them")
            if self._entered is not self.engine.game:
                raise ModError(f"game.player: player {number} has no knight yet: game.play(seconds) lets them enter")
            return None
        items = self.engine.game.registry
        return {
            "x": knight.x,
            "y": knight.y,
            "facing": ("north", "east", "south", "west")[knight.facing],
            "health": knight.health,
            "carried": {items.get("item", item).id: count for item, count in sorted(knight.carried.items())},
        }

    @service
    def test_events(self) -> Value:
        """Return the events of the game so far, in order."""
        return [_event(event) for event in self.engine.game.events]

    @service
    def test_printed(self) -> str:
        """Return the text that was printed."""
        return "\n".join(self._printed)

    # -- maps

    def _map(self, number: int) -> GameMap:
        return self.engine.game.maps[number] if number >= 0 else self._made[-1 - number]

    @service
    def test_size(self, number: int) -> tuple[int, int, int]:
        """Width, height, number of rooms."""
        game_map = self._map(number)
        return game_map.width, game_map.height, len(game_map.rooms)

    @service
    def test_text(self, number: int) -> str:
        """Return the drawing of a map."""
        return plain(self._finished(number))

    @service
    def test_drawings(self, number: int, drawing: str) -> tuple[str, str]:
        """Return the drawing of a map, and the one that a test compares with it, both without the space around them."""
        return _without_margins(plain(self._finished(number))), _without_margins(drawing)

    def _finished(self, number: int) -> GameMap:
        """Return a map with its objects of Lua dialects."""
        game_map = self._map(number)
        if number >= 0:
            self.engine.games.gather_objects(game_map)
        return game_map

    @service
    def test_tiles(self, number: int, x: float, y: float) -> Value:
        """Return the ids of the tiles on a square, the lowest first."""
        game_map = self._map(number)
        self._check_inside(game_map, "map:tiles", x, y)
        return [tile.prototype.id for tile in game_map.tiles_on(game_map.square(int(x), int(y)))]

    @service
    def test_walkable(self, number: int, x: float, y: float) -> bool:
        """Return whether a player with all keys can walk on a square."""
        game_map = self._map(number)
        self._check_inside(game_map, "map:walkable", x, y)
        return bool(_walkable(game_map)[int(y), int(x)])

    @service
    def test_count(self, number: int, tile: Value) -> int:
        """Return the number of squares with a tile, given as a handle or an id."""
        game_map = self._map(number)
        tile_id = self._tile_id(game_map, tile)
        stacks, counts = np.unique(game_map.stacks, return_counts=True)
        return sum(
            int(count)
            for stack, count in zip(stacks.tolist(), counts.tolist(), strict=True)
            if any(tile.prototype.id == tile_id for tile in game_map.tileset.tiles_of(stack))
        )

    @staticmethod
    def _tile_id(game_map: GameMap, tile: Any) -> str:
        registry = game_map.registry
        if not isinstance(tile, str) and not (isinstance(tile, Handle) and tile.kind == "tile"):
            raise ModError(f"map:count: a tile or the id of one was expected, got {shown(tile)}")
        if isinstance(tile, Handle):
            if tile.index >= 0:
                return registry.get("tile", tile.index).id
            tile_slot = game_map.tile_slot_of(-tile.index)
            if tile_slot is None:
                raise ModError("map:count: the tile is not on this map")
            return game_map.tileset.tiles[game_map.tile_at(tile_slot)].prototype.id
        identity = tile
        if registry.find("tile", identity) is None and not identity.startswith("host."):
            ids = [prototype.id for prototype in registry.all("tile") if prototype.mod]
            same = next((full_id for full_id in ids if full_id.endswith(f".{identity}")), None)
            hint = f'did you mean "{same}"?' if same else did_you_mean(identity, ids)
            raise ModError(f'map:count: there is no tile "{identity}"{f"; {hint}" if hint else ""}')
        return identity

    @service
    def test_items(self, number: int) -> Value:
        """Count the items on a map and in its chests, by id."""
        game_map = self._map(number)
        stacks = (*game_map.loose_items.values(), *game_map.stored.values())
        return _counts(game_map, "item", ((stack.item, stack.count) for stack in stacks))

    @service
    def test_monsters(self, number: int) -> Value:
        """Count the monsters on a map, by id."""
        game_map = self._map(number)
        kinds = (creature.monster for creature in game_map.living_creatures if creature.monster is not None)
        return _counts(game_map, "monster", ((kind, 1) for kind in kinds))

    @service
    def test_check_id(self, kind: str, identity: str) -> None:
        """Raise an error for an id that is not registered, and nearly the id of another item or monster."""
        registry = self.engine.game.registry
        if registry.find(kind, identity) is None:
            ids = [prototype.id for prototype in registry.all(kind)]
            for wrong, near in find_typos([identity], ids):
                raise ModError(f'there is no {kind} "{wrong}"; did you mean "{near}"?')

    @service
    def test_connected(self, number: int) -> tuple[int, int, int, int, str]:
        """Return (walkable squares, those that cannot be reached from the first one, its x, its y, picture)."""
        game_map = self._finished(number)
        free = _walkable(game_map)
        if not free.any():
            return 0, 0, 0, 0, ""
        homes = ((home.x, home.y) for home in game_map.homes if home.players and free[home.y, home.x])
        x, y = next(homes, None) or game_map.position(int(free.argmax()))
        lost = free & ~reachable(free, [(x, y)])
        picture = ""
        if lost.any():
            picture = plain(game_map, {(lx, ly): _UNREACHABLE for ly, lx in np.argwhere(lost).tolist()})
        return int(free.sum()), int(lost.sum()), x, y, picture

    @service
    def test_reachable(self, number: int, x1: int, y1: int, x2: int, y2: int) -> tuple[bool, bool, bool]:
        """Return (whether the first square is walkable, the second, whether a path joins them)."""
        game_map = self._map(number)
        for x, y in ((x1, y1), (x2, y2)):
            self._check_inside(game_map, "assert.reachable", x, y)
        free = _walkable(game_map)
        return bool(free[y1, x1]), bool(free[y2, x2]), bool(reachable(free, [(x1, y1)])[y2, x2])

    @staticmethod
    def _check_inside(game_map: GameMap, function: str, x: float, y: float) -> None:
        if not game_map.contains(int(x), int(y)):
            size = f"{game_map.width} × {game_map.height}"
            raise ModError(f"{function}: the square ({x:.0f}, {y:.0f}) is not on the map, which has {size}")


def _without_margins(drawing: str) -> str:
    """Return a drawing without the empty lines around it, space at line ends, and the indentation of all its lines."""
    lines = [line.rstrip(" \t\v\f\r") for line in drawing.split("\n")]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return "\n".join(line[indent:] for line in lines).strip("\n")


def _counts(game_map: GameMap, kind: str, counted: Iterable[tuple[int, int]]) -> Any:
    """Return id -> number from (prototype index, number)."""
    counts: dict[str, int] = {}
    for index, count in counted:
        identity = game_map.registry.get(kind, index).id
        counts[identity] = counts.get(identity, 0) + count
    return dict(sorted(counts.items()))


def _walkable(game_map: GameMap) -> Mask:
    return walkable_squares(game_map, Means.KEYS)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _event(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if isinstance(value, bool | int | float | str | list | dict)}
