"""Dungeons as maps for Tiled: what stands on objects and in the tileset, for the engines that read them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host import Host, Map
from host.export.pictures import map_files
from host.export.tiled.dungeon import tiled_files
from host.metrics.walkability import Means, walkable
from host.model.game_map import model_of
from host.render.style import PictureStyle
from tests.helpers import run_command


@pytest.fixture(scope="module")
def played(base_host: Host) -> Map:
    return base_host.generate("base", seed=3)


def layers(document: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [layer for layer in document["layers"] if layer["type"] == kind]


def values_of(owner: dict[str, Any]) -> dict[str, Any]:
    return {one["name"]: one["value"] for one in owner.get("properties", ())}


def exported_map(made: Map, **options: Any) -> dict[str, Any]:
    style = PictureStyle(**options)
    document: dict[str, Any] = json.loads([*tiled_files(model_of(made), Path("a.tmj"), style).values()][-1])
    return document


def test_a_lock_names_its_key_and_the_object_that_is_it(played: Map) -> None:
    document = exported_map(played)
    objects = {one["id"]: one for layer in layers(document, "objectgroup") for one in layer["objects"]}
    doors = [values_of(one) for one in objects.values() if one["type"] == "door"]
    found = [(door, objects[door["key object"]]) for door in doors if "key object" in door]
    assert found
    for door, holder in found:
        assert holder["type"] == "creature" or values_of(holder).get("item", holder["name"]) == door["key"]
    assert [door for door in doors if ("key" in door) != isinstance(door.get("lock"), int)] == []


def test_a_chest_says_what_it_holds(played: Map) -> None:
    known = [chest for chest in json.loads(played.to_json())["chests"] if "content" in chest]
    (shown,) = [one["objects"] for one in exported_map(played)["layers"] if one["name"] == "doors and chests"]
    held = [values_of(one) for one in shown if one["type"] == "chest" and "item" in values_of(one)]
    assert [{"item": one["item"], "count": one["count"]} for one in held] == [chest["content"] for chest in known]
    assert held


def test_what_lies_in_a_barrel_is_known(base_host: Host) -> None:
    made = base_host.generate("base", seed=12)
    known = json.loads(made.to_json())
    things = {layer["name"]: layer["objects"] for layer in layers(exported_map(made), "objectgroup")}
    chests = {(one["x"], one["y"], one["slot"]) for one in known["chests"]}
    stored = [one for one in known["stored"] if (one["x"], one["y"], one["slot"]) not in chests]
    barrels = [one for one in things["doors and chests"] if one["type"] == "barrel"]
    assert stored
    assert [(values_of(one)["item"], values_of(one)["count"]) for one in barrels] == [
        (one["item"], one["count"]) for one in stored
    ]


def test_stairs_and_traps_are_triggers(base_host: Host) -> None:
    made = base_host.generate("base", seed=4)
    known = json.loads(made.to_json())
    (shown,) = [one["objects"] for one in exported_map(made)["layers"] if one["name"] == "triggers"]
    stairs = {i for i, tile in enumerate(known["tiles"]) if "stairs" in tile}
    with_stairs = [number for number, stack in enumerate(known["stacks"]) if stairs & {*stack}]
    expected = [(x, y) for y, row in enumerate(known["rows"]) for x, stack in enumerate(row) if stack in with_stairs]
    assert expected
    assert [(one["x"] // 16, one["y"] // 16) for one in shown if one["type"] == "stairs"] == expected
    traps = [one for key in ("doors", "chests") for one in known[key] if "trap" in one]
    assert [(one["x"] // 16, one["y"] // 16) for one in shown if one["type"] == "trap"] == [
        (one["x"], one["y"]) for one in traps
    ]


def test_what_nobody_enters_has_a_shape(played: Map) -> None:
    document = exported_map(played)
    (tileset,) = document["tilesets"]
    shaped = {tileset["firstgid"] + tile["id"] for tile in tileset["tiles"] if "objectgroup" in tile}
    width, height = document["width"], document["height"]
    hard = {i for layer in layers(document, "tilelayer") for i, gid in enumerate(layer["data"]) if gid in shaped}
    free = walkable(model_of(played), Means.DOORS).ravel()
    assert not any(free[i] for i in hard)
    for i in range(width * height):
        x, y = i % width, i // width
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        inside = [b * width + a for a, b in near if 0 <= a < width and 0 <= b < height]
        # What is behind a wall is of no use to an engine.
        assert free[i] or i in hard or not any(free[j] for j in inside)


def test_terrains_say_which_tiles_fit(played: Map) -> None:
    document = exported_map(played)
    wangsets = {one["name"]: one for one in document["tilesets"][0]["wangsets"]}
    assert {one["name"] for one in wangsets["ground"]["colors"]} >= {"base.floor_wood", "base.water"}
    (walls,) = [layer["data"] for layer in document["layers"] if layer["name"] == "walls"]
    ids = {one["tileid"]: one["wangid"] for one in wangsets["walls"]["wangtiles"]}
    first, width = document["tilesets"][0]["firstgid"], document["width"]
    assert {gid - first for gid in walls if gid} == {*ids}
    joined = 0
    for i, gid in enumerate(walls):
        if gid and ids[gid - first][2]:
            assert (i + 1) % width
            assert walls[i + 1]
            joined += 1
    assert joined > 10


@pytest.mark.parametrize("seed", [4, 12])
def test_a_command_and_a_program_write_the_same(base_host: Host, seed: int, tmp_path: Path) -> None:
    run_command("generate", "base", "--seed", str(seed), "-o", tmp_path / "a.tmj")
    base_host.generate("base", seed=seed).save(tmp_path / "b.tmj")
    names = [(tmp_path / name).read_bytes().replace(b"b.tiles", b"a.tiles") for name in ("a.tmj", "b.tmj")]
    assert names[0] == names[1]


def test_objects_keep_their_numbers(played: Map) -> None:
    def numbers(**options: Any) -> list[tuple[int, str, str]]:
        groups = layers(exported_map(played, **options), "objectgroup")
        return [(one["id"], one["type"], one["name"]) for layer in groups for one in layer["objects"]]

    assert numbers() == numbers(tile_size=8, light=True)


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="tmxrasterizer of Tiled is not installed")
def test_tiled_draws_the_picture_of_the_host(tmp_path: Path) -> None:
    for name in ("a.tmj", "b.png"):
        assert run_command("generate", "base", "--seed", "3", "-o", tmp_path / name).exit_code == 0
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tmxrasterizer", str(tmp_path / "a.tmj"), str(tmp_path / "a.png")]
    subprocess.run(command, check=True, timeout=120, env=environment)
    with Image.open(tmp_path / "a.png") as drawn, Image.open(tmp_path / "b.png") as ours:
        assert drawn.size == ours.size


@pytest.mark.skipif(shutil.which("tiled") is None, reason="Tiled is not installed")
def test_tiled_keeps_what_it_exports(played: Map, tmp_path: Path) -> None:
    for file, content in map_files(model_of(played), tmp_path / "a.tmj", "tmj").items():
        file.write_bytes(content)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tiled", "--export-map", "json", str(tmp_path / "a.tmj"), str(tmp_path / "b.json")]
    subprocess.run(command, check=True, timeout=120, env=environment)
    before, after = (json.loads((tmp_path / name).read_text()) for name in ("a.tmj", "b.json"))
    assert [layer["data"] for layer in layers(before, "tilelayer")] == [
        layer["data"] for layer in layers(after, "tilelayer")
    ]
    for one, other in zip(layers(before, "objectgroup"), layers(after, "objectgroup"), strict=True):
        assert [(shown["id"], values_of(shown)) for shown in one["objects"]] == [
            (shown["id"], values_of(shown)) for shown in other["objects"]
        ]
    assert len(before["tilesets"][0]["wangsets"]) == len(after["tilesets"][0]["wangsets"])
