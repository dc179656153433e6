"""Several maps in one file: floors of areas as a world for Tiled, and as levels of a project for LDtk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft7Validator
from PIL import Image

from host import Host, HostError, Map, save_world
from host.export.pictures import image
from host.model.game_map import model_of
from tests.export.test_ldtk import SCHEMA
from tests.helpers import run_command, run_process, write_mod

CAVES = {
    "mod.toml": 'id = "den"\nversion = "1"\ndialects = ["areas"]\n',
    "init.lua": """
        data:add {
          _type = "base.area_generator", _id = "cave", deepest_floor = 3,
          on_generate_floor = function(floor)
            local map = InstancedMap:new(8 + floor, 6, "base.floor")
            if floor == 2 then
              Area.create_entrance(Area.get_or_create "den.lair", 3, 3, map)
            end
            return map
          end,
        }
        data:add {
          _type = "base.area_generator", _id = "lair",
          on_generate_floor = function() return InstancedMap:new(5, 5, "base.wall") end,
        }
        data:add { _type = "base.unique_area", _id = "cave", area_generator = "den.cave" }
        data:add { _type = "base.unique_area", _id = "lair", area_generator = "den.lair" }
    """,
}
FLOORS = [("den.cave", 1), ("den.cave", 2), ("den.cave", 3), ("den.lair", 1)]


@pytest.fixture(scope="module")
def caves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mod(tmp_path_factory.mktemp("mods") / "den", CAVES)


@pytest.fixture(scope="module")
def floors(caves: Path) -> list[Map]:
    return Host([caves]).generate_all("den", seed=3)


def floors_of(maps: Sequence[Map]) -> list[Any]:
    return [tuple(made.origin.options.values()) for made in maps if made.origin]


def boxes(entries: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    return [tuple(entry[side] for side in ("x", "y", "width", "height")) for entry in entries]


def test_all_floors_of_all_areas_are_made(floors: list[Map]) -> None:
    assert floors_of(floors) == FLOORS
    assert [made.width for made in floors] == [9, 10, 11, 5]


def test_each_floor_is_made_alone_by_its_origin(caves: Path, floors: list[Map]) -> None:
    game = Host([caves])
    for made in floors:
        assert made.origin is not None
        assert game.generate(made.origin.request).to_json() == made.to_json()


def test_options_choose_an_area_or_a_floor(caves: Path) -> None:
    game = Host([caves])
    assert floors_of(game.generate_all(None, seed=3)) == FLOORS
    assert floors_of(game.generate_all("den.areas", seed=3, area="den.cave")) == FLOORS[:3]
    assert floors_of(game.generate_all("den.areas", seed=3, area="den.cave", floor=2)) == FLOORS[1:2]
    assert floors_of([game.generate("den.areas", seed=3)]) == FLOORS[:1]
    with pytest.raises(
        HostError, match=r'there is no area "den\.lare": must be den\.cave or den\.lair; did you mean "den\.lair'
    ):
        game.generate("den.areas", seed=3, area="den.lare")
    with pytest.raises(HostError, match=r"there is no floor 9 of den\.cave: must be 1, 2 or 3"):
        game.generate("den.areas", seed=3, floor=9)


def test_a_world_without_areas_is_one_map() -> None:
    (made,) = Host(["base"]).generate_all("base", seed=3)
    assert made == Host(["base"]).generate("base", seed=3)


@pytest.mark.parametrize(
    ("depth", "message"),
    [
        ("deepest_floor = 1000,", "has the floors 1 to 1000: at most 100 are made at once"),
        ("on_generate_floor = function() return 3 end,", "returned 3 for floor 1: must be a map"),
    ],
)
def test_areas_that_cannot_be_made_say_why(tmp_path: Path, depth: str, message: str) -> None:
    make = "" if "return 3" in depth else "on_generate_floor = function() return InstancedMap:new(5, 5) end,"
    script = f"""
        data:add {{ _type = "base.area_generator", _id = "cave", {depth} {make} }}
        data:add {{ _type = "base.unique_area", _id = "cave", area_generator = "den.cave" }}
    """
    mod = write_mod(tmp_path / "den", {**CAVES, "init.lua": script})
    with pytest.raises(HostError, match=message):
        Host([mod]).generate_all("den", seed=1)


def test_a_mod_that_declares_areas_alone_is_told_of_their_generator(caves: Path) -> None:
    with pytest.raises(HostError, match=r"it declares areas: den\.areas is the generator of their floors"):
        Host([caves]).generate("den", seed=1)


def test_a_world_for_tiled_names_a_map_a_floor(floors: list[Map], tmp_path: Path) -> None:
    save_world(tmp_path / "a.world", floors, tile_size=8)
    world = json.loads((tmp_path / "a.world").read_text())
    assert world["type"] == "world"
    names = [entry["fileName"] for entry in world["maps"]]
    assert names == ["a.cave_1.tmj", "a.cave_2.tmj", "a.cave_3.tmj", "a.lair_1.tmj"]
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.world",
        *names,
        *(name.replace(".tmj", ".tiles.png") for name in names),
    }
    assert boxes(world["maps"]) == [(0, 0, 72, 48), (104, 0, 80, 48), (216, 0, 88, 48), (0, 80, 40, 40)]
    for made, entry in zip(floors, world["maps"], strict=True):
        tiled = json.loads((tmp_path / entry["fileName"]).read_text())
        assert (tiled["width"], tiled["height"]) == (made.width, made.height)
        assert (tmp_path / tiled["tilesets"][0]["image"]).exists()


def test_a_project_of_ldtk_has_a_level_a_floor(floors: list[Map], tmp_path: Path) -> None:
    save_world(tmp_path / "a.ldtk", floors)
    project = json.loads((tmp_path / "a.ldtk").read_text())
    assert not [*Draft7Validator(json.loads(SCHEMA.read_text())).iter_errors(project)]
    assert [level["identifier"] for level in project["levels"]] == [
        "den_cave_1",
        "den_cave_2",
        "den_cave_3",
        "den_lair_1",
    ]
    for key in ("iid", "uid", "identifier"):
        assert len({level[key] for level in project["levels"]}) == len(floors)
    sheet = Image.open(tmp_path / "a.tiles.png").convert("RGBA")
    defined = {layer["uid"] for layer in project["defs"]["layers"]}
    for made, level in zip(floors, project["levels"], strict=True):
        assert {layer["layerDefUid"] for layer in level["layerInstances"]} == defined
        assert {layer["levelId"] for layer in level["layerInstances"]} == {level["uid"]}
        drawn = Image.new("RGBA", (level["pxWid"], level["pxHei"]), level["__bgColor"])
        for layer in reversed(level["layerInstances"]):
            for tile in (*layer["autoLayerTiles"], *layer["gridTiles"]):
                x, y = tile["src"]
                drawn.alpha_composite(sheet.crop((x, y, x + 16, y + 16)), tuple(tile["px"]))
            for entity in layer["entityInstances"]:
                if (rect := entity["__tile"]) is not None:
                    x, y = rect["x"], rect["y"]
                    drawn.alpha_composite(sheet.crop((x, y, x + 16, y + 16)), tuple(entity["px"]))
        path = tmp_path / "map.png"
        path.write_bytes(image(model_of(made), "png"))
        expected = np.asarray(Image.open(path).convert("RGBA"), dtype=int)
        assert np.abs(np.asarray(drawn, dtype=int) - expected).max() <= 3


def test_the_same_map_twice_has_two_identifiers(floors: list[Map], tmp_path: Path) -> None:
    save_world(tmp_path / "a.ldtk", [floors[1], floors[1]])
    levels = json.loads((tmp_path / "a.ldtk").read_text())["levels"]
    found = [
        one["iid"] for level in levels for layer in level["layerInstances"] for one in layer["entityInstances"]
    ] + [level["iid"] for level in levels]
    assert len(found) > 2
    assert len({*found}) == len(found)
    save_world(tmp_path / "a.world", [floors[1], floors[1]])
    names = [entry["fileName"] for entry in json.loads((tmp_path / "a.world").read_text())["maps"]]
    assert names == ["a.cave_2.tmj", "a.cave_2_2.tmj"]


def test_commands_write_a_world_and_make_it_again(caves: Path, tmp_path: Path) -> None:
    for name in ("a.world", "a.ldtk"):
        made = run_command("generate", caves, "--seed", 3, "-o", tmp_path / name)
        assert f"{name}: 4 maps in " in made.stdout
        assert "dungeon-host generate den.areas --mods" in made.stdout
        again = run_command("generate", "--from", tmp_path / name, "--mods", caves)
        assert "the same 4 maps, to the byte" in again.stdout
        (tmp_path / "now").mkdir(exist_ok=True)
        again = run_command("generate", "--from", tmp_path / name, "--mods", caves, "-o", tmp_path / "now" / name)
        assert "--seed" not in again.stdout
        assert (tmp_path / "now" / name).read_bytes() == (tmp_path / name).read_bytes()
    one = run_command("generate", "--from", tmp_path / "a.cave_2.tmj", "--mods", caves)
    assert "the same dungeon, to the byte" in one.stdout


def test_a_world_of_a_mod_that_changed_says_which_map_and_square(caves: Path, tmp_path: Path) -> None:
    run_command("generate", caves, "--seed", 3, "-o", tmp_path / "a.ldtk")
    run_command("generate", caves, "--seed", 3, "-o", tmp_path / "a.world")
    changed = CAVES["init.lua"].replace("if floor == 2 then", "map:set_tile(4, 5, 'base.wall') if floor == 2 then")
    now = write_mod(tmp_path / "now" / "den", {**CAVES, "init.lua": changed})
    for name in ("a.ldtk", "a.world"):
        result = run_process("generate", "--from", tmp_path / name, "--mods", now)
        assert result.returncode == 1
        assert "4 of 4 maps differ, or their mods" in result.stderr
        assert "--set area=den.cave --set floor=2" in result.stderr
        assert result.stderr.count("the first square that differs is (4, 5)") == 3
        assert result.stderr.count("other files: init.lua changed") == 4


@pytest.mark.skipif("sys.platform == 'win32'", reason="links need a permission")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "is not a world that names its maps"),
        ('{"maps": []}', "names 0 maps: must be 1 to 1000"),
        ('{"maps": [{"fileName": "../b.tmj"}]}', "must be a .tmj in the same folder"),
        ('{"maps": [{"fileName": 3}]}', "must be a .tmj in the same folder"),
        ('{"maps": [{"fileName": "gone.tmj"}]}', "gone.tmj"),
        ('{"maps": [{"fileName": "link.tmj"}]}', 'the map "link.tmj" lies outside the folder'),
        ("[" * 100000, "is not a world that names its maps"),
    ],
    ids=range(7),
)
def test_worlds_of_strangers_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.world").write_text(text)
    (tmp_path / "link.tmj").symlink_to("/etc/passwd")
    result = run_process("generate", "--from", tmp_path / "a.world")
    assert result.returncode != 0
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_show_puts_maps_of_files_together(tmp_path: Path) -> None:
    for seed in (1, 2):
        run_command("generate", "base", "--set", "dungeon=tiny", "--seed", seed, "-o", tmp_path / f"{seed}.json")
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    assert "2 maps" in run_command("show", *files, "-o", tmp_path / "a.ldtk").stdout
    assert len(json.loads((tmp_path / "a.ldtk").read_text())["levels"]) == 2
    assert "the same 2 maps, to the byte" in run_command("generate", "--from", tmp_path / "a.ldtk").stdout
    assert "must end in .world or .ldtk" in run_process("show", *files, "-o", tmp_path / "a.png").stderr
    assert "there are 2 maps: -o FILE.world" in run_process("show", *files).stderr


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="tmxrasterizer of Tiled is not installed")
def test_tiled_draws_a_world(floors: list[Map], tmp_path: Path) -> None:
    save_world(tmp_path / "a.world", floors)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tmxrasterizer", str(tmp_path / "a.world"), str(tmp_path / "a.png")]
    subprocess.run(command, env=environment, check=True, timeout=60)
    with Image.open(tmp_path / "a.png") as drawn:
        assert drawn.size == (38 * 16, 15 * 16)
