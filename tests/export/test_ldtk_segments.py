"""Segments as levels of LDtk: what is written is valid and comes back, and what cannot be is a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from host import import_segments
from host.errors import HostError, RequestError
from host.export.ldtk.reader import segments_from_ldtk
from host.export.ldtk.segments import segment_levels
from host.model.segment_file import SegmentFile, SegmentText, parse_segment_file, write_segments
from tests.export.test_ldtk import SCHEMA
from tests.export.test_tiled import LINES, ROOMS, segments
from tests.helpers import ROOT, examples, run_command, sampled

TEXT = ROOMS.replace("         ", "  ").replace("4000000000", "44")
Change = Callable[[dict[str, Any]], None]


def project(folder: Path, file: SegmentFile) -> Path:
    path = folder / "rooms.ldtk"
    for name, content in segment_levels(file, path, 16).items():
        name.write_bytes(content)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return project(tmp_path, parse_segment_file(TEXT, "rooms.txt"))


def change_of(*keys: Any, value: Any) -> Change:
    def change(document: dict[str, Any]) -> None:
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = value

    return change


def changed(path: Path, *changes: Change) -> Path:
    document = json.loads(path.read_text())
    for change in changes:
        change(document)
    path.write_text(json.dumps(document))
    return path


def test_a_project_is_valid_and_every_layer_is_on_every_level(path: Path) -> None:
    document = json.loads(path.read_text())
    schema = json.loads(SCHEMA.read_text())
    assert [error.message for error in Draft7Validator(schema).iter_errors(document)] == []
    layers = [layer["uid"] for layer in document["defs"]["layers"]]
    for level in document["levels"]:
        assert [layer["layerDefUid"] for layer in level["layerInstances"]] == layers
        assert {layer["levelId"] for layer in level["layerInstances"]} == {level["uid"]}


def test_levels_do_not_overlap(path: Path) -> None:
    levels = json.loads(path.read_text())["levels"]
    boxes = [(one["worldX"], one["worldY"], one["pxWid"], one["pxHei"]) for one in levels]
    for i, (x, y, width, height) in enumerate(boxes):
        for left, top, w, h in boxes[:i]:
            assert not (x < left + w and left < x + width and y < top + h and top < y + height)


def test_everything_that_the_format_has_comes_back(path: Path) -> None:
    drawn = segments_from_ldtk(path)
    assert drawn.text == write_segments(parse_segment_file(TEXT, "rooms.txt"))
    assert (drawn.segments, drawn.warnings) == (2, [])


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(st.lists(segments(), min_size=1, max_size=3), st.lists(LINES, max_size=2))
def test_any_segments_come_back(
    tmp_path_factory: pytest.TempPathFactory, some: list[SegmentText], tail: list[str]
) -> None:
    for segment in some:
        segment.layers = [[number % 2**31 for number in layer] for layer in segment.layers]
    file = SegmentFile(some, tuple(f"#{line}" for line in tail))
    assert segments_from_ldtk(project(tmp_path_factory.getbasetemp(), file)).text == write_segments(file)


@pytest.mark.parametrize(
    "file", sampled(sorted((ROOT / "mods/base/segments").glob("*.txt")), 5), ids=lambda file: file.stem
)
def test_the_commands_bring_base_back_byte_for_byte(file: Path, tmp_path: Path) -> None:
    assert run_command("segments", "export", file, "--tiles", "base", "-o", tmp_path / "a.ldtk").exit_code == 0
    assert run_command("segments", "import", tmp_path / "a.ldtk", "-o", tmp_path / "a.txt").exit_code == 0
    assert (tmp_path / "a.txt").read_bytes() == file.read_bytes()


def test_a_level_that_somebody_drew_is_a_segment(path: Path) -> None:
    """With layers of other names, no fields, no rooms, and a pivot in the middle of its switch."""
    grid = {
        "__identifier": "Collisions", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 8,
        "intGridCsv": [1, 1, 1, 0, 7, 0], "entityInstances": [], "gridTiles": [],
    }  # fmt: skip
    switch = {
        "__identifier": "switch", "px": [12, 12], "__pivot": [0.5, 0.5], "width": 8, "height": 8,
        "fieldInstances": [{"__identifier": "calls", "__value": "open 1 2\nclose 3"}],
    }  # fmt: skip
    marks = {**grid, "__type": "Entities", "entityInstances": [switch, {**switch, "__identifier": "Chest"}]}
    tiles = {**grid, "__identifier": "Paint", "__type": "Tiles", "gridTiles": [{"t": 1}]}
    level = {"identifier": "My_cave", "fieldInstances": [], "layerInstances": [marks, tiles, grid]}
    drawn = segments_from_ldtk(changed(path, change_of("levels", value=[level])))
    (segment,) = parse_segment_file(drawn.text, "x").segments
    assert (segment.title, segment.width, segment.height) == ("My_cave", 3, 2)
    assert segment.layers == [[1, 1, 1, 0, 7, 0]]
    assert [(one.x, one.y, one.calls) for one in segment.switches] == [(1, 1, (("open", (1, 2)), ("close", (3,))))]
    assert segment.rooms == [(0, 0, 3, 2)]
    assert drawn.warnings == [
        'the kind of entity "Chest", which is neither Room nor Switch is left out',
        'the layer of tiles "Paint" is left out',
    ]


def test_levels_of_all_worlds_are_read(path: Path) -> None:
    def into_worlds(document: dict[str, Any]) -> None:
        document["worlds"] = [{"levels": [level]} for level in document["levels"]]
        document["levels"] = []

    assert segments_from_ldtk(changed(path, into_worlds)).segments == 2


LEVEL = ("levels", 0)
# Layers: entities, then two of numbers; the lowest is last.
MARKS, GRID = (*LEVEL, "layerInstances", 0), (*LEVEL, "layerInstances", 2)
SWITCH = (*MARKS, "entityInstances", -1)


WRONG: list[tuple[Change, str | None]] = [
    (change_of("defs", value=None), None),
    (change_of("jsonVersion", value=1), None),
    (change_of("levels", value=5), "levels of a world is 5: must be a list"),
    (change_of(*LEVEL, value=5), "levels of a world has a value that is no object"),
    (change_of(*LEVEL, "layerInstances", value=[]), 'the level "hall" has no IntGrid layer'),
    (
        change_of(*GRID, "__cWid", value=10**9),
        '__cWid of the level "hall" is 1000000000: must be a whole number between 1 and 1000',
    ),
    (change_of(*GRID, "__cWid", value=1), "has IntGrid layers of different sizes"),
    (change_of(*GRID, "intGridCsv", value=[1]), "has an IntGrid layer of 1 values: must have"),
    (change_of(*GRID, "intGridCsv", 0, value=-1), "has a value that is no whole number from 0 to"),
    (change_of(*GRID, "intGridCsv", 0, value=True), "has a value that is no whole number from 0 to"),
    (change_of(*GRID, "intGridCsv", 0, value=1e400), "has a value that is no whole number from 0 to"),
    (
        change_of(*MARKS, "__gridSize", value=0),
        '__gridSize of the level "hall" is 0: must be a whole number between 1 and 10000',
    ),
    (change_of(*SWITCH, "px", value=[float("nan"), 0]), "must be two numbers of at most"),
    (change_of(*SWITCH, "px", value=["a", 0]), "px of a Switch of the level"),
    (change_of(*SWITCH, "fieldInstances", 0, "__value", value="open x"), 'calls "open x": must be a name'),
    (change_of(*SWITCH, "fieldInstances", value=[]), "does nothing: its field"),
    (change_of(*MARKS, "entityInstances", 0, "px", value=[3, 0]), "has an edge between squares"),
    (change_of(*LEVEL, "fieldInstances", 0, "__value", value="two\nlines"), "has a name of several lines"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_is_a_sentence(path: Path, change: Change, message: str | None) -> None:
    changed(path, change)
    if message is None:
        segments_from_ldtk(path)
        return
    with pytest.raises(HostError) as error:
        segments_from_ldtk(path)
    assert message in error.value.message
    assert error.value.file == str(path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "this is not JSON from column 1 on"),
        ("segment\n", "this is not JSON from column 1 on"),
        ("[" * 10**5, "this is not JSON"),
        ("[]", "this is not a JSON object"),
        ("{}", "this is not a project of LDtk"),
        ('{"levels": []}', "this is not a project of LDtk"),
    ],
)
def test_a_file_that_is_no_project_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "a.ldtk"
    path.write_text(text)
    result = run_command("segments", "import", path)
    assert result.exit_code == 1
    assert f"{problem}: must be what LDtk saves as .ldtk" in result.stderr


def test_other_endings_and_numbers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "rooms.txt").write_text(TEXT)
    result = run_command("segments", "export", tmp_path / "rooms.txt", "-o", tmp_path / "a.ldtkk")
    assert result.exit_code
    assert 'its name must end in .tmj, .json or .ldtk; did you mean ".ldtk"?' in result.stderr
    with pytest.raises(RequestError, match="the tile number 4000000000 is too large for LDtk"):
        segment_levels(parse_segment_file(ROOMS, "rooms.txt"), tmp_path / "a.ldtk", 16)


def test_levels_in_files_of_their_own_are_read(path: Path) -> None:
    whole = segments_from_ldtk(path)
    project = json.loads(path.read_text())
    folder = path.with_suffix("")
    folder.mkdir()
    for level in project["levels"]:
        name = f"{level['identifier']}.ldtkl"
        (folder / name).write_text(json.dumps(level))
        level |= {"layerInstances": None, "externalRelPath": f"{folder.name}/{name}"}
    project["externalLevels"] = True
    path.write_text(json.dumps(project))
    assert segments_from_ldtk(path) == whole


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../out.ldtkl", "lies outside the folder"),
        ("/etc/passwd", "lies outside the folder"),
        ("gone.ldtkl", "gone.ldtkl"),
        ("link.ldtkl", "lies outside the folder"),
        ("pipe.ldtkl", "is not a file"),
        ("", "has no name"),
        (5, "has no name"),
        ("a\0b", "has no name"),
        ("rows.ldtkl", r"rows\.ldtkl: this is not a JSON object: must be what LDtk saves as \.ldtkl"),
    ],
)
@pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pipes")
def test_levels_are_read_from_the_folder_alone(path: Path, name: object, message: str) -> None:
    (path.parent / "link.ldtkl").symlink_to("/etc/passwd")
    (path.parent / "rows.ldtkl").write_text("[]")
    os.mkfifo(path.parent / "pipe.ldtkl")
    project = json.loads(path.read_text())
    project["levels"][0] |= {"layerInstances": None, "externalRelPath": name}
    path.write_text(json.dumps(project))
    with pytest.raises(HostError, match=message):
        segments_from_ldtk(path)


def test_a_table_gives_values_numbers(path: Path) -> None:
    """By the name of a value, else by the value."""
    definition = {"uid": 9, "intGridValues": [{"value": 1, "identifier": "Wall"}, {"value": 2, "identifier": None}]}
    grid = {
        "__identifier": "Collisions", "__type": "IntGrid", "__cWid": 3, "__cHei": 1, "__gridSize": 8,
        "layerDefUid": 9, "intGridCsv": [1, 2, 0],
    }  # fmt: skip
    project = json.loads(path.read_text())
    project["defs"]["layers"].append(definition)
    project["levels"] = [{"identifier": "Cave", "layerInstances": [grid]}]
    path.write_text(json.dumps(project))
    drawn = import_segments(path, {"Wall": 22, "2": 11, "1": 99})
    (segment,) = parse_segment_file(drawn.text, "x").segments
    assert segment.layers == [[22, 11, 0]]
    with pytest.raises(
        HostError, match=r'the level "Cave" has the value "Wall" or "1" at \(0, 0\), .*must be one of "Wal"'
    ):
        import_segments(path, {"Wal": 22})
    with pytest.raises(HostError, match=r'the value "2" at \(1, 0\)'):
        import_segments(path, {"Wall": 22, "None": 1})
    with pytest.raises(RequestError, match="the table has 'a': -1"):
        import_segments(path, {"a": -1})
    with pytest.raises(RequestError, match="the table has 'a': a huge number"):
        import_segments(path, {"a": 10**5000})
    with pytest.raises(RequestError, match="table is 'Wall': must be a mapping"):
        import_segments(path, "Wall")  # type: ignore[arg-type]
