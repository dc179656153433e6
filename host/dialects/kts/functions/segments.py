"""kts.LoadSegments: turns a text file and a table of tiles into segments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from host.border.function import Call
from host.border.schema import Anything, HandleOf, Integer, ListOf, Text, Truth, refuse
from host.border.service import service_for
from host.border.session import LOAD, Session
from host.border.state import LuaState
from host.border.values import Handle, Table, Value
from host.dialects import lua_functions
from host.dialects.kts.declarations import ITEM, KTS
from host.errors import ArgumentError, ModError
from host.errors.work import WORK
from host.model.game_map import GameMap
from host.model.objects import Creature, Home, ItemStack
from host.model.registry import Prototype
from host.model.segment import Segment, SegmentHome
from host.model.segment_file import SegmentText, decode_segment_file, parse_segments
from host.model.tile import APPROACH, HOME, Tile

_CONTENT = HandleOf(("tile", "item", "monster"), name="Tile|ItemType|MonsterType")
_COUNT = Integer(1, 2**31 - 1)
_MOST_SEGMENTS = 20_000
# Instructions that a mod is charged for a character of a file of segments.
_PARSED = 2
# The global variable of a mod that holds its tile table, and the most numbers that can be shown.
_TILE_TABLE = "segment_tiles"
_MAX_NUMBERS = 10_000
# Tiles, items and monsters of one tile number.
_MOST_ELEMENTS = 1000
# Tile numbers without content that are reported.
_MOST_EMPTY = 20


class _ParsedFiles(dict[str, tuple[SegmentText, ...]]):
    """Segment files that are parsed and not yet built, by full name."""


class _LoadedFile(NamedTuple):
    """What the segments of a file are built from."""

    call: Call
    # Tile number -> what it stands for.
    meaning_of: dict[int, Table]
    texts: tuple[SegmentText, ...]
    # Two tiles for each switch of the file.
    switches: list[list[Handle]]
    segments: list[Prototype]


class _LoadedFiles(list[_LoadedFile]):
    """The files whose segments are registered, in order."""


def note_change(session: Session, before: Tile, after: Tile) -> None:
    """Note that a mod assigned a field of a tile: segments may have another order of tiles, homes and switches."""
    if any(getattr(before, name) != getattr(after, name) for name in ("access", "depth", "facing", "special_exit")):
        files = session.parts.part(_LoadedFiles)
        session.rebuild_segments = lambda: session.tiles.load_again(lambda: _build_again(files))


def _build_again(files: list[_LoadedFile]) -> None:
    for file in files:
        contents, switches = _Contents(file.call, file.meaning_of), iter(file.switches)
        for prototype, text in zip(file.segments, file.texts, strict=True):
            prototype.fields.become(contents.segment(prototype, text, switches))


@KTS.function(
    "LoadSegments",
    ("is_table", Truth()),
    ("tile_table", Anything()),
    ("file", Text(1000)),
    phases=LOAD,
    directory=True,
)
def load_segments(call: Call, directory: Any, is_table: bool, tile_table: Any, name: str) -> dict[str, Any]:
    """Load the segments of a file.

    = kts.LoadSegments(tile_table: table, file: string): Segment[]
    - tile_table: tile number -> a tile, an item, a monster, { item, count }, or a list of these, the topmost first
    - file: the name of a segment file of the mod
    ! the file must be a segment file; messages name the line of each error
    + local floor, wall = kts.Tile { items = "floor" }, kts.Tile { access = {} }
    + local rooms = kts.LoadSegments({ floor, wall }, "rooms.txt") -- the mod has this file, with two segments
    + print(#rooms) --> 2
    """
    # A table stays in Lua; any other value is sent here and refused.
    if not is_table:
        refuse("tile_table", tile_table, "must be a table of Tiles")
    files = call.session.files
    full_name = files.resolve(directory if isinstance(directory, str) else "", name)
    texts = _read(call, full_name)
    used = {number for text in texts for layer in text.layers for number in layer}
    return {
        "file": full_name,
        # The name of chunks of Lua: without the slash in front.
        "chunk": full_name[1:],
        "numbers": sorted(used),
        "switches": [
            {"code": "".join(f"rf_{fn}({','.join(map(str, args))});" for fn, args in switch.calls)}
            for text in texts
            for switch in text.switches
        ],
    }


def _read(call: Call, full_name: str) -> tuple[SegmentText, ...]:
    files = call.session.parts.part(_ParsedFiles)
    if full_name not in files:
        text = decode_segment_file(call.session.files.read(full_name), full_name[1:])
        WORK.note(len(text) * _PARSED)
        files[full_name] = parse_segments(text, full_name[1:])
    return files[full_name]


@service_for("kts.LoadSegments", LOAD, switches=ListOf(ListOf(HandleOf(("tile",)))))
def kts_build_segments(
    call: Call, full_name: str, numbers: Value, meanings: Value, switches: list[list[Handle]]
) -> Value:
    """Register the segments of a file; return their indices.

    `meanings[i]` is the content of tile number `numbers[i]`: handles and {item, count}.
    """
    session = call.session
    texts = session.parts.part(_ParsedFiles).pop(full_name)
    if len(session.registry.all("segment")) + len(texts) > _MOST_SEGMENTS:
        raise ModError(f"there are more than {_MOST_SEGMENTS} segments: must be at most {_MOST_SEGMENTS}")
    meaning_of = dict(zip(numbers.items, meanings.items, strict=True))
    # 0 is the usual number for an empty square.
    empty = {number for number, meaning in meaning_of.items() if number and not meaning.elements(1)}
    for number, line in _first_lines(texts, empty):
        message = f"the tile table has nothing for the tile number {number}: such squares stay empty"
        session.warn(message, full_name[1:], line, kind="tile-number")
    contents = _Contents(call, meaning_of)
    tiles_of_switches = iter(switches)
    prototypes = []
    for text in texts:
        prototype = session.registry.add("segment", call.mod, full_name[1:], text.line)
        prototype.fields = contents.segment(prototype, text, tiles_of_switches)
        prototypes.append(prototype)
    session.parts.part(_LoadedFiles).append(_LoadedFile(call, meaning_of, texts, switches, prototypes))
    return [prototype.index for prototype in prototypes]


class TileTable(NamedTuple):
    """A tile table of a mod: its numbers, ascending, and the content of each."""

    mod: str
    contents: dict[int, Table]

    @property
    def numbers(self) -> list[int]:
        return list(self.contents)

    @property
    def empty(self) -> int | None:
        """The number of an empty square: 0, unless that has a content; then the first without one, or None."""
        return next((n for n in (0, *self.contents) if not (self.contents.get(n) or Table()).elements(1)), None)


def read_tile_table(lua: LuaState, mod: str) -> TileTable | None:
    """Return the tile table in the variable `segment_tiles` of a mod, or None when the mod has no such table."""
    return _tile_table(mod, lua.call(lua_functions.read_tile_table, mod, _TILE_TABLE))


def read_tile_table_of_file(lua: LuaState, file: str) -> TileTable | None:
    """Return the tile table with which a segment file (`mod/path`) was loaded, or None when it was not."""
    return _tile_table(file.partition("/")[0], lua.call(lua_functions.read_tile_table_of_file, f"/{file}"))


def _tile_table(mod: str, table: Table | None) -> TileTable | None:
    if table is None:
        return None
    numbers, meanings = (part.items for part in table.items)
    if not 0 < len(numbers) <= _MAX_NUMBERS:
        raise ModError(f"{_TILE_TABLE} has {len(numbers)} numbers: must be 1 to {_MAX_NUMBERS} to be shown", mod=mod)
    return TileTable(mod, dict(zip(numbers, meanings, strict=True)))


def show_tile_table(session: Session, table: TileTable) -> GameMap:
    """Return a map one square high that shows the content of each number, in order."""
    text = SegmentText(0, width=len(table.contents), height=1, layers=[table.numbers])
    segment = make_segment(session, table, text)
    game_map = GameMap(segment.width, 1, session.tiles, session.registry)
    game_map.stacks = segment.stacks
    for x, y, item, count in segment.items:
        game_map.set_item(game_map.square(x, y), ItemStack(item, count))
    game_map.homes = [Home(x, y, facing, game_map.square(x, y), special) for x, y, facing, special in segment.homes]
    for x, y, monster in segment.monsters:
        height = session.registry.get("monster", monster).fields.height
        game_map.add_creature(Creature(next(game_map.uids), x, y, height, monster=monster))
    return game_map


def make_segment(session: Session, table: TileTable, text: SegmentText, file: str = "") -> Segment:
    """Return the segment of a text, which is not registered, without the tiles of its switches.

    Numbers that the table does not have stand for nothing.
    """
    numbers = {number for layer in text.layers for number in layer}
    contents = _Contents(Call(session, table.mod), {n: table.contents.get(n) or Table() for n in numbers})
    prototype = Prototype("segment", table.mod, table.mod, file or table.mod, 0, 0)
    segment = contents.segment(prototype, replace(text, switches=[]), iter(()))
    segment.switches = len(text.switches)
    return segment


def turn_numbers(session: Session, table: TileTable, numbers: Iterable[int], orientation: int) -> dict[int, int | None]:
    """Return for each number the number with the same content in another orientation, or None if there is none."""
    contents = _Contents(Call(session, table.mod), table.contents)
    signatures = {number: contents.signature(number) for number in reversed(table.numbers)}
    of_signature = {signature: number for number, signature in signatures.items()}
    turned: dict[int, int | None] = {}
    for number in numbers:
        if number not in signatures:
            turned[number] = number
            continue
        stack, *objects = signatures[number]
        _, (turned_stack,) = session.tiles.turned_stacks(np.array([stack], dtype=np.int32), [stack], orientation)
        same = signatures[number] == (turned_stack, *objects)
        turned[number] = number if same else of_signature.get((turned_stack, *objects))
    return turned


def _first_lines(texts: Iterable[SegmentText], numbers: set[int]) -> Iterator[tuple[int, int]]:
    """Yield some of the tile numbers, each with the line where a file first has it."""
    left = set(sorted(numbers)[:_MOST_EMPTY])
    for text in texts:
        for i, layer in enumerate(text.layers):
            for number in sorted(left.intersection(layer)):
                yield number, text.line_of(i, layer.index(number))
                left.remove(number)


class _Contents:
    """The content of the tile numbers of a file: tiles, items, monsters and homes."""

    def __init__(self, call: Call, meanings: dict[int, Table]) -> None:
        self._call = call
        self._tileset = call.session.tiles
        # By tile number: tile indices from the bottom up, and the id of their stack.
        self._tiles: dict[int, list[int]] = {}
        self._stacks: dict[int, int] = {}
        # By tile number, where there are any: (item index, count), monster indices, home tiles.
        self._items: dict[int, tuple[int, int]] = {}
        self._monsters: dict[int, list[int]] = {}
        self._homes: dict[int, list[Tile]] = {}
        for number, meaning in meanings.items():
            self._add(number, meaning)
        # Tile numbers with more than tiles.
        self._with_objects = {*self._items, *self._monsters, *self._homes}

    def _add(self, number: int, meaning: Table) -> None:
        tiles = []
        elements = meaning.elements(_MOST_ELEMENTS)
        for i, element in enumerate(elements, 1):
            if element is None:
                continue
            if isinstance(element, Handle) and element.kind == "tile":
                tiles.append(self._call.session.tile_index(element.index))
                continue
            path = f"tile_table[{number}]{f'[{i}]' if len(elements) > 1 else ''}"
            if isinstance(element, Table):
                self._add_items(number, element.elements(_MOST_ELEMENTS), path)
                continue
            handle = _CONTENT.read(element, path)
            if handle.kind == "monster":
                self._monsters.setdefault(number, []).append(handle.index)
            else:
                # Of two items on one square the first stays.
                self._items.setdefault(number, (handle.index, 1))
        # The first listed ends up on top among tiles of equal depth.
        tiles.reverse()
        self._tiles[number] = tiles
        self._stacks[number] = self._tileset.intern(tiles)
        homes = [tile for index in tiles if (tile := self._tileset.tiles[index]).kind == HOME]
        if homes:
            self._homes[number] = homes

    def signature(self, number: int) -> tuple[Any, ...]:
        """Return what is equal for numbers with the same content, beginning with their stack."""
        return self._stacks[number], self._items.get(number), tuple(self._monsters.get(number, ()))

    def _add_items(self, number: int, pair: list[Any], path: str) -> None:
        """Add {item, count}."""
        if len(pair) > 2:
            raise ArgumentError(f"{path} has {len(pair)} entries: must be {{ItemType, count}}", path=path)
        handle = ITEM.read(pair[0] if pair else None, f"{path}[1]")
        count = _COUNT.read(pair[1] if len(pair) > 1 else 1, f"{path}[2]")
        self._items.setdefault(number, (handle.index, count))

    def segment(self, prototype: Prototype, text: SegmentText, switches: Iterator[list[Handle]]) -> Segment:
        """Return the segment of a text; `switches` yields two tiles for each switch: to use, and to step on."""
        width = text.width
        first, *others = text.layers
        stacks = list(map(self._stacks.__getitem__, first))
        for layer in others:
            for square, number in enumerate(layer):
                stacks[square] = self._tileset.intern([*self._tileset.stacks[stacks[square]], *self._tiles[number]])
        for switch in text.switches:
            activated, walked_over = next(switches)
            square = switch.y * width + switch.x
            approach_only = self._tileset.traits.walking[stacks[square]] == APPROACH
            tile = self._call.session.tile_index((activated if approach_only else walked_over).index)
            stacks[square] = self._tileset.with_tile(stacks[square], tile)[0]
        items: dict[int, tuple[int, int]] = {}
        homes: list[tuple[int, Tile]] = []
        monsters: list[tuple[int, int]] = []
        for layer in text.layers:
            for square, number in [(s, n) for s, n in enumerate(layer) if n in self._with_objects]:
                if number in self._items:
                    items.setdefault(square, self._items[number])
                monsters += [(square, monster) for monster in self._monsters.get(number, ())]
                homes += [(square, home) for home in self._homes.get(number, ())]
        homes.sort(key=lambda home: home[0])
        return Segment(
            prototype=prototype,
            stacks=np.array(stacks, dtype=np.int32).reshape(text.height, width),
            homes=tuple(SegmentHome(s % width, s // width, t.facing, t.special_exit) for s, t in homes),
            rooms=tuple(text.rooms),
            items=tuple((s % width, s // width, *item) for s, item in sorted(items.items())),
            monsters=tuple((s % width, s // width, monster) for s, monster in sorted(monsters)),
            title=text.title,
            switches=len(text.switches),
            data_lines=text.data_lines[0] if text.data_lines else (),
            room_lines=text.room_lines,
        )
