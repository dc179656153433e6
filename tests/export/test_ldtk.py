"""Dungeons as projects for LDtk: valid for its schema, and drawn by their own tiles alone as the picture of the map."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft7Validator
from PIL import Image

from host import Host, Map
from host.export.ldtk.dungeon import SQUARES, ldtk_files
from host.export.pictures import image
from host.metrics.walkability import Means, walkable
from host.model.game_map import model_of
from host.render.style import PictureStyle
from tests.helpers import run_command

# The schema of LDtk, by its author, who gives it to everybody (MIT licence).
SCHEMA = Path(__file__).parent / "ldtk-1.5.3.schema.json"
FILE = Path("a.ldtk")
GENERATORS = ("base", "undercroft", "rooms", "caves")


def project_of(made: Map, **options: Any) -> tuple[dict[str, Any], Image.Image]:
    sheet, text = ldtk_files([model_of(made)], FILE, PictureStyle(**options)).values()
    return json.loads(text), Image.open(BytesIO(sheet)).convert("RGBA")


@pytest.fixture(scope="module", params=GENERATORS)
def made(request: pytest.FixtureRequest) -> Map:
    mods = [request.param] if request.param in ("base", "undercroft") else []
    return Host(mods).generate(request.param, seed=3)


@pytest.fixture(scope="module")
def locked(base_host: Host) -> Map:
    return base_host.generate("base", seed=3)


def instances(project: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    (level,) = project["levels"]
    return [layer for layer in level["layerInstances"] if layer["__type"] == kind]


def entities(project: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for layer in instances(project, "Entities") for one in layer["entityInstances"]]


def fields(owner: dict[str, Any]) -> dict[str, Any]:
    return {field["__identifier"]: field["__value"] for field in owner["fieldInstances"]}


def test_a_project_is_valid(made: Map) -> None:
    project, _ = project_of(made)
    schema = json.loads(SCHEMA.read_text())
    assert [error.message for error in Draft7Validator(schema).iter_errors(project)] == []
    del project["levels"][0]["__bgColor"]
    assert not Draft7Validator(schema).is_valid(project)


@pytest.mark.parametrize("options", [{}, {"light": True}, {"theme": "cave", "tile_size": 32}], ids=str)
def test_an_engine_draws_the_picture_of_the_map(made: Map, options: dict[str, Any]) -> None:
    project, sheet = project_of(made, **options)
    (level,) = project["levels"]
    expected = Image.open(BytesIO(image(model_of(made), "png", PictureStyle(**options)))).convert("RGBA")
    drawn = Image.new("RGBA", (level["pxWid"], level["pxHei"]), level["__bgColor"])
    for layer in reversed(level["layerInstances"]):
        size = layer["__gridSize"]
        for tile in (*layer["autoLayerTiles"], *layer["gridTiles"]):
            x, y = tile["src"]
            drawn.alpha_composite(sheet.crop((x, y, x + size, y + size)), tuple(tile["px"]))
        for entity in layer["entityInstances"]:
            if (rect := entity["__tile"]) is not None:
                x, y, width, height = (rect[side] for side in "xywh")
                drawn.alpha_composite(sheet.crop((x, y, x + width, y + height)), tuple(entity["px"]))
    difference = np.abs(np.asarray(drawn, dtype=int) - np.asarray(expected, dtype=int))
    # Layers that are half transparent are rounded one by one.
    assert difference.max() <= 3


def test_squares_have_numbers(made: Map) -> None:
    project, _ = project_of(made)
    (squares,) = instances(project, "IntGrid")
    numbers = np.reshape(squares["intGridCsv"], (squares["__cHei"], squares["__cWid"]))
    assert numbers.shape == (made.height, made.width)
    floor, door = SQUARES["Floor"][0], SQUARES["Door"][0]
    assert ((numbers == floor) | (numbers == door))[walkable(made, Means.DOORS)].all()
    assert not (numbers == floor)[~walkable(made, Means.DOORS) & (numbers > 0)].any()
    doors = {(one.x, one.y) for one in made.doors}
    assert {(x, y) for y, x in np.argwhere(numbers == door).tolist()} >= doors
    (layer,) = (layer for layer in project["defs"]["layers"] if layer["type"] == "IntGrid")
    assert {value["value"]: value["identifier"] for value in layer["intGridValues"]} == {
        number: name for name, (number, _) in SQUARES.items()
    }


def test_a_door_names_its_key_and_refers_to_what_has_it(locked: Map) -> None:
    project, _ = project_of(locked)
    by_iid = {one["iid"]: one for one in entities(project)}
    assert len(by_iid) == len(entities(project))
    doors = [fields(one) for one in by_iid.values() if one["__identifier"] == "Door"]
    found = [(door, by_iid[door["key_object"]["entityIid"]]) for door in doors if door["key_object"]]
    assert found
    for door, holder in found:
        assert holder["__identifier"] == "Creature" or fields(holder).get("item", fields(holder)["name"]) == door["key"]
    (level,) = project["levels"]
    homes = {layer["iid"]: {one["iid"] for one in layer["entityInstances"]} for layer in level["layerInstances"]}
    for door, _ in found:
        reference = door["key_object"]
        assert reference["entityIid"] in homes[reference["layerIid"]]
        assert (reference["levelIid"], reference["worldIid"]) == (level["iid"], project["dummyWorldIid"])


def test_entities_have_typed_fields(locked: Map) -> None:
    project, _ = project_of(locked)
    types = {"Int": int, "Bool": bool, "String": str, "Float": float, "EntityRef": dict}
    enums = {f"LocalEnum.{enum['identifier']}": {v["id"] for v in enum["values"]} for enum in project["defs"]["enums"]}
    defined = {entity["uid"]: {f["uid"] for f in entity["fieldDefs"]} for entity in project["defs"]["entities"]}
    seen = set()
    for entity in entities(project):
        assert [field["defUid"] for field in entity["fieldInstances"]] == sorted(defined[entity["defUid"]])
        for field in entity["fieldInstances"]:
            kind, value = field["__type"], field["__value"]
            seen.add(kind)
            assert value is None or (value in enums[kind] if kind in enums else type(value) is types[kind]), field
    assert {"Int", "String", "EntityRef", "LocalEnum.Facing", "LocalEnum.ItemType"} <= seen


def test_the_lists_of_the_map_are_the_entities(locked: Map) -> None:
    project, _ = project_of(locked)
    shown = [(one["__identifier"], *one["__grid"]) for one in entities(project)]
    lying = [("Item", one.x, one.y) for one in locked.items if one.where == "floor"]
    assert sorted(one for one in shown if one[0] == "Item") == sorted(lying)
    assert sorted(one for one in shown if one[0] == "Creature") == sorted(
        ("Creature", one.x, one.y) for one in locked.creatures
    )
    assert sorted(one for one in shown if one[0] == "Door") == sorted(("Door", one.x, one.y) for one in locked.doors)


def test_identifiers_stay_when_something_else_changes(locked: Map) -> None:
    before, _ = project_of(locked)
    copy = Map.from_json(locked.to_json())
    model = model_of(copy)
    model.take_item(next(iter(model.loose_items)))
    after, _ = project_of(copy)
    kept = {one["iid"] for one in entities(before)} & {one["iid"] for one in entities(after)}
    assert len(kept) == len(entities(before)) - 1
    assert before["levels"][0]["iid"] == after["levels"][0]["iid"]


def test_two_commands_write_the_same_file_and_make_it_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        run_command("generate", "base", "--seed", 3, "-o", tmp_path / name / "d.ldtk")
    files = [[(path.name, path.read_bytes()) for path in sorted((tmp_path / name).iterdir())] for name in ("a", "b")]
    assert files[0] == files[1]
    assert [name for name, _ in files[0]] == ["d.ldtk", "d.tiles.png"]
    assert "the same dungeon, to the byte" in run_command("generate", "--from", tmp_path / "a" / "d.ldtk").stdout
