"""kts.LoadSegments: from a text file and a table of tiles to segments."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.api.data import Handle
from host.api.function import Call
from host.api.kts.declarations import COUNT, KTS
from host.api.phase import Phase
from host.api.schema import Anything, HandleOf, Integer, ListOf, Text, refuse
from host.errors import ArgumentError, HostError, ModError
from host.model.registry import Prototype
from host.model.segment import Segment, SegmentHome
from host.model.segment_file import SegmentText, parse_segments
from host.model.tile import APPROACH, HOME

_CONTENT = HandleOf(("tile", "item", "monster"), name="Tile|ItemType|MonsterType")
_MOST_SEGMENTS = 20_000


@KTS.function(
    "parse_segments",
    ("directory", Anything()),
    ("tile_table", Anything()),
    ("file", Text(1000)),
    phases=Phase.LOAD,
    internal=True,
)
def parse(call: Call, directory: Any, tile_table: Any, name: str) -> dict[str, Any]:
    """Read a segment file: its full name, the tile numbers it uses, and the code of its switches.

    `tile_table` is true for a table, which stays in Lua, or what was given in its place.
    """
    if tile_table is not True:
        refuse("kts.LoadSegments: tile_table", tile_table, "must be a table of Tiles")
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
        content = call.session.files.read(full_name)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise HostError(
                f"byte 0x{content[error.start]:02x} is not UTF-8: a segment file is plain text",
                file=full_name[1:],
                line=line,
            ) from None
        known = call.session.segment_files[full_name] = parse_segments(text, full_name[1:])
    return known


@KTS.function(
    "build_segments",
    ("file", Text()),
    ("numbers", ListOf(COUNT)),
    ("meanings", ListOf(ListOf(ListOf(Anything())))),
    ("switches", ListOf(ListOf(HandleOf(("tile",))))),
    phases=Phase.LOAD,
    internal=True,
    place=True,
)
def build(
    call: Call,
    file: str | None,
    line: int,
    full_name: str,
    numbers: list[int],
    meanings: list[list[list[Any]]],
    switches: list[list[Handle]],
) -> list[int]:
    """Register the segments of a file; `meanings[i]` is the content (handle, count)… of tile number `numbers[i]`."""
    session = call.session
    texts = session.segment_files.pop(full_name)
    if len(session.registry.all("segment")) + len(texts) > _MOST_SEGMENTS:
        raise ModError(f"there are more than {_MOST_SEGMENTS} segments: that is the most there may be")
    known = {}
    for number, contents in zip(numbers, meanings, strict=True):
        known[number] = _Content(call, number, contents)
    by_hand_or_foot = iter(switches)
    indices = []
    for text in texts:
        prototype = session.registry.add("segment", call.mod, full_name[1:], text.line)
        prototype.fields = _segment(call, prototype, text, known, by_hand_or_foot)
        indices.append(prototype.index)
    return indices


class _Content:
    """What one tile number puts on a square."""

    __slots__ = ("item", "monsters", "stack", "tiles")

    def __init__(self, call: Call, number: int, contents: list[list[Any]]) -> None:
        self.tiles: list[int] = []
        # (item index, count); the first one stays.
        self.item: tuple[int, int] | None = None
        self.monsters: list[int] = []
        for i, content in enumerate(contents, 1):
            path = f"kts.LoadSegments: tile_table[{number}]"
            if len(contents) > 1:
                path += f"[{i}]"
            try:
                handle = _CONTENT.read(content[0] if content else None, path)
                count = Integer(1, 2**31 - 1).read(1 if len(content) < 2 else content[1], f"{path}[2]")
            except ArgumentError as error:
                error.rule = "must be a Tile, an ItemType, a MonsterType or a list of these"
                raise
            if handle.kind == "tile":
                self.tiles.append(call.session.tile_index(handle.index))
            elif handle.kind == "item":
                self.item = self.item or (handle.index, count)
            else:
                self.monsters.append(handle.index)
        # The first listed ends up on top among tiles of equal depth.
        self.tiles.reverse()
        self.stack = call.session.tiles.intern(self.tiles)


def _segment(
    call: Call,
    prototype: Prototype,
    text: SegmentText,
    known: dict[int, _Content],
    switches: Any,
) -> Segment:
    tiles = call.session.tiles
    shape = (text.height, text.width)
    layers = [np.array(layer).reshape(shape) for layer in text.layers]
    stacks = np.array([known[number].stack for number in text.layers[0]], dtype=np.int32).reshape(shape)
    for layer in layers[1:]:
        for y, x in np.argwhere(layer >= 0).tolist():
            lower = tiles.stacks[int(stacks[y, x])]
            stacks[y, x] = tiles.intern([*lower, *known[int(layer[y, x])].tiles])
    for switch in text.switches:
        by_hand, by_foot = next(switches)
        stack = int(stacks[switch.y, switch.x])
        approach_only = tiles.traits.walking[stack] == APPROACH
        tile = call.session.tile_index((by_hand if approach_only else by_foot).index)
        stacks[switch.y, switch.x] = tiles.with_tile(stack, tile)[0]
    items: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    monsters = []
    for number, content in known.items():
        if content.item or content.monsters:
            for layer in layers:
                for y, x in np.argwhere(layer == number).tolist():
                    if content.item:
                        items.setdefault((y, x), (x, y, *content.item))
                    monsters += [(y, x, monster) for monster in content.monsters]
    monsters.sort()
    return Segment(
        prototype=prototype,
        stacks=stacks,
        homes=_homes(call, stacks),
        rooms=tuple(text.rooms),
        items=tuple(items[place] for place in sorted(items)),
        monsters=tuple((x, y, monster) for y, x, monster in monsters),
        title=text.title,
    )


def _homes(call: Call, stacks: Any) -> tuple[SegmentHome, ...]:
    """Every home tile, in reading order."""
    tiles = call.session.tiles
    found = []
    for stack in np.unique(stacks).tolist():
        for tile in tiles.pile(stack):
            if tile.kind == HOME:
                found += [(y, x, tile) for y, x in np.argwhere(stacks == stack).tolist()]
    found.sort(key=lambda place: place[:2])
    return tuple(SegmentHome(x, y, tile.facing, tile.special_exit) for y, x, tile in found)
