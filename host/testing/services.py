"""What the Lua of tests (lua/testing) asks of Python: the game, its maps, and what was kept of them before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from host.border.data import Handle, Table, shown
from host.border.values import read, to_bytes, to_text, values_of, write
from host.engine.arguments import MOST_SEED
from host.engine.host import Host
from host.errors import GivenError, ModError, did_you_mean, listing
from host.metrics.flood import reachable
from host.metrics.walkability import Mask, Means
from host.metrics.walkability import walkable as walkable_squares
from host.model.map import Map
from host.play.game import Game
from host.render.text import plain
from host.syntax.statements import instrument
from host.syntax.tree import SyntaxTreeError, loadable
from host.testing.finder import find_mod

# More maps than this no single test looks at.
_MOST_MAPS = 100_000
_LONGEST_SNAPSHOT = 2_000_000
# What a picture shows of squares that cannot be reached.
_LOST = "!"


class Services:
    """The functions `py.test_…`. Maps are known by number: those of the running game count from 0, those that
    `generate` made downwards from -1."""

    def __init__(self, printed: list[str], measured: Path | None = None) -> None:
        # The mod whose lines are counted.
        self._measured = measured
        # What was printed since the test began.
        self._printed = printed
        self._made: list[Map] = []
        # The game into which knights were let.
        self._entered: Game | None = None
        self.host: Host
        # Where snapshots of the open test file lie, and the start of their names.
        self.snapshots: tuple[Path, str] = (Path(), "")
        # Whether they are to be written anew, and those to write: name -> text.
        self.updates = False
        self.written: dict[str, str] = {}
        # Those that the running test compared: name -> text.
        self._met: dict[str, str] = {}

    def table(self) -> dict[str, Callable[..., Any]]:
        """The functions by the names Lua knows them under."""
        names = """
            begin seed current_map size picture tiles walkable count items monsters generate events printed play player
            connected reachable snapshot unknown_check
        """
        functions = {f"test_{name}": getattr(self, name) for name in names.split()}
        return {**functions, "instrument": self.instrument} if self._measured is not None else functions

    def unknown_check(self, word: bytes, name: bytes, known: bytes) -> None:
        """Refuse a word after `assert` that names no check; `name` is what is left of it without filling words."""
        names = to_text(known).split(",")
        hint = did_you_mean(to_text(name), names) or f"it has {listing(names, 'and')}"
        raise ModError(f'assert has no check "{to_text(word)}"; {hint}')

    # -- lines

    def instrument(self, name: bytes, source: bytes) -> bytes | None:
        """A chunk that notes which lines run, when it is a file of the mod that is measured and no test."""
        if self._measured is None:
            return None
        file = self._measured / to_text(name).partition("/")[2]
        try:
            # Files of other mods may have the same names.
            is_measured = find_mod(file) is None and loadable(file.read_bytes()) == source
            return instrument(source) if is_measured else None
        except (OSError, SyntaxTreeError):
            return None

    # -- the game

    def begin(self, seed: int) -> None:
        if not 0 <= seed <= MOST_SEED:
            raise ModError(f"the seed is {seed}: must be a whole number between 0 and {MOST_SEED}")
        self.host.begin(seed, len(self.host.game.players))

    def seed(self) -> int:
        return self.host.game.rng.seed

    def generate(self, generator: bytes, *flat: Any) -> int:
        """Make the map of a generator in a new game, with the seed and the players of the running one unless the
        options say otherwise; its number."""
        given = read(values_of(flat))
        options: dict[str, Any] = dict(given.fields) if isinstance(given, Table) else {}
        if not all(isinstance(name, str) for name in options) or (isinstance(given, Table) and given.items):
            raise ModError("generate: the options must be a table of names and values")
        game = self.host.game
        seed = _whole(options.pop("seed", game.rng.seed))
        players = _whole(options.pop("players", len(game.players)))
        if len(self._made) >= _MOST_MAPS:
            raise ModError(f"generate: there are {_MOST_MAPS} maps already: that is the most a test may make")
        try:
            self._made.append(self.host.generate(to_text(generator), seed=seed, players=players, options=options))
        except GivenError as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise ModError(f"generate: {error.message}{hint}") from None
        finally:
            self.host.games.start()
        return -len(self._made)

    def play(self, seconds: float, enter: bool) -> None:
        if enter:
            self._entered = self.host.game
        try:
            self.host.games.pass_time(seconds, knights_enter=enter)
        finally:
            self.host.games.start()

    def player(self, number: int) -> Any:
        """The flat form of what is known of a player's knight, or nothing."""
        players = self.host.game.players
        if not 1 <= number <= len(players):
            raise ModError(f"game.player: the number is {number}: must be between 1 and {len(players)}")
        knight = players[number - 1].knight
        if knight is None:
            if self.host.game.home_of(number - 1) is None and players[number - 1].respawn == "normal":
                raise ModError(f"game.player: player {number} has no knight: the map has no home for them")
            if self._entered is not self.host.game:
                raise ModError(f"game.player: player {number} has no knight yet: game.play(seconds) lets them enter")
            return None
        items = self.host.game.registry
        return _flat(
            {
                "x": knight.x,
                "y": knight.y,
                "facing": ("north", "east", "south", "west")[knight.facing],
                "health": knight.health,
                "carried": {items.get("item", item).id: count for item, count in sorted(knight.carried.items())},
            }
        )

    def events(self) -> Any:
        return _flat([_event(event) for event in self.host.game.events])

    def printed(self) -> bytes:
        return to_bytes("\n".join(self._printed))

    # -- maps

    def current_map(self) -> int:
        game = self.host.game
        return game.number_of(game.map)

    def _map(self, number: int) -> Map:
        return self.host.game.maps[number] if number >= 0 else self._made[-1 - number]

    def size(self, number: int) -> tuple[int, int, int]:
        """Width, height, number of rooms."""
        game_map = self._map(number)
        return game_map.width, game_map.height, len(game_map.rooms)

    def picture(self, number: int) -> bytes:
        return to_bytes(plain(self._finished(number)))

    def _finished(self, number: int) -> Map:
        """A map with what lives on it in Lua."""
        game_map = self._map(number)
        if number >= 0:
            self.host.games.gather_objects(game_map)
        return game_map

    def tiles(self, number: int, x: int, y: int) -> Any:
        game_map = self._map(number)
        self._check_inside(game_map, "map:tiles", x, y)
        return _flat([tile.prototype.id for tile in game_map.tiles_on(game_map.square(x, y))])

    def walkable(self, number: int, x: int, y: int) -> bool:
        """Return whether somebody with all keys can walk on a square."""
        game_map = self._map(number)
        self._check_inside(game_map, "map:walkable", x, y)
        return bool(_walkable(game_map)[y, x])

    def count(self, number: int, *flat: Any) -> int:
        """How many squares have a tile: it or its id."""
        game_map = self._map(number)
        wanted = self._tile_id(game_map, read(values_of(flat)))
        stacks, counts = np.unique(game_map.stacks, return_counts=True)
        return sum(
            int(count)
            for stack, count in zip(stacks.tolist(), counts.tolist(), strict=True)
            if any(tile.prototype.id == wanted for tile in game_map.tileset.tiles_of(stack))
        )

    @staticmethod
    def _tile_id(game_map: Map, tile: Any) -> str:
        known = game_map.registry
        if isinstance(tile, Handle):
            if tile.kind != "tile":
                raise ModError(f"map:count: a tile or the id of one was expected, got {shown(tile)}")
            if tile.index >= 0:
                return known.get("tile", tile.index).id
            place = game_map.tile_slot_of(-tile.index)
            if place is None:
                raise ModError("map:count: the tile is not on this map")
            return game_map.tileset.tiles[game_map.tile_at(place)].prototype.id
        identity = str(tile)
        if known.find("tile", identity) is None and not identity.startswith("host."):
            ids = [prototype.id for prototype in known.all("tile") if prototype.mod]
            same = next((one for one in ids if one.endswith(f".{identity}")), None)
            hint = f'did you mean "{same}"?' if same else did_you_mean(identity, ids)
            raise ModError(f'map:count: there is no tile "{identity}"{f"; {hint}" if hint else ""}')
        return identity

    def items(self, number: int) -> Any:
        game_map = self._map(number)
        stacks = (*game_map.items.values(), *game_map.stored.values())
        return _counts(game_map, "item", ((stack.item, stack.count) for stack in stacks))

    def monsters(self, number: int) -> Any:
        game_map = self._map(number)
        kinds = (creature.monster for creature in game_map.creatures if creature.monster is not None)
        return _counts(game_map, "monster", ((kind, 1) for kind in kinds))

    def connected(self, number: int) -> tuple[int, int, int, int, bytes]:
        """Return (walkable squares, those that cannot be reached from the first one, its x, its y, picture)."""
        game_map = self._finished(number)
        free = _walkable(game_map)
        if not free.any():
            return 0, 0, 0, 0, b""
        homes = ((home.x, home.y) for home in game_map.homes if home.players and free[home.y, home.x])
        x, y = next(homes, None) or game_map.position(int(free.argmax()))
        lost = free & ~reachable(free, [(x, y)])
        picture = b""
        if lost.any():
            picture = to_bytes(plain(game_map, {(lx, ly): _LOST for ly, lx in np.argwhere(lost).tolist()}))
        return int(free.sum()), int(lost.sum()), x, y, picture

    def reachable(self, number: int, x1: int, y1: int, x2: int, y2: int) -> tuple[bool, bool, bool]:
        """Return (whether the first square is walkable, the second, whether a path joins them)."""
        game_map = self._map(number)
        for x, y in ((x1, y1), (x2, y2)):
            self._check_inside(game_map, "assert.reachable", x, y)
        free = _walkable(game_map)
        return bool(free[y1, x1]), bool(free[y2, x2]), bool(reachable(free, [(x1, y1)])[y2, x2])

    @staticmethod
    def _check_inside(game_map: Map, function: str, x: int, y: int) -> None:
        if not game_map.contains(x, y):
            raise ModError(
                f"{function}: the square ({x}, {y}) is not on the map, which has {game_map.width} × {game_map.height}"
            )

    # -- snapshots

    def snapshot(self, name: bytes, actual: bytes) -> tuple[bytes, bytes]:
        """("same", "other" or "missing", the text that was kept)."""
        if len(actual) > _LONGEST_SNAPSHOT:
            raise ModError(f"assert.snapshot: the text has {len(actual)} bytes: must have at most {_LONGEST_SNAPSHOT}")
        folder, stem = self.snapshots
        # Line ends are what whoever keeps the files makes of them.
        text = re.sub("\r\n?", "\n", to_text(actual)).rstrip("\n") + "\n"
        if self.updates and self._met.setdefault(to_text(name), text) != text:
            raise ModError(
                f'assert.snapshot: this test gave the snapshot "{to_text(name)}" another value before: each needs a '
                "name of its own"
            )
        try:
            kept = (folder / f"{stem}.{to_text(name)}.txt").read_text("utf-8", "surrogateescape")
        except OSError:
            kept = None
        if kept == text:
            return b"same", b""
        if self.updates:
            self.written[to_text(name)] = text
            return b"same", b""
        return (b"missing", b"") if kept is None else (b"other", to_bytes(kept))


def _counts(game_map: Map, kind: str, counted: Iterable[tuple[int, int]]) -> Any:
    """Id -> number of what was counted, by index of its prototype."""
    counts: dict[str, int] = {}
    for index, count in counted:
        identity = game_map.registry.get(kind, index).id
        counts[identity] = counts.get(identity, 0) + count
    return _flat(dict(sorted(counts.items())))


def _walkable(game_map: Map) -> Mask:
    return walkable_squares(game_map, Means.KEYS)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _event(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if isinstance(value, bool | int | float | str | list | dict)}


def _flat(value: Any) -> Any:
    flat: list[Any] = []
    write(value, flat)
    return tuple(flat)
