"""Export of maps to the Tiled editor, and import of segments from it."""

from __future__ import annotations

import base64
import copy
import gzip
import json
import os
import re
import struct
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from host import Host, Map, import_segments
from host.engine.engine import Engine
from host.errors import HostError
from host.export.pictures import map_files
from host.export.readers import json_reader
from host.export.readers.tiled_map import segments_from_tiled
from host.export.tiled.segments import segment_files, segment_sheet
from host.model.document_reader import from_document
from host.model.game_map import model_of
from host.model.segment_file import SegmentFile, SegmentText, SwitchText, parse_segment_file, write_segments
from host.render.scene import draw_alone
from host.tools.checking.tile_tables import read_tile_numbers
from tests.helpers import ROOT, MakeMod, examples, run_command

BASE = ROOT / "mods" / "base" / "segments"

ROOMS = """\
# Two rooms.

segment
name: hall
width: 4
height: 3
data:
   1   1   1   1
   0  11  75   1
   1   1   1   1
switches:
  1
  2 1 2
    open 2 5 6
    shoot 3 0 0 -1
rooms:
  2
   0  0  6  5
   0  0  3  5
end

# The other one.
segment
width: 2
height: 2
data:
   1   2
   3 4000000000
data:
   0   0
   0   0
rooms:
  2
  -9 99 -1  0
   0  0  4  4
end

# And no more.

eof
"""
# As the writer has it: columns are as wide as the widest number needs.
ROOMS = ROOMS.replace("   1   2\n   3 4000000000", "          1          2\n          3 4000000000")


def exported(folder: Path, text: str = ROOMS, size: int = 16) -> Path:
    path = folder / "rooms.tmj"
    for file, content in segment_files(parse_segment_file(text, "rooms.txt"), path, size).items():
        file.write_bytes(content)
    return path


def layers(document: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [layer for layer in document["layers"] if layer["type"] == kind]


def check(path: Path) -> dict[str, Any]:
    """The document of a map, after all that Tiled would look at was looked at."""
    text = path.read_text()
    document: dict[str, Any] = json.loads(text)
    width, height = document["width"], document["height"]
    assert document["type"] == "map"
    assert document["version"] == "1.10"
    assert (document["orientation"], document["renderorder"], document["infinite"]) == (
        "orthogonal",
        "right-down",
        False,
    )
    ids = [layer["id"] for layer in document["layers"]]
    assert sorted(ids) == [*range(1, len(ids) + 1)]
    assert document["nextlayerid"] == len(ids) + 1
    (tileset,) = document["tilesets"]
    with Image.open(path.parent / tileset["image"]) as image:
        size = image.size
    assert size == (tileset["imagewidth"], tileset["imageheight"])
    assert tileset["imagewidth"] == tileset["columns"] * tileset["tilewidth"]
    assert tileset["imageheight"] * tileset["columns"] == tileset["tilecount"] * tileset["tileheight"]
    assert (tileset["tilewidth"], tileset["tileheight"]) == (document["tilewidth"], document["tileheight"])
    last = tileset["firstgid"] + tileset["tilecount"]
    objects = [one for layer in layers(document, "objectgroup") for one in layer["objects"]]
    assert len({one["id"] for one in objects}) == len(objects)
    assert document["nextobjectid"] > max((one["id"] for one in objects), default=0)
    for layer in layers(document, "tilelayer"):
        assert (layer["width"], layer["height"], len(layer["data"])) == (width, height, width * height)
        assert all(gid == 0 or tileset["firstgid"] <= gid < last for gid in layer["data"])
    assert all(tileset["firstgid"] <= one["gid"] < last for one in objects if "gid" in one)
    types: dict[str, Any] = {"string": str, "int": int, "float": float, "bool": bool, "object": int}
    for owner in (document, *objects, tileset, *tileset.get("tiles", ())):
        for one in owner.get("properties", ()):
            assert type(one["value"]) is types[one["type"]]
            assert one["type"] != "object" or one["value"] in {other["id"] for other in objects}
    for wangset in tileset.get("wangsets", ()):
        for wangtile in wangset["wangtiles"]:
            assert wangtile["tileid"] < tileset["tilecount"]
            assert len(wangtile["wangid"]) == 8
            assert max(wangtile["wangid"]) <= len(wangset["colors"])
    parsed = pytiled_parser.parse_map(path)
    assert (parsed.map_size.width, parsed.map_size.height) == (width, height)
    return document


# -- dungeons


@pytest.fixture(scope="module")
def played(base_host: Host) -> Map:
    return base_host.generate("base", seed=3)


def test_a_dungeon_has_all_that_is_known_of_it(played: Map, tmp_path: Path) -> None:
    path = tmp_path / "dungeon.tmj"
    for file, content in map_files(model_of(played), path, "tmj").items():
        file.write_bytes(content)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["dungeon.tiles.png", "dungeon.tmj"]
    document = check(path)
    things = {layer["name"]: layer["objects"] for layer in layers(document, "objectgroup")}
    known = json.loads(played.to_json())
    expected = {name: len(known[name]) for name in ("segments", "rooms", "homes", "items", "creatures")}
    assert {name: len(things[name]) for name in expected} == expected
    kinds = Counter(one["type"] for one in things["doors and chests"])
    assert (kinds["door"], kinds["chest"]) == (len(known["doors"]), len(known["chests"]))
    # A thing that looks like a tile hangs from its lower edge.
    creature, shown = known["creatures"][0], things["creatures"][0]
    assert (shown["x"], shown["y"]) == (creature["x"] * 16, (creature["y"] + 1) * 16)
    properties = {one["name"]: (one["type"], one["value"]) for one in shown["properties"]}
    assert properties["uid"] == ("int", creature["uid"])
    assert properties["facing"] == ("string", creature["facing"])
    made = {one["name"]: one["value"] for one in document["properties"]}
    assert (made["generator"], made["seed"], made["players"]) == ("base", "3", 2)


@pytest.mark.parametrize(
    "words", [["caves", "--seed", "2"], ["rooms", "--seed", "2", "--set", "doors=1"], ["critters"]]
)
def test_maps_of_any_origin_open_in_tiled(words: list[str], tmp_path: Path) -> None:
    if words == ["critters"]:
        words = ["critters.halls", "--mods", "critters", "--seed", "2"]
    result = run_command("generate", *words, "-o", tmp_path / "map.tmj", "--tile-size", "8")
    assert result.exit_code == 0, result.output
    assert check(tmp_path / "map.tmj")["tilewidth"] == 8


def test_both_files_appear_or_none(tmp_path: Path) -> None:
    (tmp_path / "map.tiles.png").mkdir()
    result = run_command("generate", "--seed", "1", "-o", tmp_path / "map.tmj")
    assert result.exit_code == 1
    assert "is a folder" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["map.tiles.png"]


def test_two_creatures_on_one_square_are_two_objects_that_look_different(make_mod: MakeMod, tmp_path: Path) -> None:
    game_map = model_of(Host(["base"], output=lambda _: None).generate("base", seed=3, dungeon="tiny"))
    bat = next(creature for creature in game_map.living_creatures if creature.height == 1)
    rat = next(creature for creature in game_map.living_creatures if creature.height == 0)
    game_map.move_creature(rat, bat.x, bat.y)
    document = json.loads([*map_files(game_map, tmp_path / "a.tmj", "tmj").values()][-1])
    (shown,) = [layer["objects"] for layer in document["layers"] if layer["name"] == "creatures"]
    there = [one for one in shown if (one["x"], one["y"]) == (bat.x * 16, bat.y * 16 + 16)]
    assert len({one["gid"] for one in there}) == len(there) == 2


def test_half_a_letter_in_what_made_a_map_is_replaced(played: Map, tmp_path: Path) -> None:
    document = json.loads(played.to_json())
    document["options"] = {"exit": "\ud800"}
    text = map_files(from_document(document), tmp_path / "a.tmj", "tmj")[tmp_path / "a.tmj"].decode()
    assert "\ud800" not in text
    assert isinstance(json.loads(text), dict)


# -- segments there and back


@pytest.mark.parametrize("file", sorted(BASE.glob("*.txt")), ids=lambda file: file.stem)
def test_the_segments_of_base_come_back_byte_for_byte(file: Path, tmp_path: Path) -> None:
    assert segments_from_tiled(exported(tmp_path, file.read_text())).text == file.read_text()


def test_a_sheet_is_a_map_that_tiled_reads(tmp_path: Path) -> None:
    document = check(exported(tmp_path))
    assert [layer["name"] for layer in document["layers"]] == ["data", "data 2", "segments", "rooms", "switches"]


def test_everything_that_the_format_has_comes_back(tmp_path: Path) -> None:
    drawn = segments_from_tiled(exported(tmp_path))
    assert drawn.text == ROOMS
    assert drawn.warnings == []


CELLAR = """\
segment
name: cellar
width: 4
height: 2
data:
  11   2  60  11
   2  11  11  11
rooms:
  2
   0  0  6  4
   0  0  3  4
end

segment
width: 1
height: 2
data:
   7
  11
rooms:
  1
   0  0  3  4
end

eof
"""


def test_columns_of_any_width_come_back_in_the_one_form(tmp_path: Path) -> None:
    narrow = CELLAR.replace("  11", " 11").replace("   ", " ").replace("end\n\neof", "end\neof")
    assert narrow != CELLAR
    path = exported(tmp_path, narrow)
    assert segments_from_tiled(path).text == CELLAR
    # Sheets of earlier versions have a property with the columns of the text.
    document = json.loads(path.read_text())
    document["properties"] = [{"name": "columns", "type": "string", "value": "2 2 2 1 0"}]
    path.write_text(json.dumps(document))
    assert segments_from_tiled(path).text == CELLAR


def test_a_tile_that_is_drawn_anew_changes_its_line_alone(tmp_path: Path) -> None:
    path = exported(tmp_path, CELLAR)
    document = json.loads(path.read_text())
    document["layers"][0]["data"][3 * document["width"] + 5] = 2
    path.write_text(json.dumps(document))
    assert segments_from_tiled(path).text == CELLAR.replace("2  60  11", "2   1  11")


def test_the_commands_draw_the_tiles_of_base(tmp_path: Path) -> None:
    sheet, back = tmp_path / "cells.tmj", tmp_path / "cells.txt"
    result = run_command("segments", "export", BASE / "special_cells.txt", "-o", sheet)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{sheet} and {tmp_path / 'cells.tiles.png'}: 5 segments\n"
    names = {tile["id"]: tile["type"] for tile in check(sheet)["tilesets"][0]["tiles"]}
    assert (names[1], names[20], names[130]) == ("stone wall", "oak door", "vampire bat")
    assert run_command("segments", "import", sheet, "-o", back).stdout == f"{back}: 5 segments\n"
    assert back.read_bytes() == (BASE / "special_cells.txt").read_bytes()


def test_half_a_letter_in_the_name_of_a_tile_is_replaced(make_mod: MakeMod, tmp_path: Path) -> None:
    rooms = tmp_path / "rooms.txt"
    rooms.write_text(ROOMS)
    folder = make_mod("cellar", init=r'segment_tiles = { [1] = kts.Tile { name = "\255\237\160\128" } }')
    result = run_command("segments", "export", rooms, "-o", tmp_path / "rooms.tmj", "--mods", folder)
    assert (result.exit_code, result.stderr) == (0, "")
    tiles = json.loads((tmp_path / "rooms.tmj").read_text(encoding="utf-8"))["tilesets"][0]["tiles"]
    assert "????" in [tile["type"] for tile in tiles]


def test_a_mod_says_what_its_numbers_are(make_mod: MakeMod, tmp_path: Path) -> None:
    init = """
    mod.RegisterMod { name = "cellar", version = "1.0" }
    segment_tiles = { [1] = kts.Tile { name = "cobbles", colour = "#336699" } }
    """
    folder, rooms = make_mod("cellar", init=init), tmp_path / "rooms.txt"
    rooms.write_text(ROOMS)

    def names(*words: str | Path) -> dict[int, str]:
        result = run_command("segments", "export", rooms, "-o", tmp_path / "rooms.tmj", *words)
        assert result.exit_code == 0, result.output
        tiles = json.loads((tmp_path / "rooms.tmj").read_text())["tilesets"][0]["tiles"]
        return {tile["id"]: tile["type"] for tile in tiles if tile["type"]}

    assert names("--mods", folder) == {1: "cobbles"}
    assert names("--mods", folder, "--tiles", "base")[1] == "stone wall"
    assert names("--tiles", "none") == {}
    wrong = run_command("segments", "export", rooms, "-o", tmp_path / "x.tmj", "--tiles", "cellr", "--mods", folder)
    assert wrong.stderr.startswith('error: there is no mod "cellr"; did you mean "cellar"?')
    assert not (tmp_path / "x.tmj").exists()


def test_what_a_mod_says_of_its_numbers_is_drawn() -> None:
    found = read_tile_numbers(Engine(["base"], output=lambda _: None), "base")
    sprites = dict(zip(found["numbers"], draw_alone(from_document(found["map"]), 32), strict=True))
    assert all(sprites.values())
    # Entrances to the north, east, south and west; an item on a table; a monster.
    assert len({sprites[number] for number in (60, 61, 62, 63, 58, 125, 130)}) == 7


NUMBERS = st.integers(0, 30) | st.integers(0, 2**63 - 1)
WORDS = st.from_regex("[a-z_][a-z0-9_]{0,8}", fullmatch=True)
LINES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=12)


@st.composite
def segments(draw: st.DrawFn) -> SegmentText:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    layer = st.lists(NUMBERS, min_size=width * height, max_size=width * height)
    calls = st.lists(
        st.tuples(WORDS, st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3).map(tuple)), min_size=1, max_size=3
    )
    switch = st.builds(SwitchText, st.integers(0, width - 1), st.integers(0, height - 1), calls.map(tuple), st.just(0))
    side = st.integers(-2, 9) | st.integers(-1_000_000 + 1, 1_000_000 - 1)
    return SegmentText(
        0,
        tuple(f"#{line}" for line in draw(st.lists(LINES, max_size=2))),
        draw(st.none() | LINES.filter(bool)),
        width,
        height,
        draw(st.lists(layer, min_size=1, max_size=3)),
        draw(st.lists(switch, max_size=2)),
        draw(st.lists(st.tuples(side, side, side, side), min_size=1, max_size=4)),
    )


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(st.lists(segments(), max_size=3), st.lists(LINES, max_size=2))
def test_any_segments_come_back(
    tmp_path_factory: pytest.TempPathFactory, some: list[SegmentText], tail: list[str]
) -> None:
    file = SegmentFile(some, tuple(f"#{line}" for line in tail))
    path = tmp_path_factory.getbasetemp() / "any.tmj"
    path.write_text(segment_sheet(file, "any.png", 8)[0])
    assert segments_from_tiled(path).text == write_segments(file)


def test_a_file_in_no_order_means_the_same_when_it_comes_back(tmp_path: Path) -> None:
    text = (
        "segment\nheight:1\n width : 2\ndata: x\n7\n8\nrooms:\n1 0 0\n4 3\ndata:\n1 0\nname: a\nname:  b\nend\neof\nx"
    )
    before = parse_segment_file(text, "a.txt").segments
    after = parse_segment_file(segments_from_tiled(exported(tmp_path, text)).text, "b.txt").segments
    for segment in (*before, *after):
        segment.line = 0
    assert before == after


# -- what Tiled makes of it when it saves

Change = Callable[[dict[str, Any], Path], None]


def packed(pack: Callable[[bytes], bytes], compression: str) -> Change:
    def change(document: dict[str, Any], folder: Path) -> None:
        for layer in layers(document, "tilelayer"):
            data = struct.pack(f"<{len(layer['data'])}I", *layer["data"])
            layer.update(data=base64.b64encode(pack(data)).decode(), encoding="base64", compression=compression)

    return change


def infinite(document: dict[str, Any], folder: Path) -> None:
    document["infinite"] = True
    for layer in layers(document, "tilelayer"):
        width, data = layer["width"], layer.pop("data")
        rows = [data[i : i + width] for i in range(0, len(data), width)]
        # Chunks begin wherever a multiple of 16 lies, to the left of nothing, too.
        layer["chunks"] = [
            {
                "x": x, "y": y, "width": 5, "height": 5,
                "data": [
                    rows[yy][xx] if yy < len(rows) and xx < width else 0
                    for yy in range(y, y + 5) for xx in range(x, x + 5)
                ],
            }
            for y in range(0, len(rows), 5) for x in range(0, width, 5)
        ]  # fmt: skip
        layer.update(startx=0, starty=0)


def moved(document: dict[str, Any], folder: Path) -> None:
    """All of it far to the left of the origin, as on an infinite map."""
    infinite(document, folder)
    for layer in layers(document, "tilelayer"):
        for chunk in layer["chunks"]:
            chunk["x"] -= 100
    for layer in layers(document, "objectgroup"):
        for one in layer["objects"]:
            one["x"] -= 1600


def outside(document: dict[str, Any], folder: Path) -> None:
    (tileset,) = document["tilesets"]
    (folder / "tiles").mkdir()
    first = tileset.pop("firstgid")
    (folder / "tiles" / "numbers.tsj").write_text(json.dumps({**tileset, "type": "tileset"}))
    document["tilesets"] = [{"firstgid": first, "source": "tiles/numbers.tsj"}]


def second_tileset(document: dict[str, Any], folder: Path) -> None:
    """One more tileset before ours, from which nothing is taken."""
    for layer in layers(document, "tilelayer"):
        layer["data"] = [gid + 100 if gid else 0 for gid in layer["data"]]
    document["tilesets"][0]["firstgid"] += 100
    document["tilesets"].append({"firstgid": 1, "name": "sketches", "tilecount": 100})


def regrouped(document: dict[str, Any], folder: Path) -> None:
    found = document["layers"][::-1]
    document["layers"] = [
        {"type": "group", "name": "all", "layers": [found[0], {"type": "group", "layers": found[1:]}]}
    ]


def fractions(document: dict[str, Any], folder: Path) -> None:
    for layer in layers(document, "objectgroup"):
        for one in layer["objects"]:
            one["x"] += 0.0001
            one["width"] = float(one["width"])


def named_classes(document: dict[str, Any], folder: Path) -> None:
    for layer in layers(document, "objectgroup"):
        for one in layer["objects"]:
            one["class"] = one.pop("type")


def by_layers(document: dict[str, Any], folder: Path) -> None:
    for layer in layers(document, "objectgroup"):
        for one in layer["objects"]:
            one["type"] = ""


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(packed(bytes, ""), id="base64"),
        pytest.param(packed(zlib.compress, "zlib"), id="zlib"),
        pytest.param(packed(gzip.compress, "gzip"), id="gzip"),
        infinite,
        moved,
        outside,
        second_tileset,
        regrouped,
        fractions,
        named_classes,
        by_layers,
    ],
    ids=lambda change: change.__name__,
)
def test_it_comes_back_however_tiled_saves_it(change: Change, tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    change(document, tmp_path)
    path.write_text(json.dumps(document))
    assert segments_from_tiled(path).text == ROOMS


def test_zstd_is_read_where_python_reads_it(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    try:
        from compression import zstd
    except ImportError:
        packed(bytes, "zstd")(document, tmp_path)
        path.write_text(json.dumps(document))
        with pytest.raises(HostError, match=r"packed with zstd, which this Python \(3\.\d+\.\d+\S*\) cannot read"):
            segments_from_tiled(path)
    else:
        packed(zstd.compress, "zstd")(document, tmp_path)
        path.write_text(json.dumps(document))
        assert segments_from_tiled(path).text == ROOMS


def test_a_room_that_was_drawn_anew_and_a_tile_beside_it(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    # Left of the first segment.
    document["layers"][0]["data"][0] = 2
    document["layers"][3]["objects"].append({"id": 99, "type": "room", "x": 64, "y": 64, "width": 32, "height": 16})
    document["layers"].append({"type": "imagelayer", "name": "sketch", "id": 9})
    path.write_text(json.dumps(document))
    result = run_command("segments", "import", path)
    assert result.exit_code == 0
    assert parse_segment_file(result.stdout, "x").segments[0].rooms[-1] == (1, 1, 2, 1)
    assert result.stderr == (
        f'warning: {path}: the layer "sketch" has neither tiles nor objects, and is left out\n'
        f'warning: {path}: 1 tile lies in no segment, the first of the layer "data" at (0, 0)\n'
    )


def test_segments_without_rooms_are_one_room_and_turned_tiles_are_these_tiles(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    document["layers"][3]["objects"] = []
    path.write_text(json.dumps(document))
    plain = segments_from_tiled(path)
    rooms = [segment.rooms for segment in parse_segment_file(plain.text, "x").segments]
    assert rooms == [[(0, 0, 4, 3)], [(0, 0, 2, 2)]]
    data = document["layers"][0]["data"]
    document["layers"][0]["data"] = [gid | 0xA0000000 if gid else 0 for gid in data]
    path.write_text(json.dumps(document))
    turned = segments_from_tiled(path)
    assert turned.text == plain.text
    (warning,) = turned.warnings
    assert warning.startswith("the tile at (3, 3) is turned or mirrored, which segment files cannot store")


# -- what cannot be


def at(*keys: Any, value: Any) -> Change:
    def change(document: dict[str, Any], folder: Path) -> None:
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = value

    return change


def first_tile(gid: int) -> Change:
    def change(document: dict[str, Any], folder: Path) -> None:
        data = document["layers"][0]["data"]
        data[next(i for i, one in enumerate(data) if one)] = gid

    return change


def bomb(document: dict[str, Any], folder: Path) -> None:
    layer = document["layers"][0]
    layer.update(data=base64.b64encode(zlib.compress(b"\0" * 10**8)).decode(), encoding="base64", compression="zlib")


def piped(document: dict[str, Any], folder: Path) -> None:
    os.mkfifo(folder / "pipe.tsj")
    document["tilesets"] = [{"firstgid": 1, "source": "pipe.tsj"}]


def looped(document: dict[str, Any], folder: Path) -> None:
    (folder / "loop.tsj").symlink_to("loop.tsj")
    document["tilesets"] = [{"firstgid": 1, "source": "loop.tsj"}]


def named_by_a_path_of(length: int) -> Change:
    return at("tilesets", 0, value={"firstgid": 1, "source": "x/" * (length // 2) + "x.tsj"})


def wide_chunks(document: dict[str, Any], folder: Path) -> None:
    """Each layer is as large as one may be, and nearly empty."""
    far = [{"x": x, "y": x, "width": 1, "height": 1, "data": [0]} for x in (0, 2799)]
    layer = {"type": "tilelayer", "name": "more", "chunks": far}
    document["layers"] += [layer] * 10


def far_chunks(document: dict[str, Any], folder: Path) -> None:
    far = ({"x": x, "y": x, "width": 1, "height": 1, "data": [1]} for x in (-9_000_000, 9_000_000))
    document["layers"][0]["chunks"] = [*far]


SEGMENT, ROOM, SWITCH = (("layers", layer, "objects", 0) for layer in (2, 3, 4))
FAULTS: list[tuple[Change, str]] = [
    (at("orientation", value="isometric"), 'the map is "isometric": must be orthogonal'),
    (at("tilewidth", value=0), "tilewidth is 0: must be a whole number between 1 and 10000"),
    (at("layers", value=7), "layers is 7: must be a list"),
    (at("layers", 0, "data", value=[1]), 'the layer "data" has 1 tile in a block: must be width × height = '),
    (at("layers", 0, "data", 0, value=-1), 'the layer "data" has a tile that is not a whole number of 32 bits'),
    (at("layers", 0, "data", 0, value=1.5), 'the layer "data" has a tile that is not a whole number of 32 bits'),
    (at("layers", 0, "data", value="???"), 'the data of the layer "data" cannot be unpacked'),
    (at("layers", 0, "data", value=None), 'the layer "data" has no data'),
    (at("layers", 0, "width", value=10**9), "width of a layer is 1000000000: must be a whole number"),
    (at("layers", 0, "offsetx", value=8), 'the layer "data" is shifted'),
    (at("layers", 0, "name", value="walls"), 'the layer of tiles "walls" must be called data, or data 2 and so on'),
    (bomb, 'the layer "data" has another number of tiles in a block than its width × height'),
    (wide_chunks, 'the chunks of the layer "more" lie too far from each other'),
    (far_chunks, 'the chunks of the layer "data" lie too far from each other'),
    (first_tile(0x0FFFFFFF), "the tile at (3, 3) is 268435455, and no tileset has it"),
    (at("tilesets", 0, "properties", value=[]), 'of the tileset "segment tiles", whose tiles have no numbers'),
    (at("tilesets", 0, "firstgid", value=0), "firstgid of a tileset is 0"),
    (at("tilesets", 0, value={"firstgid": 1, "source": "../../x.tsj"}), "lies outside the folder of the map"),
    (at("tilesets", 0, value={"firstgid": 1, "source": "/etc/hosts.tsj"}), "lies outside the folder of the map"),
    (at("tilesets", 0, value={"firstgid": 1, "source": "x.tsx"}), 'x.tsx"'),
    (at("tilesets", 0, value={"firstgid": 1, "source": "x.tsj"}), 'x.tsj"'),
    (at(*SEGMENT, "width", value=0), 'the segment 1 "hall" has no squares: a segment must be a rectangle'),
    (at(*SEGMENT, "width", value=40), 'the segment 1 "hall" has an edge at 5.50 squares: must lie between squares'),
    (at(*SEGMENT, "height", value=16 * 9), 'the segment 1 "hall" and the segment 2 overlap'),
    (at(*SEGMENT, "width", value=16 * 2000), "must be 1 to 1000 wide and high"),
    (at(*SEGMENT, "x", value=float("nan")), "has the number NaN"),
    (at(*SEGMENT, "name", value="two\nlines"), "has a name of several lines"),
    (
        at(*SEGMENT, "name", value="\ud800"),
        'the text "\\ud800" has half of a surrogate pair, which cannot be written to a file',
    ),
    (at("tilesets", 0, value={"firstgid": 1, "source": "\ud800.tsj"}), "has half of a surrogate pair"),
    (at(*SWITCH, "properties", 0, "value", value="\udfff"), "has half of a surrogate pair"),
    (piped, 'the tileset "pipe.tsj" is not a file'),
    (looped, "cannot be read: "),
    (named_by_a_path_of(5000), "a tileset has a file name of 5005 characters: may have 1000"),
    (at("tilesets", 0, value={"firstgid": 1, "source": "x" * 500}), "cannot be read: File name too long"),
    (at(*SEGMENT, "rotation", value=90), 'the object 1 of the layer "segments" is turned'),
    (at(*ROOM, "ellipse", value=True), 'the object 3 of the layer "rooms" is made with ellipse: must be a rectangle'),
    (at(*ROOM, "x", value=4800), "lies in no segment: its middle must be in the rectangle of one"),
    (at(*SWITCH, "properties", value=[]), 'does nothing: its property "calls" must have a line such as "open 2 5"'),
    (at(*SWITCH, "properties", 0, "value", value="open x"), 'calls "open x": must be a name and whole numbers'),
    (at(*SWITCH, "properties", 0, "value", value="a-b 1"), '"a-b" is not the name of a function'),
]


@pytest.mark.parametrize(("change", "message"), FAULTS, ids=[message[:60] for _, message in FAULTS])
def test_what_cannot_be_is_a_sentence(change: Change, message: str, tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = copy.deepcopy(json.loads(path.read_text()))
    change(document, tmp_path)
    path.write_text(json.dumps(document))
    result = run_command("segments", "import", path, "-o", tmp_path / "back.txt")
    assert result.exit_code == 1, result.output
    assert re.match(rf'error: (there is no file ")?{re.escape(str(tmp_path))}', result.stderr)
    assert message in result.stderr
    assert not (tmp_path / "back.txt").exists()


def test_a_map_in_another_encoding_of_json_is_read(tmp_path: Path) -> None:
    path = exported(tmp_path)
    path.write_bytes(path.read_text().encode("utf-16"))
    assert segments_from_tiled(path).text == ROOMS


def test_wrong_values_are_shown_as_they_are_in_the_file(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    document["layers"] = {"a": [None, False]}
    path.write_text(json.dumps(document))
    with pytest.raises(HostError, match=r'layers is \{"a": \[null, false\]\}: must be a list$'):
        segments_from_tiled(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"segmen\n", r"this is neither JSON nor XML: must be what Tiled saves as \.tmj or \.tmx, \.tsj or \.tsx$"),
        (
            b"\n  segment\n",
            "this is a segment file, and not a map of Tiled; `dungeon-host segments export` makes a map",
        ),
        (b"# rooms\nsegment\n", "this is a segment file"),
        (b'{\n "layers": [1,\n 2 3]}', r"x\.tmj:3: this is not JSON from column 4 on: must be what Tiled saves"),
        (b"", "this is neither JSON nor XML"),
        (b"<map/>", "tilewidth is missing"),
        (b"[]", "this is not a JSON object: must be what Tiled saves"),
        (b"5", "this is not a JSON object: must be what Tiled saves"),
        (b"{}", "this is not a map of Tiled: it has no layers"),
        (b'{"layers":' + b"[" * 100_000, "this is not JSON"),
        (b'{"layers":[], "tilewidth":' + b"9" * 5000, "this is not JSON"),
        (b"\xff\xfe\x00", "this is neither JSON nor XML|this is not JSON"),
    ],
)
def test_a_file_that_is_no_map_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tmj"
    path.write_bytes(content)
    with pytest.raises(HostError, match=message):
        segments_from_tiled(path)


def test_a_misspelled_type_of_an_object_is_a_warning(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    document["layers"][2]["objects"][0] |= {"type": "Segmnet"}
    path.write_text(json.dumps(document))
    drawn = segments_from_tiled(path)
    assert drawn.text == ROOMS
    (warning,) = drawn.warnings
    assert warning == (
        'the Segmnet 1 "hall" has the type "Segmnet", which is none, and is read as a segment of the layer "segments"; '
        'did you mean "segment"?'
    )
    document["layers"][2]["name"] = "mine"
    path.write_text(json.dumps(document))
    with pytest.raises(HostError, match=r'the type "Segmnet": must be segment, room or switch; did you mean "segment"'):
        segments_from_tiled(path)


def foreign_map(tmp_path: Path, gids: list[int]) -> Path:
    """A row of tiles of two tilesets without numbers, as another program has them."""
    path = tmp_path / "foreign.tmj"
    tilesets = [
        {"name": name, "firstgid": first, "tilecount": 10, "image": f"{name}.png", "tiles": []}
        for name, first in (("walls", 1), ("floors", 11))
    ]
    layer = {"type": "tilelayer", "name": "ground", "width": len(gids), "height": 1, "data": gids}
    path.write_text(
        json.dumps({"type": "map", "tilewidth": 16, "tileheight": 16, "layers": [layer], "tilesets": tilesets})
    )
    return path


def test_a_table_gives_tiles_numbers(tmp_path: Path) -> None:
    """By tileset and tile, by tile, by tileset: the first that the table has; turned tiles as well."""
    path = foreign_map(tmp_path, [1, 2, 12, 14, 0, 2 | 0x80000000])
    table = {"walls": 1, "walls 1": 2, "1": 7, "floors": 11}
    drawn = import_segments(path, table)
    (segment,) = parse_segment_file(drawn.text, "x").segments
    assert segment.layers == [[1, 2, 7, 11, 0, 2]]
    (tmp_path / "table.toml").write_text("".join(f'"{key}" = {value}\n' for key, value in table.items()))
    result = run_command("segments", "import", path, "--table", tmp_path / "table.toml")
    assert result.stdout == drawn.text


def test_tiles_of_a_collection_of_images_may_have_gaps(tmp_path: Path) -> None:
    path = foreign_map(tmp_path, [1, 9])
    document = json.loads(path.read_text())
    tiles = [{"id": number, "image": f"{number}.png"} for number in (0, 3, 8)]
    document["tilesets"] = [{"name": "pictures", "firstgid": 1, "tilecount": 3, "tiles": tiles}]
    path.write_text(json.dumps(document))
    (segment,) = parse_segment_file(import_segments(path, {"pictures": 2, "8": 5}).text, "x").segments
    assert segment.layers == [[2, 5]]
    document["layers"][0]["data"] = [1, 6]
    path.write_text(json.dumps(document))
    with pytest.raises(HostError, match="is 6, and no tileset has it"):
        import_segments(path, {"pictures": 2})


def test_tiles_without_numbers_name_what_gives_them(tmp_path: Path) -> None:
    path = foreign_map(tmp_path, [3])
    with pytest.raises(HostError, match='tile 2 of the tileset "walls", whose tiles have no numbers') as error:
        import_segments(path)
    assert error.value.hint is not None
    assert 'a table with lines such as "walls 2" = 2' in error.value.hint
    with pytest.raises(HostError, match=r'the tile at \(0, 0\) is "walls 2", .* must be one of "walks 2"') as error:
        import_segments(path, {"walks 2": 2})
    assert error.value.hint == 'did you mean "walks 2"?'


def test_a_tileset_is_read_once(tmp_path: Path) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    (tileset,) = document["tilesets"]
    (tmp_path / "tiles.tsj").write_text(json.dumps({**tileset, "name": "x" * 2**22}))
    document["tilesets"] = [{"firstgid": 1 + 1000 * number, "source": "tiles.tsj"} for number in range(100)]
    path.write_text(json.dumps(document))
    assert segments_from_tiled(path).segments


def test_a_map_and_its_tilesets_have_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = exported(tmp_path)
    document = json.loads(path.read_text())
    (tileset,) = document["tilesets"]
    for number in range(3):
        (tmp_path / f"{number}.tsj").write_text(json.dumps({**tileset, "name": "x" * 100_000}))
    document["tilesets"] = [{"firstgid": 1 + 1000 * number, "source": f"{number}.tsj"} for number in range(3)]
    path.write_text(json.dumps(document))
    monkeypatch.setattr(json_reader, "_MOST_BYTES", 250_000)
    with pytest.raises(HostError, match="the file and the files that it names have more than 250000 bytes"):
        segments_from_tiled(path)


@pytest.mark.parametrize("part", ["[],", "{},", "1,"])
def test_a_file_of_many_values_is_refused(part: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tmj"
    path.write_text(f'{{"type": "map", "layers": [{part * 10_000_001}0]}}')
    tracemalloc.start()
    with pytest.raises(HostError, match="the file has more than 10000000 values, or 1000000 lists and objects"):
        segments_from_tiled(path)
    assert tracemalloc.get_traced_memory()[1] < 2**27
    tracemalloc.stop()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = exported(tmp_path / "in")
    document = json.loads(path.read_text())
    (tmp_path / "secret.tsj").write_text(json.dumps(document["tilesets"][0]))
    (tmp_path / "in" / "link.tsj").symlink_to(tmp_path / "secret.tsj")
    document["tilesets"] = [{"firstgid": 1, "source": "link.tsj"}]
    path.write_text(json.dumps(document))
    with pytest.raises(HostError, match="lies outside the folder of the map, and is not read"):
        segments_from_tiled(path)


def test_a_segment_file_with_a_fault_is_not_exported(tmp_path: Path) -> None:
    rooms = tmp_path / "rooms.txt"
    rooms.write_text("segment\nwidth: 2\nheigth: 2\nend\neof\n")
    result = run_command("segments", "export", rooms, "-o", tmp_path / "rooms.tmj")
    assert result.stderr.startswith(f'error: {rooms}:3: "heigth: 2" is not one of name, width, height')
    assert [file.name for file in tmp_path.iterdir()] == ["rooms.txt"]


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    rooms = tmp_path / "rooms.txt"
    rooms.write_text(ROOMS)
    (tmp_path / "link.txt").symlink_to(rooms)
    (tmp_path / "link.tiles.png").hardlink_to(rooms)
    for output in (rooms, tmp_path / "link.txt", tmp_path / "link.tmj"):
        result = run_command("segments", "export", rooms, "-o", output)
        assert (result.exit_code, rooms.read_text()) == (1, ROOMS), output
        assert "is the input file, which would be overwritten: -o must name another file" in result.stderr
    sheet = exported(tmp_path)
    before = sheet.read_text()
    result = run_command("segments", "import", sheet, "-o", sheet)
    assert (result.exit_code, sheet.read_text()) == (1, before)
