"""kts.LayoutDungeon follows the rules of the specification for many seeds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host import Host
from host.errors import HostError, ModError
from host.model.game_map import GameMap, model_of
from tests.helpers import KTS_TILES, assert_shares, examples, strip_location, write_mod

# -- segments, as pictures

# What the letters of a picture stand for, as numbers of a segment file: floor, wall, homes, a pit, a stair, a coin on
# the floor, a rat, a special home, and a space for nothing at all.
LETTERS = {letter: number for number, letter in enumerate(" .#NESWos$rX")}
TABLE = "{ floor, wall, home_n, home_e, home_s, home_w, pit, stair, { floor, coin }, { floor, rat }, special }"
TILES = f"""
mod.RegisterMod {{ name = "tiles" }}
{KTS_TILES}
pit = kts.Tile {{ items = 0 }}
stair = kts.Tile {{ stairs_down = "north" }}
special = kts.Tile {{ type = "home", access = {{ walking = "approach" }}, special_exit = true }}
door_v = kts.Tile {{ type = "door", access = {{ walking = "approach" }} }}
block_door = kts.Tile {{ type = "door", access = {{}} }}
TABLE = {TABLE}
"""
TILE_NAMES = {
    " ": (),
    ".": ("floor",),
    "#": ("wall",),
    "N": ("home_n",),
    "E": ("home_e",),
    "S": ("home_s",),
    "W": ("home_w",),
    "o": ("pit",),
    "s": ("stair",),
    "$": ("floor",),
    "r": ("floor",),
    "X": ("special",),
}
HOMES = "NESW"
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
# From so many maps on, a host with a generator of its own is faster than scripts.
MANY = 20


def turn(x: int, y: int, w: int, h: int, orientation: int) -> tuple[int, int]:
    """Where a square of a w × h rectangle goes: mirrored left to right first, then turned clockwise."""
    if orientation >= 4:
        x = w - 1 - x
    for _ in range(orientation % 4):
        x, y, w, h = h - 1 - y, x, h, w
    return x, y


def turn_side(side: int, orientation: int) -> int:
    return ((4 - side if orientation >= 4 else side) + orientation) % 4


@dataclass(frozen=True)
class Piece:
    """A segment: rows of letters, and rooms as in a segment file (x, y, width, height, counted from 1)."""

    name: str
    rows: tuple[str, ...]
    rooms: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def all_rooms(self) -> tuple[tuple[int, int, int, int], ...]:
        return self.rooms or ((0, 0, self.width + 2, self.height + 2),)

    @property
    def homes(self) -> int:
        return sum(letter in HOMES for row in self.rows for letter in row)

    def text(self) -> str:
        data = "\n".join(" ".join(str(LETTERS[letter]) for letter in row) for row in self.rows)
        rooms = "\n".join(" ".join(map(str, room)) for room in self.all_rooms)
        head = f"segment\nname: {self.name}\nwidth: {self.width}\nheight: {self.height}\ndata:\n{data}\n"
        return f"{head}rooms:\n{len(self.all_rooms)}\n{rooms}\nend\n"

    def turned(self, orientation: int) -> dict[tuple[int, int], str]:
        """Letters by square, homes turned with the rest."""
        found = {}
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                if letter in HOMES:
                    letter = HOMES[turn_side(HOMES.index(letter), orientation)]
                found[turn(x, y, self.width, self.height, orientation)] = letter
        return found

    def turned_rooms(self, orientation: int) -> list[tuple[int, int, int, int]]:
        """(left, top, right, bottom), counted from the segment's own top-left square."""
        found = []
        for x, y, w, h in self.all_rooms:
            x1, y1 = turn(x - 1, y - 1, self.width, self.height, orientation)
            x2, y2 = turn(x + w - 2, y + h - 2, self.width, self.height, orientation)
            found.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
        return found

    def door_squares(self, orientation: int) -> tuple[frozenset[int], ...]:
        """By side, where along the border a door may stand as far as this segment is concerned."""
        return _door_squares(self, orientation)


@cache
def _door_squares(piece: Piece, orientation: int) -> tuple[frozenset[int], ...]:
    squares = piece.turned(orientation)
    w, h = (piece.height, piece.width) if orientation % 2 else (piece.width, piece.height)
    corners = {
        (x, y)
        for left, top, right, bottom in piece.turned_rooms(orientation)
        for x in (left, right)
        for y in (top, bottom)
    }
    lines = (
        [(i, 0) for i in range(w)],
        [(w - 1, i) for i in range(h)],
        [(i, h - 1) for i in range(w)],
        [(0, i) for i in range(h)],
    )
    found = []
    for (dx, dy), line in zip(SIDES, lines, strict=True):
        good = [squares[x, y] in ".$" and (x + dx, y + dy) not in corners for x, y in line]
        found.append(frozenset(i for i, ok in enumerate(good) if ok))
    return tuple(found)


def piece(name: str, *rows: str, rooms: Iterable[tuple[int, int, int, int]] = ()) -> Piece:
    return Piece(name, rows, tuple(rooms))


OPEN = piece("open", "...", "...", "...")
ONE = piece("one", ".N.", "...", "...")
TWO = piece("two", ".N.", "...", ".S.")
FOUR = piece("four", ".N.", "W.E", ".S.")
SOLID = piece("solid", "###", "#.#", "###")
# A door only to the north.
DEAD_END = piece("dead_end", "#.#", "#.#", "###")


# -- layouts and requests


@dataclass(frozen=True)
class Grid:
    """A layout: letters for the types (b, e, s for special, - for none), and exits by cell, None for the default."""

    rows: tuple[str, ...]
    exits: tuple[str | None, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def type_at(self, x: int, y: int) -> str:
        return self.rows[y][x]

    def lua(self) -> str:
        words = {"b": "block", "e": "edge", "s": "special", "-": "none"}
        cells = []
        for i, letter in enumerate("".join(self.rows)):
            exits = self.exits[i] if self.exits else None
            cells.append(f'{{ type = "{words[letter]}"' + (f', exits = "{exits}"' if exits is not None else "") + " }")
        return f"{{ width = {self.width}, height = {self.height}, data = {{ {', '.join(cells)} }} }}"

    def open_pairs(self) -> set[frozenset[tuple[int, int]]]:
        """Pairs of neighbouring cells, neither of them none, with an open border between them."""
        found = set()
        for y in range(self.height):
            for x in range(self.width):
                for side in (1, 2):
                    dx, dy = SIDES[side]
                    if x + dx >= self.width or y + dy >= self.height:
                        continue
                    if "-" in (self.type_at(x, y), self.type_at(x + dx, y + dy)):
                        continue
                    exits = self.exits[y * self.width + x] if self.exits else None
                    if exits is None or "nesw"[side] in exits:
                        found.add(frozenset({(x, y), (x + dx, y + dy)}))
        return found

    def turned(self, orientation: int) -> Grid:
        w, h = (self.height, self.width) if orientation % 2 else (self.width, self.height)
        rows = [[""] * w for _ in range(h)]
        exits: list[str | None] = [None] * (w * h)
        for y in range(self.height):
            for x in range(self.width):
                tx, ty = turn(x, y, self.width, self.height, orientation)
                rows[ty][tx] = self.type_at(x, y)
                given = self.exits[y * self.width + x] if self.exits else None
                if given is not None:
                    exits[ty * w + tx] = "".join("nesw"[turn_side("nesw".index(c), orientation)] for c in given)
        return Grid(tuple(map("".join, rows)), tuple(exits) if self.exits else ())


def grid(*rows: str, exits: Iterable[str | None] = ()) -> Grid:
    return Grid(rows, tuple(exits))


@dataclass(frozen=True)
class Ask:
    """What LayoutDungeon is asked for."""

    layout: Grid
    segments: tuple[Piece, ...] = (OPEN, TWO)
    special: tuple[Piece, ...] = ()
    entry: str = "none"
    players: int = 2
    rotate: bool = True

    @property
    def pieces(self) -> dict[str, Piece]:
        return {one.name: one for one in (*self.segments, *self.special)}

    def lua(self, **overrides: str) -> str:
        named = {
            "layout": self.layout.lua(),
            "wall": "T.wall",
            "horiz_door": "T.door",
            "vert_door": "T.door_v",
            "segments": f"{{ {', '.join(f'T.{one.name}' for one in self.segments)} }}",
            "special_segments": f"{{ {', '.join(f'T.{one.name}' for one in self.special)} }}",
            "entry_type": f'"{self.entry}"',
            "allow_rotate": str(self.rotate).lower(),
            **overrides,
        }
        return f"kts.LayoutDungeon {{ {', '.join(f'{name} = {value}' for name, value in named.items())} }}"


@dataclass
class Bench:
    """A host with a mod that has given segments, and scripts to run in it."""

    folder: Path
    pieces: Iterable[Piece]
    # Lua at the end of the mod.
    more: str = ""
    lines: list[str] = field(default_factory=list)
    host: Host = field(init=False)
    # The script that was written last.
    _script: str | None = None

    def __post_init__(self) -> None:
        known = {one.name: one for one in self.pieces}
        names = ", ".join(known)
        load = f'{names} = table.unpack(kts.LoadSegments(TABLE, "segments.txt"))' if known else ""
        text = "".join(one.text() for one in known.values()) + "eof\n"
        mod = write_mod(self.folder / "tiles", {"init.lua": f"{TILES}\n{load}\n{self.more}", "segments.txt": text})
        self.host = Host([mod], output=self.lines.append)

    def run(self, script: str, seed: int = 1, players: int = 2) -> GameMap:
        path = self.folder / "script.lua"
        if script != self._script:
            path.write_text(f'local T = require "tiles"; kts.DUNGEON_ERROR = nil; {script}', encoding="utf-8")
            self._script = script
        return model_of(self.host.run_script(path, seed=seed, players=players))

    def lay(self, ask: Ask, seed: int = 1, more: str = "", **overrides: str) -> tuple[GameMap, str | None]:
        """The map, and kts.DUNGEON_ERROR."""
        self.lines.clear()
        script = f"{ask.lua(**overrides)}\nprint(kts.DUNGEON_ERROR)\n{more}"
        game_map = self.run(script, seed, ask.players)
        error = self.lines.pop(0)
        return game_map, None if error == "nil" else error


# Segments -> the bench of all tests that only ask for dungeons of these segments.
_BENCHES: dict[tuple[Piece, ...], Bench] = {}


def shared_bench(folder: Path, pieces: Iterable[Piece]) -> Bench:
    """Return the bench of these segments; the first test with them loads it, in its folder."""
    key = tuple(pieces)
    if key not in _BENCHES:
        _BENCHES[key] = Bench(folder, key)
    return _BENCHES[key]


def sample(folder: Path, ask: Ask, rounds: int) -> Iterator[GameMap]:
    """Maps of a request that must succeed with every seed."""
    if rounds < MANY:
        for seed in range(rounds):
            game_map, error = shared_bench(folder, ask.pieces.values()).lay(ask, seed)
            assert error is None
            yield game_map
        return
    # For many seeds, a generator is faster than a script for each seed.
    generator = (
        f'local T = require "tiles"; kts.MENU = {{ items = {{}}, start_game_func = function() {ask.lua()} end }}'
    )
    host = Bench(folder, ask.pieces.values(), generator).host
    for seed in range(rounds):
        yield model_of(host.generate("tiles", seed=seed, players=ask.players))


def laid(folder: Path, ask: Ask, seeds: int = 1) -> Iterator[GameMap]:
    """Maps of a request that must succeed with every seed; each is checked against the rules."""
    for game_map in sample(folder, ask, seeds):
        check(game_map, ask)
        yield game_map


def reason(folder: Path, ask: Ask, seed: int = 1, **overrides: str) -> str:
    """Why a dungeon cannot be made."""
    _, error = shared_bench(folder, ask.pieces.values()).lay(ask, seed, **overrides)
    assert error is not None
    return error


def refusal(folder: Path, ask: Ask, **overrides: str) -> str:
    """The text of the Lua error that a request raises."""
    with pytest.raises(ModError) as caught:
        shared_bench(folder, ask.pieces.values()).lay(ask, **overrides)
    return strip_location(caught.value, "script/script.lua")


# -- the rules


def names(game_map: GameMap, x: int, y: int) -> tuple[str, ...]:
    return tuple(tile.prototype.id.removeprefix("tiles.") for tile in game_map.tiles_on(game_map.square(x, y)))


def title(game_map: GameMap, segment: int) -> str:
    found: str = game_map.registry.get("segment", segment).fields.title
    return found


def cells_of(game_map: GameMap, ask: Ask) -> dict[tuple[int, int], tuple[Piece, int]]:
    """What lies in which cell of the (turned and cropped) layout: the segment and its orientation."""
    size = next(iter(ask.pieces.values()))
    return {
        ((zone.x - 1) // (size.width + 1), (zone.y - 1) // (size.height + 1)): (
            ask.pieces[title(game_map, zone.segment)],
            zone.orientation,
        )
        for zone in game_map.zones
    }


def check(game_map: GameMap, ask: Ask) -> None:
    """Hold a map against sections 6.1 to 6.8."""
    cells = cells_of(game_map, ask)
    assert len(cells) == len(game_map.zones)
    some = next(iter(ask.pieces.values()))
    sw, sh = some.width, some.height
    across, down = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    assert (game_map.width, game_map.height) == (across * (sw + 1) + 1, down * (sh + 1) + 1)
    assert {x for x, _ in cells} >= {0, across - 1}
    assert {y for _, y in cells} >= {0, down - 1}
    open_pairs = possible_borders(cells, ask, across, down)
    check_squares(game_map, cells, across, down, sw, sh)
    check_doors(game_map, cells, open_pairs, sw, sh)
    check_rooms(game_map, cells, sw, sh)
    check_choice(cells, ask)
    check_homes(game_map, cells, ask, sw, sh)
    if not ask.rotate:
        assert {orientation for _, orientation in cells.values()} == {0}


def possible_borders(
    cells: dict[tuple[int, int], tuple[Piece, int]], ask: Ask, across: int, down: int
) -> list[set[frozenset[tuple[int, int]]]]:
    """For each way to turn and crop the layout that explains which cells are filled: the open borders between them."""
    found = []
    special = {one.name for one in ask.special}
    for orientation in range(8):
        layout = ask.layout.turned(orientation)
        for left in range(layout.width - across + 1):
            for top in range(layout.height - down + 1):
                here = {
                    (x - left, y - top): layout.type_at(x, y) for y in range(layout.height) for x in range(layout.width)
                }
                must = {cell for cell, kind in here.items() if kind in "be"}
                may = must | {cell for cell, kind in here.items() if kind == "s"}
                kept = {cells[cell][0].name for cell in set(cells) - must}
                if must <= set(cells) <= may and (ask.entry == "away" or kept <= special):
                    pairs = {frozenset((x - left, y - top) for x, y in pair) for pair in layout.open_pairs()}
                    found.append({pair for pair in pairs if pair <= set(cells)})
    assert found, "no orientation of the layout explains the map"
    return found


def check_squares(
    game_map: GameMap, cells: dict[tuple[int, int], tuple[Piece, int]], across: int, down: int, sw: int, sh: int
) -> None:
    for cx in range(across):
        for cy in range(down):
            expected = {}
            if (cx, cy) in cells:
                one, orientation = cells[cx, cy]
                expected = one.turned(orientation)
            for x in range(sw):
                for y in range(sh):
                    wanted = TILE_NAMES[expected[x, y]] if expected else ("wall",)
                    place = cx * (sw + 1) + 1 + x, cy * (sh + 1) + 1 + y
                    assert names(game_map, *place) == wanted
                    assert (game_map.square(*place) in game_map.loose_items) == (expected.get((x, y)) == "$")
                    there = game_map.creature_at(*place, 0)
                    assert (there is not None) == (expected.get((x, y)) == "r")
    assert len(game_map.loose_items) == sum("".join(one.rows).count("$") for one, _ in cells.values())


def check_doors(
    game_map: GameMap,
    cells: dict[tuple[int, int], tuple[Piece, int]],
    open_pairs: list[set[frozenset[tuple[int, int]]]],
    sw: int,
    sh: int,
) -> None:
    doors: dict[frozenset[tuple[int, int]], set[int]] = {}
    for x in range(game_map.width):
        for y in range(game_map.height):
            on_column, on_row = x % (sw + 1) == 0, y % (sh + 1) == 0
            if not (on_column or on_row) or names(game_map, x, y) == ("wall",):
                continue
            # Never where lines cross, nor on the outer border.
            assert on_column != on_row
            assert 0 < x < game_map.width - 1
            assert 0 < y < game_map.height - 1
            assert names(game_map, x, y) == (("door_v",) if on_column else ("door",))
            cx, cy = (x - 1) // (sw + 1), (y - 1) // (sh + 1)
            other = (cx + 1, cy) if on_column else (cx, cy + 1)
            along = (y if on_column else x) - 1
            doors.setdefault(frozenset({(cx, cy), other}), set()).add(along % ((sh if on_column else sw) + 1))
    assert set(doors) in open_pairs
    for pair, positions in doors.items():
        one, two = sorted(pair)
        side = 1 if one[1] == two[1] else 2
        allowed = cells[one][0].door_squares(cells[one][1])[side] & cells[two][0].door_squares(cells[two][1])[side ^ 2]
        assert 1 <= len(positions) <= 3
        assert positions <= allowed
        # A door that is no wall keeps others away; the doors here can be approached.
        assert not any(position + 1 in positions for position in positions)


def check_rooms(game_map: GameMap, cells: dict[tuple[int, int], tuple[Piece, int]], sw: int, sh: int) -> None:
    expected = Counter(
        (cx * (sw + 1) + 1 + left, cy * (sh + 1) + 1 + top, right - left + 1, bottom - top + 1)
        for (cx, cy), (one, orientation) in cells.items()
        for left, top, right, bottom in one.turned_rooms(orientation)
    )
    assert Counter(tuple(room) for room in game_map.rooms.tolist()) == expected


def check_choice(cells: dict[tuple[int, int], tuple[Piece, int]], ask: Ask) -> None:
    used = Counter(one.name for one, _ in cells.values())
    for name, count in Counter(one.name for one in ask.special).items():
        assert used[name] >= count
    normal = {one.name for one in ask.segments}
    special = {one.name for one in ask.special}
    assert set(used) <= normal | special


def check_homes(game_map: GameMap, cells: dict[tuple[int, int], tuple[Piece, int]], ask: Ask, sw: int, sh: int) -> None:
    expected = set()
    for (cx, cy), (one, orientation) in cells.items():
        for y, row in enumerate(one.rows):
            for x, letter in enumerate(row):
                if letter not in HOMES + "X":
                    continue
                facing = turn_side(HOMES.index(letter) if letter != "X" else 0, orientation)
                hx, hy = turn(x, y, one.width, one.height, orientation)
                hx, hy = hx + cx * (sw + 1) + 1, hy + cy * (sh + 1) + 1
                dx, dy = SIDES[facing]
                expected.add((hx - dx, hy - dy, facing, game_map.square(hx, hy), letter == "X"))
    assert {(h.x, h.y, h.facing, h.tile_square, h.special) for h in game_map.homes} == expected
    assert len(game_map.homes) == len(expected)
    given_out = [home for home in game_map.homes if home.players]
    players = sorted(player for home in given_out for player in home.players)
    assert players == ([] if ask.entry == "none" else list(range(ask.players)))
    assert not any(home.special for home in given_out)
    if ask.entry in ("close", "away"):
        places = [
            ((x - 1) // (sw + 1), (y - 1) // (sh + 1))
            for x, y in (game_map.position(home.tile_square) for home in given_out)
        ]
        assert len(set(places)) == (1 if ask.entry == "close" else ask.players)
        normal = {one.name for one in ask.segments}
        assert {cells[place][0].name for place in places} <= normal


# -- whether a request can be met at all

Sides = tuple[frozenset[int], ...]


def possible(ask: Ask) -> bool:
    """Whether any dungeon meets the request: all that the rules leave open is tried."""
    for orientation in [0] if ask.rotate else range(8):
        layout = ask.layout.turned(orientation)
        here = {(x, y): layout.type_at(x, y) for y in range(layout.height) for x in range(layout.width)}
        edge = [cell for cell, kind in here.items() if kind in "es"]
        block = [cell for cell, kind in here.items() if kind == "b"]
        for plan in _plans(ask, edge, block, here):
            if _fits(ask, plan, layout.open_pairs()):
                return True
    return False


def _plans(
    ask: Ask, edge: list[tuple[int, int]], block: list[tuple[int, int]], here: dict[tuple[int, int], str]
) -> Iterator[dict[tuple[int, int], list[Piece]]]:
    """For each way to hand out the cells: what may go into each of those that are filled."""
    away = ask.players if ask.entry == "away" else 0
    seen = set()
    for edges in permutations(edge):
        for blocks in permutations(block) if block else [()]:
            left_edge, left_block = list(edges), list(blocks)
            plan: dict[tuple[int, int], list[Piece]] = {}
            if away > len(left_edge):
                return
            for _ in range(away):
                plan[left_edge.pop()] = [one for one in ask.segments if one.homes]
            ok = True
            for one in ask.special:
                pool = left_edge or left_block
                ok = bool(pool)
                if not ok:
                    break
                plan[pool.pop()] = [one]
            left_edge = [cell for cell in left_edge if here[cell] != "s"]
            if ok and ask.entry == "close":
                pool = left_edge or left_block
                ok = bool(pool)
                if ok:
                    plan[pool.pop()] = [one for one in ask.segments if one.homes >= ask.players]
            if not ok:
                continue
            for cell in (*left_edge, *left_block):
                plan[cell] = list(ask.segments)
            key = tuple(sorted((cell, tuple(one.name for one in ones)) for cell, ones in plan.items()))
            if plan and key not in seen:
                seen.add(key)
                yield plan


def _fits(ask: Ask, plan: dict[tuple[int, int], list[Piece]], pairs: set[frozenset[tuple[int, int]]]) -> bool:
    cells = sorted(plan)
    needed = ask.players if ask.entry == "random" else 0
    options: list[list[tuple[Sides, int]]] = []
    for cell in cells:
        found = {
            (one.door_squares(orientation), one.homes)
            for one in plan[cell]
            for orientation in (range(8) if ask.rotate else [0])
        }
        options.append(sorted(found, key=lambda option: -option[1]))
    most = [max((homes for _, homes in option), default=0) for option in options]
    chosen: list[Sides] = []

    def search(i: int, homes: int) -> bool:
        if homes + sum(most[i:]) < needed:
            return False
        if i == len(cells):
            return True
        for sides, more in options[i]:
            fits = True
            for k in range(i):
                if frozenset({cells[k], cells[i]}) in pairs:
                    side = 1 if cells[k][1] == cells[i][1] else 2
                    fits = fits and bool(chosen[k][side] & sides[side ^ 2])
            if fits:
                chosen.append(sides)
                if search(i + 1, homes + more):
                    return True
                chosen.pop()
        return False

    return search(0, 0)


PLACES = st.sampled_from("....##NSo $")


@st.composite
def pieces(draw: st.DrawFn, name: str) -> Piece:
    rows = tuple("".join(draw(st.lists(PLACES, min_size=3, max_size=3))) for _ in range(3))
    rooms = draw(st.sampled_from([(), ((0, 0, 3, 5), (2, 0, 3, 5)), ((1, 1, 3, 3),), ((0, 0, 5, 3), (0, 2, 5, 3))]))
    return Piece(name, rows, rooms)


@st.composite
def asks(draw: st.DrawFn) -> Ask:
    width, height = draw(st.sampled_from([(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (4, 1)]))
    kinds = draw(st.lists(st.sampled_from("bbees-"), min_size=width * height, max_size=width * height))
    rows = tuple("".join(kinds[y * width : (y + 1) * width]) for y in range(height))
    exits: list[str] = [""] * (width * height)
    for y in range(height):
        for x in range(width):
            for side, other in ((1, (x + 1, y)), (2, (x, y + 1))):
                if other[0] < width and other[1] < height and draw(st.sampled_from([True, True, False])):
                    exits[y * width + x] += "nesw"[side]
                    exits[other[1] * width + other[0]] += "nesw"[side ^ 2]
    normal = tuple(draw(pieces(f"p{i}")) for i in range(draw(st.integers(1, 2))))
    special = tuple(draw(pieces(f"q{i}")) for i in range(draw(st.integers(0, 2))))
    return Ask(
        Grid(rows, tuple(exits) if draw(st.booleans()) else ()),
        normal,
        special,
        draw(st.sampled_from(["none", "random", "random", "away", "close"])),
        draw(st.integers(1, 3)),
        draw(st.booleans()),
    )


@pytest.mark.slow
@settings(max_examples=examples(70), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ask=asks())
def test_whatever_can_be_made_is_made_by_the_rules_and_nothing_else(tmp_path: Path, ask: Ask) -> None:
    bench = Bench(tmp_path, ask.pieces.values())
    can = possible(ask)
    for seed in range(4):
        game_map, error = bench.lay(ask, seed)
        assert (error is None) == can, f"seed {seed}: {error}"
        if can:
            check(game_map, ask)


# -- parameters and their errors

ARGUMENT = "kts.LayoutDungeon: "
LAYOUT_RULE = "must be a table with width, height and data (not a table or indexable)"
TILE_RULE = "must be a Tile or a list of Tiles"
SEGMENT_RULE = "must be a list of Segments"
ENTRY_RULE = 'must be "none", "close", "away" or "random"'
SIDE_RULE = "must be a positive whole number, not negative nor fractional"
EXITS_RULE = 'must be a string of the letters n, e, s and w, such as "ns"'
AGREE = "exits must agree (a cell without exits is open to every neighbour that is not none)"


def cells(*each: str, width: int | str | None = None, height: int | str = 1) -> str:
    return f"{{ width = {len(each) if width is None else width}, height = {height}, data = {{ {', '.join(each)} }} }}"


B = '{ type = "block" }'
PARAMETERS = {
    "layout nil": ({"layout": "nil"}, f"layout is nil: {LAYOUT_RULE}"),
    "layout a string": ({"layout": '"tiny"'}, f'layout is "tiny": {LAYOUT_RULE}'),
    "layout a number": ({"layout": "5"}, f"layout is 5: {LAYOUT_RULE}"),
    "layout a handle": ({"layout": "T.wall"}, f"layout is a tile: {LAYOUT_RULE}"),
    "layout false": ({"layout": "false"}, f"layout is false: {LAYOUT_RULE}"),
    "no width": ({"layout": "{}"}, "layout.width is nil: must be a number, and is missing"),
    "width a word": ({"layout": cells(B, width='"x"')}, 'layout.width is "x": must be a number'),
    "width zero": ({"layout": cells(B, width=0)}, f"layout.width is 0: {SIDE_RULE}"),
    "width below zero": ({"layout": cells(B, width=-1)}, f"layout.width is -1: {SIDE_RULE}"),
    "width a fraction": ({"layout": cells(B, width="2.5")}, f"layout.width is 2.5: {SIDE_RULE}"),
    "width NaN": ({"layout": cells(B, width="0/0")}, f"layout.width is nan: {SIDE_RULE}"),
    "width infinite": ({"layout": cells(B, width="math.huge")}, f"layout.width is inf: {SIDE_RULE}"),
    "width huge": ({"layout": cells(B, width="1e300")}, f"layout.width is 1e+300: {SIDE_RULE}"),
    "no height": ({"layout": cells(B, height="nil")}, "layout.height is nil: must be a number, and is missing"),
    "height true": ({"layout": cells(B, height="true")}, "layout.height is true: must be a number"),
    "no data": ({"layout": "{ width = 1, height = 1 }"}, "layout.data is nil: must be a list of cells"),
    "data a word": ({"layout": '{ width = 1, height = 1, data = "b" }'}, 'layout.data is "b": must be a list of cells'),
    "too few cells": ({"layout": cells(B, width=3)}, "layout.data has 1 entry: must have width × height = 3"),
    "too many cells": ({"layout": cells(B, B, width=1)}, "layout.data has 2 entries: must have width × height = 1"),
    "a large layout of one cell": (
        {"layout": cells(B, width=100000, height=100000)},
        "layout.data has 1 entry: must have width × height = 10000000000",
    ),
    "a cell that is a number": (
        {"layout": cells(B, "5")},
        "layout.data[2] is 5: must be a table with a type, and perhaps exits",
    ),
    "a cell without type": (
        {"layout": cells("{}")},
        'layout.data[1].type is nil: must be "block", "edge", "special" or "none"',
    ),
    "a slip in a type": (
        {"layout": cells('{ type = "blok" }')},
        'layout.data[1].type is "blok": must be "block", "edge", "special" or "none"; did you mean "block"?',
    ),
    "exits a boolean": (
        {"layout": cells('{ type = "edge", exits = true }')},
        f"layout.data[1].exits is true: {EXITS_RULE}",
    ),
    "exits a table": (
        {"layout": cells('{ type = "edge", exits = {} }')},
        f"layout.data[1].exits is a table: {EXITS_RULE}",
    ),
    "an exit off the grid": (
        {"layout": cells(B, '{ type = "edge", exits = "we" }')},
        "layout.data[2].exits leads east, off the grid",
    ),
    "an exit from none": (
        {"layout": cells(B, '{ type = "none", exits = "n" }')},
        "layout.data[2].exits leads north, off the grid",
    ),
    "exits that disagree sideways": (
        {"layout": cells('{ type = "edge", exits = "" }', '{ type = "edge", exits = "w" }')},
        f"layout.data[2] has an exit west, and its neighbour layout.data[1] has none east: {AGREE}",
    ),
    "exits that disagree upwards": (
        {"layout": cells('{ type = "edge", exits = "S" }', '{ type = "edge", exits = "" }', width=1, height=2)},
        f"layout.data[1] has an exit south, and its neighbour layout.data[2] has none north: {AGREE}",
    ),
    "exits that disagree with a default": (
        {"layout": cells('{ type = "edge", exits = "" }', B)},
        f"layout.data[2] has an exit west, and its neighbour layout.data[1] has none east: {AGREE}",
    ),
    "an exit into none": (
        {"layout": cells('{ type = "none" }', '{ type = "edge", exits = "w" }')},
        f"layout.data[2] has an exit west, and its neighbour layout.data[1] has none east: {AGREE}",
    ),
    "wall nil": ({"wall": "nil"}, "wall is nil: must be a Tile or a list of Tiles"),
    "wall false": ({"wall": "false"}, f"wall is false: {TILE_RULE}"),
    "wall a number": ({"wall": "5"}, f"wall is 5: {TILE_RULE}"),
    "wall a string": ({"wall": '"wall"'}, f'wall is "wall": {TILE_RULE}'),
    "wall an item": ({"wall": "T.coin"}, f"wall is an item: {TILE_RULE}"),
    "wall a function": ({"wall": "print"}, f"wall is a function: {TILE_RULE}"),
    "wall with a number": ({"wall": "{ T.wall, 5 }"}, "wall[2] is 5: must be a tile"),
    "horiz_door a number": ({"horiz_door": "5"}, f"horiz_door is 5: {TILE_RULE}"),
    "horiz_door false": ({"horiz_door": "false"}, f"horiz_door is false: {TILE_RULE}"),
    "vert_door with an item": ({"vert_door": "{ T.coin }"}, "vert_door[1] is an item: must be a tile"),
    "segments a number": ({"segments": "5"}, f"segments is 5: {SEGMENT_RULE}"),
    "segments a string": ({"segments": '"open"'}, f'segments is "open": {SEGMENT_RULE}'),
    "segments one segment": ({"segments": "T.open"}, f"segments is a segment: {SEGMENT_RULE}"),
    "segments with a number": ({"segments": "{ 5 }"}, "segments[1] is 5: must be a segment"),
    "segments with a tile": (
        {"segments": "{ T.open, T.wall }"},
        "segments[2] is a tile: must be a segment",
    ),
    "special segments a string": ({"special_segments": '"exit"'}, f'special_segments is "exit": {SEGMENT_RULE}'),
    "special segments with an item": (
        {"special_segments": "{ T.coin }"},
        "special_segments[1] is an item: must be a segment",
    ),
    "no entry type": ({"entry_type": "nil"}, f"entry_type is nil: {ENTRY_RULE}"),
    "entry type in capitals": ({"entry_type": '"None"'}, f'entry_type is "None": {ENTRY_RULE}; did you mean "none"?'),
    "a slip in the entry type": (
        {"entry_type": '"clsoe"'},
        f'entry_type is "clsoe": {ENTRY_RULE}; did you mean "close"?',
    ),
    "a number for the entry type": ({"entry_type": "5"}, f"entry_type is 5: {ENTRY_RULE}"),
}


@pytest.mark.parametrize(("overrides", "text"), PARAMETERS.values(), ids=PARAMETERS)
def test_a_wrong_parameter_is_an_error(tmp_path: Path, overrides: dict[str, str], text: str) -> None:
    assert refusal(tmp_path, Ask(grid("b")), **overrides) == ARGUMENT + text


ORDER = ["layout", "wall", "horiz_door", "vert_door", "segments", "special_segments", "entry_type"]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(len(ORDER)), ids=ORDER)
def test_parameters_are_read_in_their_order(tmp_path: Path, first: int) -> None:
    wrong = dict.fromkeys(ORDER[first:], "5")
    assert refusal(tmp_path, Ask(grid("b")), **wrong).startswith(f"{ARGUMENT}{ORDER[first]} is 5: ")


@pytest.mark.parametrize("given_value", ["", "nil", '"x"', "5", "T.wall"])
def test_the_argument_must_be_a_table(tmp_path: Path, given_value: str) -> None:
    bench = Bench(tmp_path, [])
    with pytest.raises(ModError, match=r"kts\.LayoutDungeon: its argument is .*: must be a table with layout, wall"):
        bench.run(f"kts.LayoutDungeon({given_value})")


@pytest.mark.parametrize(
    ("overrides", "text"),
    [
        ({"segments": "T.walls", "wall": "T.walls"}, "segments[1] is a tile: must be a segment"),
        ({"wall": "T.both", "segments": "T.both"}, "wall[1] is a segment: must be a tile"),
    ],
    ids=["tiles for segments", "segments for tiles"],
)
def test_one_table_in_two_places_is_read_for_each(tmp_path: Path, overrides: dict[str, str], text: str) -> None:
    bench = Bench(tmp_path, [OPEN])
    ask = Ask(grid("b"), (OPEN,))
    with pytest.raises(ModError) as caught:
        bench.run(f"T.walls, T.both = {{ T.wall }}, {{ T.open }}\n{ask.lua(**overrides)}")
    assert str(caught.value).endswith(ARGUMENT + text)


def test_a_table_that_changes_between_calls_is_read_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN, SOLID])
    bench.run(
        f"""
        local segments, layout, wall = {{ T.open }}, {grid("b").lua()}, {{ T.wall }}
        local function lay()
          kts.WipeDungeon()
          kts.LayoutDungeon {{ layout = layout, wall = wall, segments = segments, entry_type = "none" }}
          print(kts.GetTiles({{ x = 1, y = 1 }})[1], #kts.GetTiles({{ x = 0, y = 0 }}))
        end
        lay()
        segments[1] = T.solid
        lay()
        wall[2] = T.floor
        lay()
        layout.data[1].type = "none"
        lay()
        print(kts.DUNGEON_ERROR ~= nil)
        """
    )
    assert bench.lines == [
        "Tile tiles.floor 1",
        "Tile tiles.wall 1",
        "Tile tiles.wall 2",
        "nil 0",
        "true",
    ]


@pytest.mark.parametrize(
    "overrides",
    [
        {"layout": cells(B, width='"1"', height="1.0")},
        {"layout": cells('{ type = "BLOCK" }')},
        {"layout": cells('{ type = "block", exits = "" }')},
        {"layout": cells('{ type = "block", exits = "xyz" }')},
        {"layout": cells('{ type = "block", exits = 5 }')},
        {"layout": cells(B).replace("width", "name = 5, next = {}, func = print, width")},
        {"layout": f"(function() local t = {cells(B)} t.self = t return t end)()"},
        {"layout": f"(function() local t = {cells(B)} t.data[1].layout = t return t end)()"},
        {"layout": f"setmetatable({{}}, {{ __index = {cells(B)} }})"},
        {"layout": f"setmetatable({{ width = 1 }}, {{ __index = {cells(B)} }})"},
        {"layout": cells('setmetatable({}, { __index = { type = "block" } })')},
        {"wall": "{}", "horiz_door": "{}", "vert_door": "{}"},
        {"horiz_door": "nil", "vert_door": "nil"},
        {"wall": "{ T.floor, T.wall }"},
        {"special_segments": "nil"},
        {"segments": "setmetatable({ T.open }, {})"},
        {"allow_rotate": "nil"},
        {"allow_rotate": "0"},
    ],
    ids=[
        *("numbers as text", "type in capitals", "no exits", "other letters", "exits a number", "other fields"),
        *("a layout that holds itself", "a cell that holds its layout", "a layout that inherits"),
        *(
            "a layout that inherits in part",
            "a cell that inherits",
            "empty piles",
            "no doors needed",
            "a pile for wall",
        ),
        *("no special segments", "a list with a metatable", "allow_rotate nil", "allow_rotate 0"),
    ],
)
def test_what_the_original_takes_is_taken(tmp_path: Path, overrides: dict[str, str]) -> None:
    game_map, error = Bench(tmp_path, [OPEN]).lay(Ask(grid("b"), (OPEN,)), **overrides)
    assert error is None
    assert len(game_map.zones) == 1


@pytest.mark.parametrize("holes", ["{ nil, T.open }", "{ T.open, nil, T.two }", "{ T.two, nil, nil, T.open }"])
def test_holes_in_the_list_of_segments_are_skipped(tmp_path: Path, holes: str) -> None:
    bench = Bench(tmp_path, [OPEN, TWO])
    wanted = set(re.findall(r"T\.(\w+)", holes))
    seen = set()
    for seed in range(40):
        game_map, error = bench.lay(Ask(grid("b"), (OPEN, TWO)), seed, segments=holes)
        assert error is None
        seen.add(title(game_map, game_map.zones[0].segment))
    assert seen == wanted


@pytest.mark.parametrize(
    ("segments", "special", "rotate", "text"),
    [
        (
            (OPEN, piece("wide", "....", "....", "....")),
            (),
            False,
            "segments: tiles.wide is 4 × 3, and tiles.open is 3 × 3: all segments of a dungeon must have one size",
        ),
        (
            (OPEN,),
            (piece("large", "....", "....", "....", "...."),),
            True,
            "segments: tiles.open is 3 × 3, and tiles.large is 4 × 4: all segments of a dungeon must have one size",
        ),
        (
            (piece("wide", "....", "....", "...."),),
            (),
            True,
            (
                "allow_rotate is true, and tiles.wide is 4 × 3: only square segments can be rotated; "
                "give allow_rotate = false"
            ),
        ),
    ],
    ids=["mixed segments", "mixed special segments", "turned rectangles"],
)
def test_segments_have_one_size_and_only_squares_turn(
    tmp_path: Path, segments: tuple[Piece, ...], special: tuple[Piece, ...], rotate: bool, text: str
) -> None:
    assert refusal(tmp_path, Ask(grid("bb"), segments, special, rotate=rotate)) == ARGUMENT + text


@pytest.mark.parametrize("missing", ["horiz_door", "vert_door"])
def test_a_door_that_is_needed_and_missing_is_a_lua_error_whatever_the_seed(tmp_path: Path, missing: str) -> None:
    # Layouts turn, so that a border between left and right comes to lie between above and below.
    bench = Bench(tmp_path, [OPEN])
    outcomes = set()
    for seed in range(20):
        with pytest.raises(ModError) as caught:
            bench.lay(Ask(grid("bb"), (OPEN,)), seed, **{missing: "nil"})
        outcomes.add(str(caught.value))
    assert len(outcomes) == 1
    assert f"kts.LayoutDungeon: {missing} is nil" in outcomes.pop()


def test_nothing_is_changed_by_a_wrong_parameter(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN])
    ask = Ask(grid("b"), (OPEN,))
    bench.run(
        f"{ask.lua()}\nprint(pcall(function() {ask.lua(wall='5')} end) == false, #kts.GetTiles({{ x = 1, y = 1 }}))"
    )
    assert bench.lines == ["true 1"]


# -- success and failure leave traces


def test_success_leaves_the_error_variable_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN])
    bench.run(f"kts.DUNGEON_ERROR = 'mine'\n{Ask(grid('b'), (OPEN,)).lua()}\nprint(kts.DUNGEON_ERROR)")
    bench.run("kts.DUNGEON_ERROR = 'mine'\nkts.WipeDungeon()\nprint(kts.DUNGEON_ERROR)")
    assert bench.lines == ["mine", "nil"]


def test_a_new_game_does_not_begin_with_the_error_of_the_last(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [])
    bench.run(Ask(grid("b"), ()).lua())
    path = tmp_path / "next.lua"
    path.write_text("print(kts.DUNGEON_ERROR)", encoding="utf-8")
    bench.host.run_script(path, seed=1)
    assert bench.lines == ["nil"]


def test_wiping_makes_an_empty_map(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [TWO])
    ask = Ask(grid("b"), (TWO,), entry="random")
    game_map = bench.run(
        f"{ask.lua()}\nkts.AddMonster({{ x = 2, y = 2 }}, T.bat)\nkts.WipeDungeon()\n"
        "local p = kts.GetAllPlayers()[1]\n"
        "print(#kts.GetAllHomes(), kts.GetHomeFor(p), kts.GetRandomPos(), #kts.GetTiles({ x = 1, y = 1 }))\n"
        "print(kts.GetTotalMonsterCount(), kts.RotateAddPos({ x = 2, y = 2 }, 1, 0).x)"
    )
    assert (game_map.width, game_map.height) == (0, 0)
    assert bench.lines == ["0 nil nil 0", "0 3"]


HOPELESS = {
    "nothing to fill with": (
        Ask(grid("bb"), ()),
        r"2 cells are left to fill, and segments is an empty list: must be a list of Segments",
    ),
    "only none": (Ask(grid("--")), r"every cell of the layout is none or special, so the dungeon would be empty"),
    "only special": (Ask(grid("ss")), r"every cell of the layout is none or special, so the dungeon would be empty"),
    "too many special segments": (
        Ask(grid("bb"), (OPEN,), (ONE, TWO, FOUR)),
        r"there is no cell for special_segments\[3\] of 3 \(tiles\.four\): the layout has 2 cells; use a larger layout",
    ),
    "special segments after players": (
        Ask(grid("ee"), (ONE,), (OPEN,), "away"),
        (
            r"there is no cell for special_segments\[1\] of 1 \(tiles\.open\): the layout has 2 cells, "
            r"and each player takes one; "
            r"use a larger layout"
        ),
    ),
    "away without edges": (
        Ask(grid("bbb"), (ONE,), entry="away"),
        (
            r'entry_type "away": each of 2 players needs an edge cell, and the layout has 0 edge or special cells; '
            r'use a larger layout or entry_type "random"'
        ),
    ),
    "away with too few edges": (
        Ask(grid("ebe"), (ONE,), entry="away", players=3),
        (
            r'entry_type "away": each of 3 players needs an edge cell, and the layout has 2 edge or special cells; '
            r'use a larger layout or entry_type "random"'
        ),
    ),
    "away without homes": (
        Ask(grid("ee"), (OPEN,), entry="away"),
        (
            r"cell \(\d,0\) needs a segment with 1 home, and of the 1 in segments none has more than 0; "
            r"give segments with more homes, or fewer players"
        ),
    ),
    "close without a cell": (
        Ask(grid("b"), (TWO,), (ONE,), "close"),
        r'entry_type "close": no cell is left for the segment in which all players start; use a larger layout',
    ),
    "close with too few homes": (
        Ask(grid("b"), (ONE, TWO), entry="close", players=3),
        (
            r"cell \(0,0\) needs a segment with 3 homes, and of the 2 in segments none has more than 2; "
            r"give segments with more homes, or fewer players"
        ),
    ),
    "random with too few homes": (
        Ask(grid("bb"), (TWO,), entry="random", players=5),
        (
            r"5 players need homes: 5 are missing, with 2 cells left and at most 2 homes in a segment; "
            r"use a larger layout, segments with more homes, or fewer players"
        ),
    ),
    "random without homes": (
        Ask(grid("bb"), (OPEN,), entry="random", players=3),
        (
            r"3 players need homes: 3 are missing, with 2 cells left and at most 0 homes in a segment; "
            r"use a larger layout, segments with more homes, or fewer players"
        ),
    ),
    "random without a home for one player": (
        Ask(grid("b"), (OPEN,), entry="random", players=1),
        (
            r"1 player needs homes: 1 is missing, with 1 cell left and at most 0 homes in a segment; "
            r"use a larger layout, segments with more homes, or fewer players"
        ),
    ),
    "special homes only": (
        Ask(grid("bb"), (piece("way_out", "...", ".X.", "..."),), entry="random", players=3),
        (
            r"3 players need homes: 3 are missing, with 2 cells left and at most 0 homes in a segment; "
            r"use a larger layout, segments with more homes, or fewer players"
        ),
    ),
    "a border without doors": (
        Ask(grid("bb"), (SOLID,)),
        (
            r"the border between cells \(\d,0\) and \(\d,0\) has no square for a door: segments tiles\.solid and "
            r"tiles\.solid do not fit; tried \d+ candidates? \(a segment in an orientation\); "
            r"give segments with walkable squares "
            r"along all four sides"
        ),
    ),
    "a border without doors, unturned": (
        Ask(grid("bb"), (SOLID,), rotate=False),
        (
            r"the border between cells \(\d,0\) and \(\d,0\) has no square for a door: segments tiles\.solid and "
            r"tiles\.solid do not fit; tried \d+ candidates? \(a segment in an orientation\); "
            r"give segments with walkable squares "
            r"along all four sides, or allow_rotate = true"
        ),
    ),
}


@pytest.mark.parametrize(("ask", "text"), HOPELESS.values(), ids=HOPELESS)
def test_a_request_that_cannot_be_met_says_why(tmp_path: Path, ask: Ask, text: str) -> None:
    assert not possible(ask)
    for seed in range(3):
        assert re.fullmatch(text, reason(tmp_path, ask, seed))


def test_walls_that_can_be_walked_say_so_and_give_advice_that_works(tmp_path: Path) -> None:
    text = reason(tmp_path, Ask(grid("bb")), wall="T.floor")
    assert text.startswith("doors need walls beside them, and the wall does not block walking; ")
    # The field is a table, so that a word would be refused.
    assert 'access = "blocked"' not in text


# -- awkward requests that can be met

NARROW = piece("narrow", "###", "#.#", "#.#")
CORNERED = piece("cornered", "...", "...", "...", rooms=[(0, 0, 3, 5), (2, 0, 3, 5), (0, 0, 5, 3), (0, 2, 5, 3)])
ELBOW = piece("elbow", "#.#", "#..", "###")
PASSAGE = piece("passage", "#.#", "#.#", "#.#")
PITS = piece("pits", "o.o", "...", "oso")
TINY_GATE = piece("tiny_gate", "##.", "#..", "...")
AWKWARD = {
    "dead ends in a pair": Ask(grid("bb"), (DEAD_END,)),
    "dead ends beside open segments": Ask(grid("bbb"), (DEAD_END, OPEN)),
    "a corridor of passages": Ask(grid("bbbbbb"), (PASSAGE,)),
    "passages and elbows round a ring": Ask(grid("bbb", "b-b", "bbb"), (PASSAGE, ELBOW)),
    "elbows in a square": Ask(grid("bb", "bb"), (ELBOW,)),
    "doors on one square of twelve": Ask(grid("bb", "bb"), (TINY_GATE,)),
    "pits and stairs at the borders": Ask(grid("bbb"), (PITS, OPEN)),
    "one good segment among bad ones": Ask(grid("bbb", "bbb", "bbb"), (SOLID, NARROW, DEAD_END, OPEN)),
    "homes and doors both scarce": Ask(
        grid("bbb"), (piece("shut_home", "###", "#N#", "#.#"), PASSAGE), entry="random", players=2
    ),
    "homes: one a cell, and each is needed": Ask(grid("bb"), (ONE, OPEN), entry="random", players=2),
    "homes: one a cell in a larger layout": Ask(grid("bbb", "bbb"), (ONE, OPEN), entry="random", players=6),
    "homes: four in a single cell": Ask(grid("b"), (ONE, TWO, FOUR, OPEN), entry="random", players=4),
    "homes: three a cell": Ask(grid("bb"), (OPEN, ONE, FOUR), entry="random", players=7),
    "homes of special segments": Ask(grid("bb"), (OPEN,), (TWO,), "random", 2),
    "close among small ones": Ask(grid("ebe"), (ONE, OPEN, FOUR), entry="close", players=4),
    "away on all edges": Ask(grid("ebe", "bbb", "ebe"), (ONE, OPEN, DEAD_END), entry="away", players=4),
    "away in dead ends": Ask(grid("ebe"), (piece("cell", "#N#", "#.#", "#.#"), PASSAGE), entry="away", players=2),
    "a special dead end in a row": Ask(grid("eeeee"), (OPEN,), (DEAD_END,)),
    "a special dead end in a long row": Ask(grid("bbbbbbb"), (OPEN,), (DEAD_END,)),
    "a special segment leaves an edge to players": Ask(grid("es", exits=["", ""]), (TWO,), (ONE,), "close"),
    "two special dead ends": Ask(grid("eeee"), (OPEN,), (DEAD_END, piece("other_end", "###", "#.#", "#.#"))),
    "a special dead end beside players": Ask(grid("eeeee"), (ONE, OPEN), (DEAD_END,), "away"),
    "unturned, up and down": Ask(
        grid("bb"), (piece("upper", "###", "#.#", "#.#"), piece("lower", "#.#", "#.#", "###")), rotate=False
    ),
    "unturned, one way up": Ask(
        grid("ee"), (), (piece("upper", "###", "#.#", "#.#"), piece("lower", "#.#", "#.#", "###")), rotate=False
    ),
    "unturned, in one corner of eight": Ask(
        grid("ee", "e-"),
        (),
        (
            piece("corner", "###", "#..", "#.#"),
            piece("right", "###", "..#", "###"),
            piece("below", "#.#", "#.#", "###"),
        ),
        rotate=False,
    ),
}


@pytest.mark.parametrize("ask", AWKWARD.values(), ids=AWKWARD)
def test_an_awkward_dungeon_never_fails_by_chance(tmp_path: Path, ask: Ask) -> None:
    assert possible(ask)
    seeds = examples(100 if len(ask.layout.rows) * len(ask.layout.rows[0]) < 9 else 40)
    assert sum(1 for _ in laid(tmp_path, ask, seeds)) == seeds


def test_a_wall_of_rooms_corners_leaves_no_door_where_rooms_meet(tmp_path: Path) -> None:
    positions = Counter[int]()
    for game_map in laid(tmp_path, Ask(grid("bb"), (CORNERED,)), 60):
        for square in range(game_map.width * game_map.height):
            x, y = game_map.position(square)
            if "door" in "".join(names(game_map, x, y)):
                positions[y if x == 4 else x] += 1
    # The middle square of each side is a corner of two rooms.
    assert 2 not in positions
    assert set(positions) == {1, 3}


# -- sizes, cropping, borders


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (2, 1), (1, 7), (7, 1), (3, 3), (4, 6), (12, 12), (30, 2), (32, 32)]
)
def test_layouts_of_any_width_and_height(tmp_path: Path, width: int, height: int) -> None:
    ask = Ask(Grid(("b" * width,) * height), (OPEN, TWO), entry="random")
    (game_map,) = laid(tmp_path, ask)
    assert len(game_map.zones) == width * height
    assert {game_map.width, game_map.height} == {4 * width + 1, 4 * height + 1}


@pytest.mark.slow
def test_a_layout_as_large_as_the_map_may_be_is_laid_out_or_refused_in_a_sentence(tmp_path: Path) -> None:
    # 210 × 210 cells of one square each: a map of 177,241 squares, of sixteen million that it may have.
    dot = piece("dot", ".")
    bench = Bench(tmp_path, [dot])
    try:
        game_map = bench.run(
            f"""
            local data = {{}}
            for i = 1, 210 * 210 do data[i] = {{ type = "block", exits = "" }} end
            {Ask(grid("b"), (dot,)).lua(layout="{ width = 210, height = 210, data = data }")}
            assert(not kts.DUNGEON_ERROR, kts.DUNGEON_ERROR)
            """
        )
    except HostError as error:
        text = str(error)
    else:
        assert (game_map.width, game_map.height) == (421, 421)
        return
    assert "kts.LayoutDungeon: layout" in text


@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 20])
def test_segments_of_any_size(tmp_path: Path, size: int) -> None:
    one = Piece("one", ("." * size,) * size)
    for game_map in laid(tmp_path, Ask(grid("bb", "bb"), (one,)), 5):
        assert game_map.width == 2 * (size + 1) + 1


def test_rectangles_are_laid_out_unturned_in_layouts_that_turn(tmp_path: Path) -> None:
    wide = piece("wide", ".....", "W...E")
    sizes = Counter((m.width, m.height) for m in laid(tmp_path, Ask(grid("bbb"), (wide,), rotate=False), 40))
    assert set(sizes) == {(19, 4), (7, 10)}


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (grid("---", "-b-", "---"), (5, 5)),
        (grid("---", "bb-", "---"), (5, 9)),
        (grid("b--", "---", "--b"), (13, 13)),
        (grid("b-b"), (5, 13)),
        (grid("sbs", "sss"), (5, 5)),
        (grid("--", "--", "b-", "b-"), (5, 9)),
    ],
    ids=["a cell in the middle", "two at the side", "two corners", "a gap", "special cells", "two below"],
)
def test_empty_rows_and_columns_at_the_sides_are_cut_off(tmp_path: Path, layout: Grid, size: tuple[int, int]) -> None:
    for game_map in laid(tmp_path, Ask(layout, (OPEN,)), 20):
        assert tuple(sorted((game_map.width, game_map.height))) == size


def test_a_special_cell_stays_only_when_something_goes_there(tmp_path: Path) -> None:
    ring = grid("bbb", "bsb", "bbb")
    for game_map in laid(tmp_path, Ask(ring, (OPEN,)), 20):
        assert len(game_map.zones) == 8
        assert names(game_map, 6, 6) == ("wall",)
    for game_map in laid(tmp_path, Ask(ring, (OPEN,), (TWO,)), 20):
        assert len(game_map.zones) == 9
        zone = game_map.zone_at(6, 6)
        assert zone is not None
        assert title(game_map, zone.segment) == "two"


def test_a_player_away_from_others_may_start_in_a_special_cell(tmp_path: Path) -> None:
    counts = Counter(len(m.zones) for m in laid(tmp_path, Ask(grid("sbe"), (ONE,), entry="away", players=1), 100))
    # Half of the time the player starts in the special cell, which then stays.
    assert set(counts) == {2, 3}
    assert 25 < counts[3] < 75


CLOSED = grid("bb", "bb", exits=["", "", "", ""])


def test_closed_borders_are_solid(tmp_path: Path) -> None:
    for game_map in laid(tmp_path, Ask(CLOSED, (OPEN,)), 20):
        line = {names(game_map, 4, i) for i in range(9)} | {names(game_map, i, 4) for i in range(9)}
        assert line == {("wall",)}


def test_a_long_snake_has_doors_only_along_its_way(tmp_path: Path) -> None:
    snake = grid("be-", "bbb", "-eb", exits=["es", "w", "", "ne", "we", "ws", "", "e", "nw"])
    for game_map in laid(tmp_path, Ask(snake, (OPEN, TWO), entry="random"), 20):
        assert len(game_map.zones) == 7


def test_exits_of_none_cells_have_no_effect(tmp_path: Path) -> None:
    layout = grid("b-b", exits=["e", "ew", "w"])
    for game_map in laid(tmp_path, Ask(layout, (OPEN,)), 10):
        assert len(game_map.zones) == 2


def test_doors_and_walls_may_be_piles(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN])
    game_map, error = bench.lay(
        Ask(grid("bb", "bb"), (OPEN,)),
        horiz_door="{ T.floor, T.door }",
        vert_door="{ T.door_v, T.floor }",
        wall="{ T.pit, T.wall }",
    )
    assert error is None
    piles = Counter(names(game_map, x, y) for x in range(9) for y in range(9) if x % 4 == 0 or y % 4 == 0)
    assert piles[("pit", "wall")] >= 45 - 12
    # Floor lies deeper, whatever the order.
    assert set(piles) == {("pit", "wall"), ("floor", "door"), ("floor", "door_v")}


def test_doors_that_block_like_walls_may_stand_side_by_side(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN])
    beside = 0
    for seed in range(60):
        ask = Ask(grid("bb"), (OPEN,))
        game_map, _ = bench.lay(ask, seed, horiz_door="T.block_door", vert_door="T.block_door")
        line = [names(game_map, *((4, i) if game_map.width == 9 else (i, 4))) for i in range(5)]
        doors = [i for i, pile in enumerate(line) if pile != ("wall",)]
        beside += any(i + 1 in doors for i in doors)
    assert beside > 10


def test_a_creature_in_front_keeps_doors_away(tmp_path: Path) -> None:
    guarded = piece("guarded", "rr.", "r.r", ".rr")
    for _ in laid(tmp_path, Ask(grid("bb"), (guarded, OPEN)), 60):
        pass


def test_items_and_monsters_come_along_and_turn(tmp_path: Path) -> None:
    furnished = piece("furnished", "$..", ".r.", "..N")
    squares = Counter(m.position(next(iter(m.loose_items))) for m in laid(tmp_path, Ask(grid("b"), (furnished,)), 80))
    assert set(squares) == {(1, 1), (3, 1), (1, 3), (3, 3)}


# -- coordinates of turned segments


def test_offsets_and_directions_turn_with_the_segment_they_are_in(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [OPEN])
    script = """
    for x = 0, 8 do for y = 0, 4 do
      local at = kts.RotateAddPos({ x = x, y = y }, 2, -1)
      local here = { x = x, y = y }
      print(x, y, at.x, at.y, kts.RotateDirection(here, "right"), kts.RotateDirection(here, "north"))
    end end
    """
    seen = set()
    for seed in range(40):
        game_map, _ = bench.lay(Ask(grid("bb"), (OPEN,)), seed, script)
        for line in bench.lines:
            x, y, ax, ay = map(int, line.split()[:4])
            zone = game_map.zone_at(x, y)
            orientation = 0 if zone is None else zone.orientation
            dx, dy = (-2, -1) if orientation >= 4 else (2, -1)
            for _ in range(orientation % 4):
                dx, dy = -dy, dx
            assert (ax - x, ay - y) == (dx, dy)
            directions = ["north", "east", "south", "west"]
            assert line.split()[4:] == [directions[turn_side(side, orientation)] for side in (1, 0)]
            seen.add(orientation)
    assert seen == set(range(8))


@pytest.mark.parametrize(
    "call",
    [
        "kts.RotateAddPos({ x = 1e300, y = 0 }, 0, 0)",
        "kts.RotateAddPos({ x = math.maxinteger, y = 0 }, 5, 0)",
        "kts.RotateAddPos({ x = 0, y = math.mininteger }, 0, -5)",
        "kts.RotateAddPos({ x = 0, y = 0 }, 2^40, 0)",
        "kts.RotateAddPos({ x = 0/0, y = 0 }, 1, 0)",
        "kts.RotateAddPos(nil, 1, 0)",
        'kts.RotateDirection({ x = 1e300, y = 0 }, "north")',
    ],
)
def test_a_position_past_all_maps_is_taken_or_refused_in_a_sentence(tmp_path: Path, call: str) -> None:
    bench = Bench(tmp_path, [OPEN])
    bench.run(f"local ok, text = pcall(function() return {call} end)\nprint(ok or type(text), text)")
    taken, _, text = bench.lines[0].partition(" ")
    assert taken in ("true", "string")
    assert "the host failed" not in text


# -- chance


def even(keys: Iterable[Any]) -> dict[Any, float]:
    found = list(keys)
    return {key: 1 / len(found) for key in found}


ROUNDS = 600


@pytest.mark.slow
def test_the_layout_turns_evenly_over_its_eight_orientations_even_unturned(tmp_path: Path) -> None:
    # Three cells around a corner, told apart by what they hold.
    marks = (piece("mark_a", "...", "...", "..."), piece("mark_b", "...", "...", "..."))
    ask = Ask(grid("eb", "b-"), (OPEN,), marks, rotate=False)
    found = Counter[Any]()
    for game_map in sample(tmp_path, ask, ROUNDS):
        placed = {title(game_map, zone.segment): (zone.x, zone.y) for zone in game_map.zones}
        # The edge cell is the corner; of the two others one at random holds the second mark.
        found[placed["mark_a"], placed["mark_b"]] += 1
    corners = [(1, 1), (5, 1), (1, 5), (5, 5)]
    pairs = [(a, b) for a in corners for b in corners if (a[0] == b[0]) != (a[1] == b[1])]
    assert_shares(found, even(pairs))


@pytest.mark.slow
def test_a_long_layout_lies_across_or_down_half_of_the_time_and_either_way_round(tmp_path: Path) -> None:
    ask = Ask(grid("eb-s"), (OPEN,), (ONE,), rotate=False)
    shapes = Counter[Any]()
    for game_map in sample(tmp_path, ask, ROUNDS):
        where_one = next((zone.x, zone.y) for zone in game_map.zones if title(game_map, zone.segment) == "one")
        shapes[game_map.width, game_map.height, where_one] += 1
    # The special segment takes the edge or the special cell; without it the special cell, and the gap, are cut off.
    expected = {}
    for width, height in ((17, 5), (5, 17)):
        for end in (0, 12):
            expected[width, height, (1 + end, 1) if width > height else (1, 1 + end)] = 1 / 8
    for width, height in ((9, 5), (5, 9)):
        for end in (0, 4):
            expected[width, height, (1 + end, 1) if width > height else (1, 1 + end)] = 1 / 8
    assert_shares(shapes, expected)


def test_segments_turn_evenly_over_their_eight_orientations(tmp_path: Path) -> None:
    ask = Ask(grid("b"), (OPEN,))
    counts = Counter(game_map.zones[0].orientation for game_map in sample(tmp_path, ask, ROUNDS))
    assert_shares(counts, even(range(8)))


@pytest.mark.slow
def test_segments_are_drawn_evenly_and_one_listed_twice_weighs_twice(tmp_path: Path) -> None:
    ask = Ask(grid("b"), (OPEN, OPEN, ONE, TWO))
    counts = Counter(title(game_map, game_map.zones[0].segment) for game_map in sample(tmp_path, ask, ROUNDS))
    assert_shares(counts, {"open": 0.5, "one": 0.25, "two": 0.25})


def test_segments_with_too_few_homes_are_left_out_of_the_draw(tmp_path: Path) -> None:
    ask = Ask(grid("b"), (OPEN, ONE, TWO, FOUR), entry="random", players=2)
    counts = Counter(title(game_map, game_map.zones[0].segment) for game_map in sample(tmp_path, ask, ROUNDS))
    assert_shares(counts, {"two": 0.5, "four": 0.5})


@pytest.mark.slow
def test_a_special_segment_lands_evenly_on_edge_and_special_cells(tmp_path: Path) -> None:
    # Closed borders leave the places alone; the layout turns, so the places are told by their neighbours.
    ask = Ask(grid("esbe", exits=["", "", "", ""]), (OPEN,), (ONE,))
    counts = Counter[Any]()
    for game_map in sample(tmp_path, ask, ROUNDS):
        along = sorted((zone.x + zone.y - 2) // 4 for zone in game_map.zones)
        at = next((z.x + z.y - 2) // 4 for z in game_map.zones if title(game_map, z.segment) == "one")
        # With the special cell filled, four cells stay without a gap.
        counts["special" if len(along) == 4 else "edge"] += 1
        assert at in along
    assert_shares(counts, {"special": 1 / 3, "edge": 2 / 3})


def test_special_segments_take_block_cells_only_when_edges_run_out(tmp_path: Path) -> None:
    others = (piece("first", "...", "...", "..."), piece("second", "...", "...", "..."))
    for layout, special in ((grid("bbe"), others[:1]), (grid("ebb"), others)):
        for game_map in laid(tmp_path / str(len(special)), Ask(layout, (OPEN,), special, rotate=False), 60):
            ends = {zone.x + zone.y for zone in game_map.zones if title(game_map, zone.segment) == "first"}
            assert ends <= {2, 10}


def players_homes(game_map: GameMap) -> tuple[tuple[int, int], ...]:
    by_player = {home.players[0]: game_map.position(home.tile_square) for home in game_map.homes if home.players}
    return tuple(by_player[player] for player in sorted(by_player))


def test_random_homes_are_handed_out_evenly(tmp_path: Path) -> None:
    ask = Ask(grid("b"), (FOUR,), entry="random", rotate=False)
    counts = Counter(map(players_homes, sample(tmp_path, ask, ROUNDS)))
    assert_shares(counts, even(permutations([(2, 1), (1, 2), (3, 2), (2, 3)], 2)))


@pytest.mark.slow
def test_close_homes_are_handed_out_evenly(tmp_path: Path) -> None:
    ask = Ask(grid("b"), (FOUR,), entry="close", rotate=False)
    counts = Counter(map(players_homes, sample(tmp_path, ask, ROUNDS)))
    assert_shares(counts, even(permutations([(2, 1), (1, 2), (3, 2), (2, 3)], 2)))


@pytest.mark.slow
def test_away_homes_are_handed_out_evenly(tmp_path: Path) -> None:
    ask = Ask(grid("e", "e", "e"), (TWO,), entry="away", rotate=False)
    counts = Counter[Any]()
    for game_map in sample(tmp_path, ask, ROUNDS):
        counts[tuple((max(x, y) - 1) // 4 if max(x, y) > 4 else 0 for x, y in players_homes(game_map))] += 1
    assert_shares(counts, even(permutations(range(3), 2)))


@pytest.mark.slow
def test_homes_are_random_over_the_whole_dungeon_and_may_share_a_segment(tmp_path: Path) -> None:
    ask = Ask(grid("bb"), (TWO,), entry="random", rotate=False)
    shared = 0
    for game_map in sample(tmp_path, ask, ROUNDS):
        homes = players_homes(game_map)
        cells_used = {((x - 1) // 4, (y - 1) // 4) for x, y in homes}
        shared += len(cells_used) == 1
    # Of the three other homes one is in the same segment.
    assert_shares(Counter({"shared": shared, "apart": ROUNDS - shared}), {"shared": 1 / 3, "apart": 2 / 3})


def test_players_close_together_start_at_the_edge_when_there_is_one(tmp_path: Path) -> None:
    for game_map in laid(tmp_path, Ask(grid("bbe"), (TWO, OPEN), entry="close", rotate=False), 60):
        homes = players_homes(game_map)
        assert {(max(x, y) - 1) // 4 if max(x, y) > 4 else 0 for x, y in homes} <= {0, 2}


@pytest.mark.parametrize("players", range(1, 13))
@pytest.mark.parametrize("entry", ["none", "close", "away", "random"])
def test_every_number_of_players_enters_by_every_entry_type(tmp_path: Path, entry: str, players: int) -> None:
    dozen = piece("dozen", "NNN", "EEE", "SSS")
    twelve = Ask(CLOSED, (dozen,), entry="close", players=players) if entry == "close" else None
    edges = grid("eeee", "eeee", "eeee")
    ask = twelve or Ask(edges, (OPEN, ONE, TWO), entry=entry, players=players)
    if entry == "close" and players > dozen.homes:
        assert "needs a segment with" in reason(tmp_path, ask)
        return
    for _ in laid(tmp_path, ask, 4):
        pass


# -- segments that repeat


def variants(count: int) -> tuple[Piece, ...]:
    return tuple(piece(f"v{i}", "...", "...", "...") for i in range(count))


def test_segments_do_not_repeat_while_there_are_others(tmp_path: Path) -> None:
    ask = Ask(grid("bbb", "bbb", "bbb"), variants(30))
    for game_map in laid(tmp_path, ask, 60):
        assert len({zone.segment for zone in game_map.zones}) == 9


def test_a_special_segment_is_not_drawn_again_while_there_are_others(tmp_path: Path) -> None:
    some = variants(12)
    ask = Ask(grid("eb", "bb"), some, some[:1])
    for game_map in laid(tmp_path, ask, 60):
        assert len({zone.segment for zone in game_map.zones}) == 4


def test_as_many_segments_as_cells_hardly_ever_repeat(tmp_path: Path) -> None:
    ask = Ask(grid("bbb", "bbb", "bbb"), variants(9))
    repeats = sum(len({zone.segment for zone in m.zones}) < 9 for m in laid(tmp_path, ask, 100))
    assert repeats <= 3


def test_mending_borders_brings_in_new_segments_before_repeating(tmp_path: Path) -> None:
    ends = tuple(piece(f"end{i}", "#.#", "#.#", "###") for i in range(3))
    ask = Ask(grid("bbb"), (*ends, *variants(6)))
    repeats = sum(len({zone.segment for zone in m.zones}) < 3 for m in laid(tmp_path, ask, 100))
    assert repeats == 0


def test_one_segment_fills_everything_when_it_is_alone(tmp_path: Path) -> None:
    (game_map,) = laid(tmp_path, Ask(grid("bb", "bb"), (OPEN,), (OPEN,)))
    assert len(game_map.zones) == 4


# -- doors by chance


@pytest.mark.slow
def test_the_number_of_doors_has_the_original_distribution(tmp_path: Path) -> None:
    # Twelve good squares in a row, doors that may not touch: what up to 30 tries give.
    size = 12
    long_side = Piece("long_side", ("." * size,) * size)
    ask = Ask(grid("bb"), (long_side,))
    bench = Bench(tmp_path, [long_side])
    counts = Counter[int]()
    for seed in range(500):
        game_map, _ = bench.lay(ask, seed)
        wide = game_map.width > game_map.height
        line = [names(game_map, *((size + 1, i) if wide else (i, size + 1))) for i in range(1, size + 1)]
        counts[sum(pile != ("wall",) for pile in line)] += 1
    # Three successes: 1 door when both later ones repeat it, and so on; a failed try only costs one of 30.
    again, new = 1, 12 - 3
    one_door = (again / (again + new)) ** 2
    assert counts.total() == 500
    assert counts[1] / 500 == pytest.approx(one_door, abs=0.03)
    assert counts[3] > counts[2] > counts[1]
