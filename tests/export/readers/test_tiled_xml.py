"""Maps of Tiled in XML as segments: the same as in JSON."""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

from host.errors import HostError
from host.export.readers import tiled_map as segments_from_tiled_module
from host.export.readers import tiled_xml
from host.export.readers.tiled_map import segments_from_tiled
from host.model.segment_file import parse_segment_file
from tests.export.test_tiled import ROOMS, exported
from tests.helpers import run_command

Pack = Callable[[bytes], bytes]


def element(tag: str, values: dict[str, Any], inside: str = "") -> str:
    attributes = "".join(
        f" {key}={quoteattr(str(value))}" for key, value in values.items() if not isinstance(value, list | dict | bool)
    )
    return f"<{tag}{attributes}>{properties(values)}{inside}</{tag}>\n"


def properties(values: dict[str, Any]) -> str:
    shown = ""
    for entry in values.get("properties", []):
        value = entry["value"]
        kind = {bool: "bool", int: "int"}.get(type(value), "string")
        text = str(value).lower() if kind == "bool" else str(value)
        if "\n" in text:
            shown += f"<property name={quoteattr(entry['name'])}>{text}</property>"
        else:
            shown += f"<property name={quoteattr(entry['name'])} type='{kind}' value={quoteattr(text)}/>"
    return f"<properties>{shown}</properties>" if shown else ""


def csv(gids: list[int]) -> tuple[str, str]:
    return "encoding='csv'", "\n" + ",\n".join(map(str, gids)) + "\n"


def elements(gids: list[int]) -> tuple[str, str]:
    return "", "".join(f"<tile gid='{gid}'/>" if gid else "<tile/>" for gid in gids)


def packed(pack: Pack, name: str) -> Callable[[list[int]], tuple[str, str]]:
    def data(gids: list[int]) -> tuple[str, str]:
        text = base64.b64encode(pack(struct.pack(f"<{len(gids)}I", *gids))).decode()
        return f"encoding='base64'{f' compression={name!r}' if name else ''}", f"\n  {text}\n"

    return data


def to_xml(
    document: dict[str, Any], write: Callable[[list[int]], tuple[str, str]] = csv, *, chunks: bool = False
) -> str:
    """Return what Tiled writes as .tmx for a map that it writes as .tmj."""
    inside = "".join(
        element("tileset", tileset, "".join(element("tile", tile) for tile in tileset.get("tiles", [])))
        for tileset in document["tilesets"]
    )
    for layer in document["layers"]:
        if layer["type"] == "tilelayer":
            settings, text = write(layer["data"])
            if chunks:
                corner = f"x='-7' y='2' width='{layer['width']}' height='{layer['height']}'"
                text = f"<chunk {corner}>{text}</chunk>"
            inside += element("layer", {**layer, "data": []}, f"<data {settings}>{text}</data>")
        else:
            objects = ""
            for one in layer["objects"]:
                shifted = {**one, "x": one["x"] - 7 * 16, "y": one["y"] + 2 * 16} if chunks else one
                objects += element("object", shifted)
            inside += element("objectgroup", {**layer, "objects": []}, objects)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element("map", {**document, "infinite": int(chunks)}, inside)


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(exported(tmp_path).read_text())
    return loaded


def write(folder: Path, text: str) -> Path:
    (folder / "rooms.tmx").write_text(text)
    return folder / "rooms.tmx"


@pytest.mark.parametrize("chunks", [False, True], ids=["", "infinite"])
@pytest.mark.parametrize(
    "form",
    [csv, elements, packed(bytes, ""), packed(zlib.compress, "zlib"), packed(gzip.compress, "gzip")],
    ids=["csv", "xml", "base64", "zlib", "gzip"],
)
def test_segments_are_those_of_the_same_map_in_json(
    tmp_path: Path, document: dict[str, Any], form: Callable[[list[int]], tuple[str, str]], chunks: bool
) -> None:
    drawn = segments_from_tiled(write(tmp_path, to_xml(document, form, chunks=chunks)))
    assert (drawn.text, drawn.warnings) == (ROOMS, [])


def test_turned_tiles_are_these_tiles(tmp_path: Path, document: dict[str, Any]) -> None:
    layer = document["layers"][0]
    layer["data"] = [gid | 0xA0000000 if gid else 0 for gid in layer["data"]]
    drawn = segments_from_tiled(write(tmp_path, to_xml(document)))
    assert drawn.text == ROOMS
    assert "is turned or mirrored" in drawn.warnings[0]


@pytest.mark.parametrize("start", ["", "\ufeff", "\n  "], ids=["", "mark", "space"])
def test_a_tileset_lies_beside_the_map(tmp_path: Path, document: dict[str, Any], start: str) -> None:
    (tileset,) = document["tilesets"]
    first = tileset.pop("firstgid")
    tiles = "".join(element("tile", tile) for tile in tileset.get("tiles", []))
    (tmp_path / "numbers.tsx").write_text(start + element("tileset", tileset, tiles))
    document["tilesets"] = [{"firstgid": first, "source": "numbers.tsx"}]
    assert segments_from_tiled(write(tmp_path, start + to_xml(document).partition("?>\n")[2])).text == ROOMS
    # A map in JSON may have a tileset in XML.
    (tmp_path / "rooms.tmj").write_text(json.dumps(document))
    assert segments_from_tiled(tmp_path / "rooms.tmj").text == ROOMS


MAP = "<map tilewidth='8' tileheight='8'>{}</map>"
LAYER = MAP.format("<layer name='data' width='1' height='1'><data encoding='{}'>{}</data></layer>")
BOMB = '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<map>&b;</map>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "<map><layer></map>",
            r"rooms\.tmx:1: this is not XML from column \d+ on: mismatched tag; must be what Tiled saves",
        ),
        ("<map>\n&a;</map>", r"rooms\.tmx:2: this is not XML from column \d+ on: undefined entity"),
        ("<map>\x00</map>", "this is not XML from column"),
        ("<map>", "no element found"),
        ("<", "this is not XML"),
        (BOMB, r"rooms\.tmx:1: the file has a document type, which is not read; delete its lines, <!DOCTYPE … >"),
        ("<!DOCTYPE map SYSTEM 'file:///etc/passwd'><map/>", "the file has a document type"),
        ("<html/>", "this is XML, but neither a map nor a tileset of Tiled: it begins with <html>"),
        ("<tileset/>", "this is not a map of Tiled: it has no layers"),
        ("<map/>", "tilewidth is missing: must be a whole number"),
        ("<map tilewidth='x' tileheight='1'/>", 'tilewidth is "x": must be a whole number between 1 and 10000'),
        ("<map tilewidth='8' tileheight='8' orientation='hexagonal'/>", 'the map is "hexagonal": must be orthogonal'),
        ("<map>" + "<group>" * 70, r"the file has more than \d+ elements, or is nested more than 60 deep"),
        (MAP.format("<group>" * 30 + "</group>" * 30), "groups of layers are nested more than 20 deep"),
        (MAP.format("<layer name='data' width='1' height='1'/>"), 'the layer "data" has no data'),
        (LAYER.format("csv", "1,x"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "9" * 5000), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "1,,1"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "1 1"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "1,"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", ""), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "1.5"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "-1"), 'the layer "data" has a tile that is not a whole number of 32 bits'),
        (LAYER.format("csv", "1,1"), 'the layer "data" has 2 tiles in a block: must be width × height = 1'),
        (LAYER.format("hex", "1,1"), 'the layer "data" is written in "hex": must be CSV or base64'),
        (LAYER.format("base64", "!"), 'the data of the layer "data" cannot be unpacked'),
        (LAYER.replace("encoding='{}'", "").format("<tile gid='x'/>"), "a tile that is not a whole number of 32 bits"),
        (MAP.format("<tileset firstgid='1' source='../x.tsx'/>"), "lies outside the folder of the map"),
        (MAP.format("<tileset firstgid='1' source='x.tsx'/>"), r'there is no file ".*x\.tsx"'),
        (MAP.format("<tileset firstgid='1'/>"), "tilecount of a tileset is missing"),
        (
            MAP.format("<objectgroup><object id='1' type='segment'><ellipse/></object></objectgroup>"),
            "made with ellipse",
        ),
        (MAP.format("<properties><property value='1'/></properties>"), "a property has no name"),
    ],
    ids=lambda value: value[-40:] if isinstance(value, str) else "",
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(HostError, match=message):
        segments_from_tiled(write(tmp_path, text))


def test_elements_are_counted_before_they_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiled_xml, "_MOST_ELEMENTS", 10)
    with pytest.raises(HostError, match=r"rooms\.tmx:1: the file has more than 10 elements"):
        segments_from_tiled(write(tmp_path, MAP.format("<layer/>" * 10)))


@pytest.mark.parametrize("text", ["<map " + "a='=' " * 500_001, "<" * 4_000_001], ids=["attributes", "marks"])
def test_attributes_are_counted_before_they_are_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(HostError, match="the file has more than 4000000 elements, or 1000000 attributes"):
        segments_from_tiled(write(tmp_path, text))


def test_the_name_of_a_codec_means_nothing(tmp_path: Path, document: dict[str, Any]) -> None:
    text = to_xml(document).replace('encoding="UTF-8"', 'encoding="unicode_escape"')
    assert segments_from_tiled(write(tmp_path, text)).text == ROOMS


FOREIGN = """
<map tilewidth='8' tileheight='8' infinite='1'>
 <tileset firstgid='1' name='cave' tilecount='9'><properties><property name='numbered' type='bool' value='true'/>
 </properties></tileset>
 <layer name='ground'><data encoding='csv'><chunk x='-4' y='-4' width='4' height='4'>
 0,0,0,0, 0,0,2,2, 0,0,2,3221225474, 0,0,2,2</chunk></data></layer>
 <layer name='nothing'><data encoding='csv'><chunk x='0' y='9' width='1' height='1'>0</chunk></data></layer>
 <group name='more'><layer name='things'><data encoding='csv'><chunk x='0' y='-2' width='1' height='1'>5</chunk>
 </data></layer></group>
 <objectgroup name='spawns'>{}</objectgroup>
</map>
"""
MARKS = """
<object id='1' name='a' type='monster' x='0' y='0'><point/></object><object id='2' x='0' y='0' width='3' height='3'/>
<object id='3' type='room' x='-16' y='-24' width='16' height='16'/>
"""


@pytest.mark.parametrize("marks", ["", MARKS], ids=["", "marks"])
def test_a_map_that_was_drawn_for_something_else_is_one_segment(tmp_path: Path, marks: str) -> None:
    drawn = segments_from_tiled(write(tmp_path, FOREIGN.format(marks)))
    (segment,) = parse_segment_file(drawn.text, "x").segments
    assert (segment.title, segment.width, segment.height) == ("rooms", 3, 3)
    assert segment.layers == [[1, 1, 0, 1, 1, 0, 1, 1, 0], [0, 0, 0, 0, 0, 4, 0, 0, 0]]
    assert segment.rooms == [(0, 0, 2, 2) if marks else (0, 0, 3, 3)]
    left_out = ["2 objects left out: their types are monster and none, and not segment, room or switch"]
    assert drawn.warnings[: bool(marks)] == left_out[: bool(marks)]
    assert "is turned or mirrored" in drawn.warnings[-1]
    assert len(drawn.warnings) == 1 + bool(marks)


@pytest.mark.parametrize(
    ("image", "fits"),
    [
        ("width='24' height='16'", True),
        ("width='24' height='8'", False),
        ("width='x' height='16'", False),
        ("width='24'", False),
    ],
)
def test_an_old_tileset_has_as_many_tiles_as_its_picture(tmp_path: Path, image: str, fits: bool) -> None:
    old = FOREIGN.replace("tilecount='9'>", f"tilewidth='8' tileheight='8'><image source='a.png' {image}/>").format("")
    path = write(tmp_path, old)
    if fits:
        assert segments_from_tiled(path).text == segments_from_tiled(write(tmp_path, FOREIGN.format(""))).text
    else:
        with pytest.raises(HostError, match=r"the tile at \(.*\) is \d, and no tileset has it"):
            segments_from_tiled(path)


def test_the_box_of_a_whole_map_is_bounded(tmp_path: Path) -> None:
    far = FOREIGN.replace("x='0' y='-2'", "x='1200' y='-2'").format("")
    with pytest.raises(HostError, match=r'the segment "rooms" has 1203 × 3 squares: must be 1 to 1000 wide and high'):
        segments_from_tiled(write(tmp_path, far))


def test_squares_of_layers_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments_from_tiled_module, "MOST_IN_ALL", 17)
    with pytest.raises(HostError, match="the layers of all segments have more than 17 squares"):
        segments_from_tiled(write(tmp_path, FOREIGN.format("")))


@pytest.mark.skipif(shutil.which("tiled") is None, reason="Tiled is not installed")
def test_the_xml_of_tiled_itself_is_read(tmp_path: Path) -> None:
    path = exported(tmp_path)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tiled", "--export-map", "tmx", str(path), str(tmp_path / "out.tmx")]
    subprocess.run(command, check=True, timeout=120, env=environment)
    result = run_command("segments", "import", tmp_path / "out.tmx", "-o", tmp_path / "back.txt")
    assert (result.exit_code, (tmp_path / "back.txt").read_text()) == (0, ROOMS)
