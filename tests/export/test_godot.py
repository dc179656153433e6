"""Dungeons as scenes for Godot: what their text says, and what Godot itself makes of it where it is installed."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

from host import Host, Map
from host.errors import RequestError
from host.export.godot import godot_files
from host.export.pictures import image
from host.metrics.walkability import Means, walkable
from host.model.game_map import model_of
from host.model.tile import BLOCKED
from host.render.palette import VOID
from host.render.style import PictureStyle
from tests.helpers import run_command

GODOT = shutil.which("godot")
FILE = Path("d.tscn")
SIZE = 16


class Block(NamedTuple):
    """A part of a text of Godot: its kind, the words of its heading, and its values."""

    kind: str
    words: dict[str, str]
    values: dict[str, str]


def parse(text: str) -> list[Block]:
    blocks = []
    for part in text.strip().split("\n\n"):
        heading, *lines = part.split("\n")
        kind, _, words = heading[1:-1].partition(" ")
        found = dict(re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\w+\("[^"]*"\)|\S+)', words))
        blocks.append(Block(kind, {k: v.strip('"') for k, v in found.items()}, dict(x.split(" = ", 1) for x in lines)))
    return blocks


def nodes(blocks: list[Block]) -> dict[str, Block]:
    """The nodes by their paths, "." for the root."""
    found = {}
    for block in blocks:
        if block.kind == "node":
            parent = block.words.get("parent")
            path = (
                "." if parent is None else block.words["name"] if parent == "." else f"{parent}/{block.words['name']}"
            )
            assert path not in found
            found[path] = block
    return found


def cells_of(node: Block) -> list[tuple[int, int, int, int]]:
    """(x, y, x in the picture, y in the picture) of each tile of a layer."""
    data = base64.b64decode(re.fullmatch(r'PackedByteArray\("(.*)"\)', node.values["tile_map_data"])[1])  # type: ignore[index]
    assert data[:2] == b"\0\0"
    rows = np.frombuffer(data[2:], dtype="<i2").reshape(-1, 6)
    assert not rows[:, [2, 5]].any()
    return [(x, y, left, top) for x, y, _, left, top, _ in rows.tolist()]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text.partition("(")[2])]


def scene_of(made: Map, **options: Any) -> tuple[list[Block], list[Block], Image.Image]:
    files = godot_files(model_of(made), FILE, PictureStyle(**options))
    assert [path.name for path in files] == ["d.tiles.png", "d.tres", "d.tscn"]
    sheet, tile_set, scene = files.values()
    return parse(scene.decode()), parse(tile_set.decode()), Image.open(BytesIO(sheet)).convert("RGBA")


@pytest.fixture(scope="module", params=["base", "undercroft", "caves"])
def made(request: pytest.FixtureRequest) -> Map:
    mods = [request.param] if request.param in ("base", "undercroft") else []
    return Host(mods).generate(request.param, seed=3)


@pytest.fixture(scope="module")
def locked(base_host: Host) -> Map:
    return base_host.generate("base", seed=3)


@pytest.mark.parametrize("options", [{}, {"light": True}], ids=str)
def test_tiles_and_sprites_are_the_picture_of_the_map(made: Map, options: dict[str, Any]) -> None:
    scene, _, sheet = scene_of(made, **options)
    expected = Image.open(BytesIO(image(model_of(made), "png", PictureStyle(**options)))).convert("RGBA")
    drawn = Image.new("RGBA", expected.size, VOID[:3])
    for node in nodes(scene).values():
        if node.words.get("type") == "TileMapLayer":
            for x, y, left, top in cells_of(node):
                tile = sheet.crop((left * SIZE, top * SIZE, (left + 1) * SIZE, (top + 1) * SIZE))
                drawn.alpha_composite(tile, (x * SIZE, y * SIZE))
        elif node.words.get("type") == "Sprite2D":
            left, top, width, height = map(int, numbers(node.values["region_rect"]))
            x, y = numbers(node.values["position"])
            tile = sheet.crop((left, top, left + width, top + height))
            drawn.alpha_composite(tile, (int(x - SIZE / 2), int(y - SIZE / 2)))
    difference = np.abs(np.asarray(drawn, dtype=int) - np.asarray(expected, dtype=int))
    # Layers that are half transparent are rounded one by one.
    assert difference.max() <= 3


def test_walls_collide_and_hide_and_open_squares_are_ways(made: Map) -> None:
    scene, tile_set, _ = scene_of(made)
    (atlas,) = (block for block in tile_set if block.words.get("type") == "TileSetAtlasSource")
    collides, hides, leads = (
        {tuple(map(int, key.split("/")[0].split(":"))) for key in atlas.values if what in key}
        for what in ("physics_layer_0/polygon_0", "occlusion_layer_0", "navigation_layer_0")
    )
    cells = {(x, y): (left, top) for x, y, left, top in cells_of(nodes(scene)["Collisions"])}
    model = model_of(made)
    is_open = walkable(model, Means.DOORS)
    hidden = ~is_open & (model.tileset.traits.array("missiles").take(model.stacks) == BLOCKED)
    for y in range(made.height):
        for x in range(made.width):
            tile = cells.get((x, y))
            near = is_open[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
            if is_open[y, x]:
                assert tile in leads - collides - hides
            elif near.any():
                assert tile in collides - leads
                assert (tile in hides) == hidden[y, x]
            else:
                assert tile is None or tile in collides
    assert hidden.any()


def test_things_are_nodes_with_metadata(locked: Map) -> None:
    found = nodes(scene_of(locked)[0])
    lying = {(one.x, one.y): one for one in locked.items if one.where == "floor"}
    items = [node for path, node in found.items() if path.startswith("Items/")]
    assert {(int(node.values["metadata/x"]), int(node.values["metadata/y"])) for node in items} == {*lying}
    for node in items:
        x, y = int(node.values["metadata/x"]), int(node.values["metadata/y"])
        assert json.loads(node.values["metadata/name"]) == lying[x, y].id
        assert numbers(node.values["position"]) == [(x + 0.5) * SIZE, (y + 0.5) * SIZE]
    doors = [node for path, node in found.items() if node.values.get("metadata/kind") == '"door"']
    assert len(doors) == len(locked.doors)
    keys = [json.loads(node.values["metadata/key_object"]) for node in doors if "metadata/key_object" in node.values]
    assert keys
    assert {*keys} <= {*found}
    assert len([path for path in found if path.startswith("Creatures/")]) == len(locked.creatures)
    assert found["."].values["metadata/generator"] == '"base"'


def test_a_type_may_have_a_scene(locked: Map, tmp_path: Path) -> None:
    locked.save(
        tmp_path / "d.tscn", scenes={"creature": "res://beast.tscn", "base.axe": "uid://abc", "none": "res://n"}
    )
    blocks = parse((tmp_path / "d.tscn").read_text())
    scenes = {block.words["id"]: block.words["path"] for block in blocks if block.words.get("type") == "PackedScene"}
    assert "res://n" not in scenes.values()
    for path, node in nodes(blocks).items():
        instance = re.fullmatch(r'ExtResource\("(.*)"\)', node.words.get("instance", ""))
        if path.startswith("Creatures/"):
            assert instance is not None
            assert scenes[instance[1]] == "res://beast.tscn"
            assert "texture" not in node.values
        else:
            assert (instance is not None) == (node.values.get("metadata/name") == '"base.axe"')


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scene", "creature"], "must be TYPE=SCENE, such as creature=res://creature.tscn"),
        (
            ["--scene", "creature=/etc/passwd"],
            'the scene of creature is "/etc/passwd": must begin with res:// or uid://',
        ),
        (["--format", "png", "--scene", "creature=res://a"], "--scene is for Godot, and the format is png"),
        (["--format", "tscn"], "a map as tscn is several files: -o FILE.tscn names them"),
    ],
    ids=range(4),
)
def test_wrong_scenes_are_refused(words: list[str], message: str, tmp_path: Path) -> None:
    output = [] if words == ["--format", "tscn"] else ["-o", tmp_path / "d.tscn"]
    result = run_command("generate", "caves", *output, *words)
    assert result.exit_code
    assert message in " ".join(result.stderr.split())
    assert not [*tmp_path.iterdir()]


def test_two_commands_write_the_same_files_and_make_them_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        words = ["--scene", "item=res://i.tscn", "-o", tmp_path / name / "d.tscn"]
        result = run_command("generate", "base", "--seed", 3, *words)
        assert result.exit_code == 0
        assert "d.tscn, d.tiles.png and d.tres: " in result.stdout
        assert f"--scene item=res://i.tscn -o {words[-1]}\n" in result.stdout
    files = [[(path.name, path.read_bytes()) for path in sorted((tmp_path / name).iterdir())] for name in ("a", "b")]
    assert files[0] == files[1]
    assert [name for name, _ in files[0]] == ["d.tiles.png", "d.tres", "d.tscn"]
    assert "the same dungeon, to the byte" in run_command("generate", "--from", tmp_path / "a" / "d.tscn").stdout


def test_a_type_that_nothing_has_is_told(tmp_path: Path) -> None:
    words = ["--scene", "creatur=res://a.tscn", "--scene", "item=res://b.tscn", "-o", tmp_path / "d.tscn"]
    result = run_command("generate", "base", "--seed", 3, *words)
    assert result.exit_code == 0
    told = " ".join(result.stderr.split())
    assert 'nothing on the map is of the type "creatur", so its scene is not used; did you mean "creature"?' in told
    assert '"item"' not in told


def test_a_map_that_is_too_long_is_refused() -> None:
    made = Host().generate("caves", seed=1, width=60, height=40)
    model = model_of(made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.export.godot.LONGEST_SIDE", 50)
        with pytest.raises(RequestError, match="a tscn may have at most 4000000, and 50 on a side"):
            godot_files(model, FILE, PictureStyle())


CHECK = """
extends SceneTree
func _init():
	var root = load("res://d.tscn").instantiate()
	var found = {"generator": root.get_meta("generator"), "layers": {}, "things": {}, "squares": []}
	for child in root.get_children():
		if child is TileMapLayer:
			found.layers[child.name] = child.get_used_cells().size()
		else:
			for thing in child.get_children():
				found.things[child.name + "/" + thing.name] = thing.get_class()
	var collisions = root.get_node("Collisions")
	for cell in collisions.get_used_cells():
		var data = collisions.get_cell_tile_data(cell)
		found.squares.append([cell.x, cell.y, data.get_collision_polygons_count(0), data.get_occluder(0) != null,
			data.get_navigation_polygon(0) != null])
	print("FOUND " + JSON.stringify(found))
	root.free()
	quit()
"""


@pytest.mark.slow
@pytest.mark.skipif(GODOT is None, reason="godot is not installed")
def test_godot_loads_a_scene(locked: Map, tmp_path: Path) -> None:
    locked.save(tmp_path / "d.tscn")
    (tmp_path / "project.godot").write_text("config_version=5\n")
    (tmp_path / "check.gd").write_text(CHECK)
    home = {
        **os.environ,
        **dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), str(tmp_path / "home")),
    }
    words = [str(GODOT), "--headless", "--path", str(tmp_path)]
    imported = subprocess.run([*words, "--import"], env=home, capture_output=True, text=True, timeout=120)
    assert "ERROR" not in imported.stderr
    done = subprocess.run([*words, "--script", "check.gd"], env=home, capture_output=True, text=True, timeout=120)
    shown = next(line for line in done.stdout.splitlines() if line.startswith("FOUND "))
    found = json.loads(shown.removeprefix("FOUND "))
    scene = nodes(scene_of(locked)[0])
    assert found["generator"] == "base"
    assert found["layers"] == {
        path: len(cells_of(node)) for path, node in scene.items() if node.words.get("type") == "TileMapLayer"
    }
    things = {path for path, node in scene.items() if path.count("/") == 1}
    assert {*found["things"]} == things
    assert all(found["things"][path] == scene[path].words["type"] for path in things)
    is_open = walkable(locked, Means.DOORS)
    for x, y, shapes, _, leads in found["squares"]:
        assert (leads, shapes) == ((True, 0) if is_open[int(y), int(x)] else (False, 1))
    assert any(hides for *_, hides, _ in found["squares"])
