"""Levels of the generators of the host: their parts, and that each can be solved, for many seeds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from host import Host, HostError
from host.metrics import measure
from host.metrics.distances import distances
from host.metrics.regions import regions
from tests.helpers import MakeMod, sampled

GENERATORS = ("rooms", "bsp", "caves", "walk", "maze")
WITH_ROOMS = ("rooms", "bsp")
SEEDS = range(12)
# The slowest tests take every third seed.
PARTS = 3
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))

Mask = npt.NDArray[np.bool_]


class Document:
    """The JSON of a level, as arrays."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        tiles = data["tiles"]
        stacks = [[tiles[i] for i in stack] for stack in data["stacks"]]
        self.rows = np.array(data["rows"])
        self.open = self._where(stacks, lambda stack: all(_is_passable(tile) for tile in stack))
        self.doors = self._where(stacks, lambda stack: stack[-1]["kind"] == "door")
        # Squares that something other than a floor, a wall or a door closes.
        self.furniture = self._where(stacks, lambda stack: len(stack) > 1 and stack[-1]["kind"] != "door") & ~self.open
        self.glyphs = {glyph: self._where(stacks, lambda stack, g=glyph: stack[-1].get("glyph") == g) for glyph in "<>"}
        self.rooms = np.zeros(self.open.shape, dtype=np.int32)
        for number, (x, y, w, h) in enumerate(data["rooms"], 1):
            self.rooms[y + 1 : y + h - 1, x + 1 : x + w - 1] = number
        self.corridors = (self.open | self.furniture) & (self.rooms == 0)

    def _where(self, stacks: list[list[dict[str, Any]]], test: Any) -> Mask:
        mask: Mask = np.array([test(stack) for stack in stacks])[self.rows]
        return mask


def _is_passable(tile: dict[str, Any]) -> bool:
    return bool(tile["access"]["walking"] == "clear" or tile["kind"] == "door")


def beside(mask: Mask) -> list[Mask]:
    """Return whether the square in each of the four directions is in a mask."""
    padded = np.pad(mask, 1)
    height, width = mask.shape
    return [padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dx, dy in SIDES]


@pytest.fixture(scope="module")
def host() -> Host:
    return Host([], output=lambda _: None)


def make(host: Host, name: str, seed: int, **options: Any) -> Document:
    return Document(json.loads(host.generate(name, seed=seed, options=options).to_json()))


def place(document: Document, glyph: str) -> tuple[int, int]:
    (square,) = np.argwhere(document.glyphs[glyph]).tolist()
    return square[0], square[1]


@pytest.mark.parametrize("name", GENERATORS)
def test_entrance_and_exit_are_far_apart_and_connected(host: Host, name: str) -> None:
    for seed in SEEDS:
        made = make(host, name, seed)
        (y1, x1), (y2, x2) = place(made, "<"), place(made, ">")
        assert len(regions(made.open).sizes) == 2
        steps = distances(made.open, [(x1, y1)])
        assert steps[y2, x2] >= 0.8 * steps.max() > 40
        if name in WITH_ROOMS:
            assert 0 < made.rooms[y1, x1] != made.rooms[y2, x2] > 0


@pytest.mark.parametrize("name", WITH_ROOMS)
def test_a_door_is_where_a_corridor_meets_a_room(host: Host, name: str) -> None:
    """A double wall between two rooms has a door and a gap, which meets a room, too, but no second door."""
    for seed in SEEDS:
        for loops in (0, 4) if name == "rooms" else (0,):
            made = make(host, name, seed, **({"loops": loops} if loops else {}))
            meets = made.corridors & np.logical_or.reduce(beside(made.rooms > 0))
            near_doors = np.logical_or.reduce(beside(made.doors))
            assert not (made.doors & ~meets).any(), seed
            assert not (made.doors & near_doors).any(), seed
            gaps = meets & ~made.doors
            assert not (gaps & ~near_doors).any(), seed
            # A gap lies between its door and a room.
            assert (sum(side.astype(int) for side in beside(made.open))[gaps] == 2).all(), seed


@pytest.mark.parametrize("name", WITH_ROOMS)
def test_no_corridors_lie_side_by_side(host: Host, name: str) -> None:
    for seed in SEEDS:
        for loops in (0, 6) if name == "rooms" else (0,):
            corridors = make(host, name, seed, **({"loops": loops} if loops else {})).corridors
            assert not (corridors[1:, 1:] & corridors[:-1, 1:] & corridors[1:, :-1] & corridors[:-1, :-1]).any()


def test_the_chance_of_doors(host: Host) -> None:
    assert not make(host, "rooms", 4, doors=0).doors.any()
    assert 0 < make(host, "rooms", 4, doors=0.5).doors.sum() < make(host, "rooms", 4).doors.sum()


@pytest.mark.parametrize("name", GENERATORS)
def test_no_dead_ends(host: Host, name: str) -> None:
    for seed in SEEDS:
        made = make(host, name, seed)
        ways = sum(side.astype(int) for side in beside(made.open))
        dead = made.open & (ways < 2) & (made.rooms == 0)
        assert not dead.any(), seed


@pytest.mark.parametrize(("width", "height"), [(85, 64), (50, 36)])
def test_caves_have_chambers(host: Host, width: int, height: int) -> None:
    divided = 0
    for seed in SEEDS:
        made = make(host, "caves", seed, width=width, height=height)
        inner = np.logical_and.reduce([made.open, *beside(made.open)])
        sizes = [size for size in regions(inner).sizes if size >= 6]
        divided += len(sizes) >= 3 and max(sizes) <= 0.65 * sum(sizes)
    assert divided >= 0.8 * len(SEEDS)


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("furnish", ["some", "full"])
@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
def test_furniture_leaves_ways_free(host: Host, name: str, furnish: str, part: int) -> None:
    for seed in SEEDS[part::PARTS]:
        bare, made = make(host, name, seed), make(host, name, seed, furnish=furnish)
        assert bare.data["rooms"] == made.data["rooms"]
        # Furniture stands on what was open, and what is still open hangs together.
        assert (bare.open == (made.open | made.furniture)).all()
        assert len(regions(made.open).sizes) == 2
        # Each piece can be reached.
        assert not (made.furniture & ~np.logical_or.reduce(beside(made.open))).any()
        assert not (made.furniture & np.logical_or.reduce(beside(made.doors))).any()
        assert (bare.glyphs["<"] == made.glyphs["<"]).all()


def test_furnished_rooms_have_floors_by_their_kind(host: Host) -> None:
    made, bare = make(host, "rooms", 4, furnish="full"), make(host, "rooms", 4)
    names = {name.split()[-1]: number for number, name in enumerate(made.data["room_names"], 1)}
    assert floors_of(made, names["library"]) == {"host.boards"}
    assert floors_of(made, names["kitchen"]) == {"host.tiles"}
    assert floors_of(bare, names["library"]) == {"host.room"}


def floors_of(document: Document, room: int) -> set[str]:
    stacks = {document.data["stacks"][number][0] for number in document.rows[document.rooms == room]}
    return {document.data["tiles"][tile]["id"] for tile in stacks}


def test_rugs_lie_side_by_side(host: Host) -> None:
    made = make(host, "rooms", 3, furnish="full")
    rugs = np.array([any(made.data["tiles"][i]["name"] == "rug" for i in stack) for stack in made.data["stacks"]])
    squares = rugs[made.rows]
    assert squares.sum() > 8
    assert (squares & np.logical_or.reduce(beside(squares))).sum() > 0.8 * squares.sum()


def test_rooms_are_full_of_furniture(host: Host) -> None:
    counts = {}
    for furnish in ("none", "some", "full"):
        made = make(host, "rooms", 3, furnish=furnish)
        counts[furnish] = int(made.furniture.sum())
        assert furnish == "none" or {tile["name"] for tile in made.data["tiles"]} & {"bed", "shelf", "altar", "cage"}
    assert 0 == counts["none"] < counts["some"] < counts["full"]


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("keys", [1, 2, 3])
@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
def test_locks_can_be_solved_in_their_order(host: Host, name: str, keys: int, part: int) -> None:
    for seed in SEEDS[part::PARTS]:
        bare = make(host, name, seed)
        level = host.generate(name, seed=seed, keys=keys, furnish="full", monsters="host", treasure="host")
        made = Document(json.loads(level.to_json()))
        assert bare.data["rooms"] == made.data["rooms"]
        locks = {door["lock"] for door in made.data["doors"] if "lock" in door}
        opened = [kind["key"] for kind in made.data["item_types"] if "key" in kind]
        assert locks == set(opened) == set(range(1, keys + 1))
        measured = measure(level, ["solvable", "key_depth"])
        assert measured["solvable"] == 1
        assert measured["key_depth"] >= 1
        # Without the keys, nothing behind the locks can be reached.
        locked = np.zeros_like(made.open)
        for door in made.data["doors"]:
            locked[door["y"], door["x"]] = "lock" in door
        assert len(regions(made.open & ~locked).sizes) > 2


@pytest.mark.parametrize("name", WITH_ROOMS)
def test_rooms_have_names(host: Host, name: str) -> None:
    made = make(host, name, 5)
    names = made.data["room_names"]
    assert len(names) == len(made.data["rooms"]) == len(set(names))
    assert make(host, name, 5, furnish="full", keys=2).data["room_names"] == names
    assert make(host, "caves", 5).data["room_names"] == []


@pytest.mark.parametrize("pool", ["host", "base"])
def test_monsters_and_treasure_come_from_pools(base_host: Host, pool: str) -> None:
    made = make(base_host, "rooms", 5, monsters=pool, treasure=pool, furnish="full")
    assert len(made.data["creatures"]) > 3
    assert {kind["id"].split(".")[0] for kind in made.data["monster_types"]} == {pool}
    assert {kind["id"].split(".")[0] for kind in made.data["item_types"]} == {pool}
    assert made.data["stored"]
    assert {creature["health"] > 0 for creature in made.data["creatures"]} == {True}
    bare = make(base_host, "rooms", 5)
    assert not bare.data["creatures"] + bare.data["items"]


def test_contents_do_not_move_each_other(host: Host) -> None:
    plain = make(host, "rooms", 8, keys=2)
    full = make(host, "rooms", 8, keys=2, monsters="host", treasure="host", furnish="some", doors=1.0)
    for key in ("rooms", "doors", "room_names"):
        assert plain.data[key] == full.data[key]
    keys = [item for item in full.data["items"] if item["item"].endswith("_key")]
    assert plain.data["items"] == keys


def test_small_levels_give_a_reason(host: Host) -> None:
    with pytest.raises(HostError, match="rooms: keys is 3: the level has no places for so many locked doors"):
        host.generate("rooms", seed=1, rooms=1, keys=3)
    alone = make(host, "walk", 1, width=3, height=3)
    assert alone.glyphs["<"].sum() == 1
    assert not alone.glyphs[">"].any()


def test_caves_whose_only_squares_divide_chambers_are_furnished(host: Host) -> None:
    for seed in (6, *range(20, 40)):
        level = host.generate("caves", seed=seed, rock=0.7, rounds=0, furnish="some")
        assert measure(level, ["solvable"])["solvable"] == 1


@pytest.mark.parametrize(("side", "rooms"), [(70, 230), (110, 500)])
def test_rooms_that_leave_no_space_for_corridors_are_connected(host: Host, side: int, rooms: int) -> None:
    sizes = {f"{bound}_{length}": size for bound, size in (("min", 1), ("max", 2)) for length in ("width", "height")}
    level = host.generate("rooms", seed=1, options={"width": side, "height": side, "rooms": rooms, **sizes})
    made = Document(json.loads(level.to_json()))
    assert len(regions(made.open).sizes) == 2
    assert len(set(made.data["room_names"])) == rooms


@pytest.mark.parametrize("name", GENERATORS)
def test_fresh_processes_make_the_same_level(host: Host, name: str) -> None:
    options = {"furnish": "full", "keys": "2", "monsters": "host", "treasure": "host"}
    code = f"from host import Host\nprint(Host([]).generate({name!r}, seed=6, options={options!r}).to_json(), end='')"
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert fresh == host.generate(name, seed=6, options=options).to_json()


@pytest.mark.parametrize("name", GENERATORS)
def test_levels_of_any_size_can_be_solved(host: Host, name: str) -> None:
    """Sizes, options and seeds in turns: a sound level, or a reason."""
    for seed in range(30):
        width, height = 3 + seed * 37 % 50, 3 + seed * 53 % 45
        options: dict[str, Any] = {"width": width, "height": height, "furnish": "full", "keys": seed % 4}
        if name == "rooms":
            options |= {"rooms": 1 + seed % 9, "max_width": 7, "max_height": 6, "min_width": 2, "loops": seed % 3}
        try:
            level = host.generate(name, seed=seed, options=options)
        except HostError as error:
            if not any(word in error.message for word in ("fit", "keys is", "min_room")):
                raise
            continue
        assert measure(level, ["solvable"])["solvable"] == 1
        assert len(regions(Document(json.loads(level.to_json())).open).sizes) == 2


def test_mods_add_kinds_of_rooms(make_mod: MakeMod) -> None:
    source = """
    local generators = require "host.generators"
    local gong = kts.Tile { name = "gong", glyph = "G", access = { "blocked", "clear", "clear" } }
    generators.register_room_kind {
      name = "gong hall", least = 4, floor = kts.Tile { name = "sand" },
      furniture = { { tile = gong, where = "wall", number = 0.5 } },
    }
    """
    with_gongs = Host([make_mod("m", source)], output=lambda _: None)
    made = make(with_gongs, "rooms", 3, furnish="full")
    assert "gong hall" in made.data["room_names"]
    assert {"gong", "sand"} <= {tile["name"] for tile in made.data["tiles"]}
    assert len(regions(made.open).sizes) == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("leest = 9, furniture = {}", 'kind has "leest", which is not a field: .*; did you mean "least"'),
        ("furniture = { { tile = t, where = 'wall', numbr = 3 } }", r'furniture\[1\] has "numbr".*"number"'),
    ],
)
def test_a_misspelled_field_of_a_kind_of_rooms_is_an_error(make_mod: MakeMod, fields: str, message: str) -> None:
    source = f"local t = kts.Tile {{}}\nrequire('host.generators').register_room_kind {{ name = 'hall', {fields} }}"
    with pytest.raises(HostError) as caught:
        Host([make_mod("m", source)], output=lambda _: None)
    assert re.search(message, f"{caught.value.message}; {caught.value.hint}")


def test_a_pool_of_a_mod_that_is_not_loaded_is_explained() -> None:
    for option, kind in (("monsters", "monsters"), ("treasure", "items")):
        with pytest.raises(HostError) as caught:
            Host([]).generate("rooms", options={option: "base"})
        assert caught.value.hint == f"or the id of a loaded mod that registers {kind}: `Host([…])` and --mods load one"
    with pytest.raises(HostError) as caught:
        Host([]).generate("rooms", options={"monsters": "hos"})
    assert caught.value.hint == 'did you mean "host"?'
