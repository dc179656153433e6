"""kts.LoadSegments: from a text file and a table of tiles to segments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from host.border.data import Handle, Table
from host.border.function import Call
from host.border.phase import LOAD
from host.border.schema import Anything, HandleOf, Integer, ListOf, Text, Truth, refuse
from host.border.session import Session
from host.dialects.kts.declarations import ITEM, KTS
from host.errors import ArgumentError, ModError, listing
from host.model.map import Map
from host.model.objects import Creature, Home, ItemStack
from host.model.registry import Prototype
from host.model.segment import Segment, SegmentHome
from host.model.segment_file import SegmentText, decode_segment_file, parse_segments
from host.model.tile import APPROACH, HOME, Tile

_CONTENT = HandleOf(("tile", "item", "monster"), name="Tile|ItemType|MonsterType")
_COUNT = Integer(1, 2**31 - 1)
_MOST_SEGMENTS = 20_000
# What one number of a file may stand for.
_MOST_ELEMENTS = 1000


@KTS.function(
    "LoadSegments",
    ("is_table", Truth()),
    ("tile_table", Anything()),
    ("file", Text(1000)),
    phases=LOAD,
    directory=True,
)
def parse(call: Call, directory: Any, is_table: bool, tile_table: Any, name: str) -> dict[str, Any]:
    """Read the segments of a file.

    = kts.LoadSegments(tile_table: table, file: string): Segment[]
    - tile_table: tile number -> a tile, an item, a monster, { item, count }, or a list of these, the topmost first
    - file: a segment file of the mod
    ! what stands in the file must be a segment file; each fault is told with its line
    + local floor, wall = kts.Tile { items = "floor" }, kts.Tile { access = {} }
    + local rooms = kts.LoadSegments({ floor, wall }, "rooms.txt") -- the mod has this file, with two segments
    + print(#rooms) --> 2
    """
    # A table stays in Lua; what was given in its place comes here to be refused.
    if not is_table:
        refuse("tile_table", tile_table, "must be a table of Tiles")
    files = call.session.files
    full_name = files.resolve(directory if isinstance(directory, str) else "", name)
    texts = _read(call, full_name)
    used = {number for text in texts for layer in text.layers for number in layer}
    return {
        "file": full_name,
        # Name for chunks of code: without the slash in front.
        "chunk": full_name[1:],
        "numbers": sorted(used),
        "switches": [
            {"code": "".join(f"rf_{fn}({','.join(map(str, args))});" for fn, args in switch.calls)}
            for text in texts
            for switch in text.switches
        ],
    }


def _read(call: Call, full_name: str) -> list[SegmentText]:
    known = call.session.segment_files.get(full_name)
    if known is None:
        text = decode_segment_file(call.session.files.read(full_name), full_name[1:])
        known = call.session.segment_files[full_name] = parse_segments(text, full_name[1:])
    return known


@KTS.function(
    "build_segments",
    ("file", Text()),
    ("numbers", Anything()),
    ("meanings", Anything()),
    ("switches", ListOf(ListOf(HandleOf(("tile",))))),
    phases=LOAD,
    part_of="LoadSegments",
)
def build(call: Call, full_name: str, numbers: Table, meanings: Table, switches: list[list[Handle]]) -> list[int]:
    """Register the segments of a file; `meanings[i]` is what tile number `numbers[i]` stands for: handles and
    {item, count}."""
    session = call.session
    texts = session.segment_files.pop(full_name)
    if len(session.registry.all("segment")) + len(texts) > _MOST_SEGMENTS:
        raise ModError(f"there are more than {_MOST_SEGMENTS} segments: that is the most there may be")
    given = dict(zip(numbers.items, meanings.items, strict=True))
    # 0 is what people write where nothing shall be.
    empty = [number for number, meaning in given.items() if number and not meaning.elements(1)]
    if empty:
        first = next(text for text in texts if any(not set(layer).isdisjoint(empty) for layer in text.layers))
        session.warn(
            f"the tile table has nothing for {_numbers(list(map(str, empty)))} of this file: such squares stay empty",
            full_name[1:],
            first.line,
            kind="tile-number",
        )
    contents = _Contents(call, given)
    tiles_of_switches = iter(switches)
    indices = []
    for text in texts:
        prototype = session.registry.add("segment", call.mod, full_name[1:], text.line)
        prototype.fields = contents.segment(prototype, text, tiles_of_switches)
        indices.append(prototype.index)
    return indices


def shown_numbers(session: Session, mod: str, numbers: list[Any], meanings: list[Any]) -> Map:
    """A map one square high: on each square what one of `numbers` stands for, in their order."""
    contents = _Contents(Call(session, mod), dict(zip(numbers, meanings, strict=True)))
    data = SegmentText(0, width=len(numbers), height=1, layers=[numbers])
    segment = contents.segment(Prototype("segment", mod, mod, mod, 0, 0), data, iter(()))
    shown = Map(len(numbers), 1, session.tiles, session.registry)
    shown.stacks = segment.stacks
    for x, y, item, count in segment.items:
        shown.set_item(shown.square(x, y), ItemStack(item, count))
    shown.homes = [Home(x, y, facing, shown.square(x, y), special) for x, y, facing, special in segment.homes]
    for x, y, monster in segment.monsters:
        height = session.registry.get("monster", monster).fields.height
        shown.add_creature(Creature(next(shown.uids), x, y, height, monster=monster))
    return shown


def _numbers(numbers: list[str]) -> str:
    return f"the tile number{'s' if len(numbers) > 1 else ''} {listing(numbers[:20], 'and')}"


class _Contents:
    """What the tile numbers of a file put on squares."""

    def __init__(self, call: Call, meanings: dict[int, Table]) -> None:
        self._call = call
        self._set = call.session.tiles
        # By tile number: tile indices in the order in which they are laid, and the pile they make.
        self._tiles: dict[int, list[int]] = {}
        self._stacks: dict[int, int] = {}
        # By tile number, for those that have any: (item index, count), monster indices, home tiles.
        self._items: dict[int, tuple[int, int]] = {}
        self._monsters: dict[int, list[int]] = {}
        self._homes: dict[int, list[Tile]] = {}
        for number, meaning in meanings.items():
            self._learn(number, meaning)
        self._remarkable = {*self._items, *self._monsters, *self._homes}

    def _learn(self, number: int, meaning: Table) -> None:
        tiles = []
        elements = meaning.elements(_MOST_ELEMENTS)
        for i, element in enumerate(elements, 1):
            if element is None:
                continue
            path = f"tile_table[{number}]{f'[{i}]' if len(elements) > 1 else ''}"
            if isinstance(element, Table):
                self._learn_items(number, element.elements(_MOST_ELEMENTS), path)
                continue
            handle = _CONTENT.read(element, path)
            if handle.kind == "tile":
                tiles.append(self._call.session.tile_index(handle.index))
            elif handle.kind == "monster":
                self._monsters.setdefault(number, []).append(handle.index)
            else:
                # Of two items on one square the first stays.
                self._items.setdefault(number, (handle.index, 1))
        # The first listed ends up on top among tiles of equal depth.
        tiles.reverse()
        self._tiles[number] = tiles
        self._stacks[number] = self._set.intern(tiles)
        homes = [tile for index in tiles if (tile := self._set.tiles[index]).kind == HOME]
        if homes:
            self._homes[number] = homes

    def _learn_items(self, number: int, pair: list[Any], path: str) -> None:
        """Learn {item, count}."""
        if len(pair) > 2:
            raise ArgumentError(f"{path} has {len(pair)} entries: must be {{ItemType, count}}", path=path)
        handle = ITEM.read(pair[0] if pair else None, f"{path}[1]")
        count = _COUNT.read(pair[1] if len(pair) > 1 else 1, f"{path}[2]")
        self._items.setdefault(number, (handle.index, count))

    def segment(self, prototype: Prototype, text: SegmentText, switches: Iterator[list[Handle]]) -> Segment:
        """The segment that a text describes; `switches` gives two tiles (for hands, for feet) a switch."""
        width = text.width
        first, *others = text.layers
        stacks = [self._stacks[number] for number in first]
        for layer in others:
            for square, number in enumerate(layer):
                stacks[square] = self._set.intern([*self._set.stacks[stacks[square]], *self._tiles[number]])
        for switch in text.switches:
            by_hand, by_foot = next(switches)
            square = switch.y * width + switch.x
            approach_only = self._set.traits.walking[stacks[square]] == APPROACH
            tile = self._call.session.tile_index((by_hand if approach_only else by_foot).index)
            stacks[square] = self._set.with_tile(stacks[square], tile)[0]
        items: dict[int, tuple[int, int]] = {}
        homes: list[tuple[int, Tile]] = []
        monsters: list[tuple[int, int]] = []
        for layer in text.layers:
            for square, number in [(s, n) for s, n in enumerate(layer) if n in self._remarkable]:
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
        )
