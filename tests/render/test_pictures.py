"""Pictures of maps: their content, and that the same map gives the same picture."""

from __future__ import annotations

import builtins
import io
import re
import xml.etree.ElementTree as ElementTree
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from host import Host, Map
from host.errors import GenerationError, RequestError
from host.export.files import write_all
from host.export.pictures import image
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.recipes import plan
from host.metrics.entrances import entrance_distances, entrances
from host.metrics.walkability import Means, walkable
from host.model.document import to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap, model_of
from host.model.objects import MapObject
from host.model.registry import Registry
from host.model.tile_set import TileSet
from host.paths import how_to_install
from host.paths.folders import Folder
from host.render.formats import OVERLAYS
from host.render.looks import creature_look
from host.render.palette import hue
from host.render.scene import draw_scene, role_of
from host.render.shapes import Picture, Pixels, Sprite
from host.render.style import PictureStyle
from tests.helpers import ROOT, MakeMod, RunLua, run_command

LEVEL = "--set furnish=full --set keys=2 --set monsters=host --seed 4"
SHOWN = {
    "level.png": ["generate", "rooms", *LEVEL.split()],
    "dungeon.png": ["generate", "base", "--seed", "3", "--tile-size", "24"],
    "distance.png": [
        "generate",
        "base",
        "--seed",
        "3",
        "--overlay",
        "distance",
        "--overlay",
        "homes",
        "--tile-size",
        "24",
    ],
    "light.png": ["generate", "base", "--seed", "3", "--light", "--tile-size", "24"],
    "paper.png": ["generate", "base", "--seed", "3", "--paper", "--title", "--legend", "--numbers", "--grid"],
    "garden.png": ["generate", "rooms", "--seed", "2", "--theme", "garden", "--tile-size", "8"],
}


def pixels(data: bytes) -> np.ndarray[Any, Any]:
    """(height, width, 3) of a png."""
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def drawn(game_map: GameMap, size: int = 16, *overlays: str) -> np.ndarray[Any, Any]:
    return pixels(image(game_map, "png", PictureStyle(tile_size=size, overlays=overlays)))


def part(picture: np.ndarray[Any, Any], x: int, y: int, size: int) -> np.ndarray[Any, Any]:
    return picture[y * size : (y + 1) * size, x * size : (x + 1) * size]


def square(game_map: GameMap, x: int, y: int, size: int = 16) -> np.ndarray[Any, Any]:
    return part(drawn(game_map, size), x, y, size)


def sprite_at(scene: Picture, layer: str, x: int, y: int) -> Sprite:
    """The shapes of a square on a layer."""
    (cells,) = [found.cells for found in scene.layers if found.name == layer]
    return scene.sprites[cells[y, x]] if cells[y, x] >= 0 else ()


@pytest.fixture(scope="module")
def dungeon(base_host: Host) -> GameMap:
    return model_of(base_host.generate("base", seed=3))


@pytest.mark.parametrize("name", SHOWN)
def test_the_pictures_of_the_documentation_are_what_the_commands_make(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    assert run_command(*SHOWN[name], "-o", file).exit_code == 0
    assert np.array_equal(pixels(file.read_bytes()), pixels((ROOT / "docs" / "pictures" / name).read_bytes()))
    text = "".join((ROOT / "docs" / page).read_text() for page in ("pictures.md", "toolbox.md"))
    assert f"dungeon-host {' '.join(SHOWN[name])} -o {name}" in text


@pytest.mark.parametrize("size", [4, 8, 16, 23, 32])
def test_a_picture_has_so_many_pixels_a_square(dungeon: GameMap, size: int) -> None:
    assert drawn(dungeon, size).shape == (dungeon.height * size, dungeon.width * size, 3)


def test_equal_maps_give_equal_pictures(dungeon: GameMap) -> None:
    again = model_of(Host(["base"], output=lambda _: None).generate("base", seed=3))
    every = PictureStyle(overlays=OVERLAYS)
    for form in ("png", "svg"):
        assert image(dungeon, form, every) == image(again, form, every)


def test_svg_shows_what_png_shows(dungeon: GameMap) -> None:
    """Each square uses the same sprites, and each sprite is there once."""
    root = ElementTree.fromstring(image(dungeon, "svg"))
    space = {"s": "http://www.w3.org/2000/svg"}
    assert (root.get("width"), root.get("height")) == (str(dungeon.width * 16), str(dungeon.height * 16))
    known = [group.get("id") for group in root.findall("s:defs/s:g", space)]
    assert len(known) == len(set(known))
    used = [use.get("href", "")[1:] for use in root.findall("s:g/s:use", space)]
    assert set(used) == set(known)
    creatures = root.findall("s:g[@id='creatures']/s:use", space)
    assert len(creatures) == len({(creature.x, creature.y) for creature in dungeon.living_creatures})


def test_layers_of_svg_have_names_and_things_titles(dungeon: GameMap) -> None:
    """As Inkscape lists layers, and as browsers show the name of what is below the mouse."""
    root = ElementTree.fromstring(image(dungeon, "svg", PictureStyle(light=True, overlays=("rooms",))))
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    groups = [group for group in root if group.get("id")]
    assert [group.get(f"{inkscape}label") for group in groups] == [group.get("id") for group in groups]
    assert {group.get(f"{inkscape}groupmode") for group in groups} == {"layer"}
    # What lies over things lets the mouse through.
    through = [group.get("id") for group in groups if group.get("pointer-events") == "none"]
    assert through == ["darkness", "glow", "overlay"]
    space = {"s": "http://www.w3.org/2000/svg"}
    titles = {
        group.get("id"): {
            (int(use.get("x", "")) // 16, int(use.get("y", "")) // 16): use.findtext("s:title", "", space)
            for use in group.findall("s:use", space)
        }
        for group in groups
    }
    assert all(all(titles[layer].values()) for layer in ("features", "items", "creatures"))
    assert not any(any(titles[layer].values()) for layer in ("ground", "walls", "darkness"))
    assert titles["creatures"] == {(one.x, one.y): creature_look(dungeon, one).name for one in dungeon.living_creatures}
    assert all(titles["features"][door.x, door.y].endswith("door") for door in Map(dungeon).doors)
    counts = {dungeon.position(square): stack.count for square, stack in dungeon.loose_items.items()}
    assert {square: int(title.split()[0]) for square, title in titles["items"].items() if title[0].isdigit()} == {
        square: count for square, count in counts.items() if count > 1
    }


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("size", [8, 16])
def test_each_overlay_is_seen(dungeon: GameMap, overlay: str, size: int) -> None:
    before, after = drawn(dungeon, size), drawn(dungeon, size, overlay)
    # The colours of distances are explained below the picture.
    assert (after.shape[0] > before.shape[0]) == (overlay == "distance")
    assert not np.array_equal(before, after[: before.shape[0]])


def test_an_overlay_of_rooms_outlines_the_middle_of_their_walls(dungeon: GameMap) -> None:
    after = drawn(dungeon, 16, "rooms")
    # The last lies over the others.
    x, y, w, h = dungeon.rooms[-1].tolist()
    colour = list(hue(len(dungeon.rooms) - 1)[:3])
    corners = [after[yy * 16 + 8, xx * 16 + 8].tolist() for xx in (x, x + w - 1) for yy in (y, y + h - 1)]
    assert corners == [colour] * 4


def test_distances_count_from_the_homes_of_players(dungeon: GameMap) -> None:
    found = entrance_distances(dungeon)
    assert {(home.x, home.y) for home in dungeon.homes if home.players} == set(entrances(dungeon))
    assert all(found[y, x] == 0 for x, y in entrances(dungeon))
    assert found.max() > 10
    # The same from what the command line knows of the map.
    assert np.array_equal(found, entrance_distances(from_document(to_document(dungeon))))


def test_one_walks_through_locked_doors_and_not_over_chests(dungeon: GameMap) -> None:
    found = entrance_distances(dungeon)
    document = to_document(dungeon)
    assert any("lock" in door for door in document["doors"])
    assert all(found[door["y"], door["x"]] > 0 for door in document["doors"])
    assert all(found[chest["y"], chest["x"]] == -1 for chest in document["chests"])


def test_where_nobody_comes_in_distances_count_from_the_first_room() -> None:
    registry, tiles = Registry(), TileSet()
    game_map = paint(plan("rooms", 1), default_stacks(registry, tiles), tiles, registry, count(1))
    ((x, y),) = entrances(game_map)
    rx, ry, rw, rh = game_map.rooms[0].tolist()
    assert rx < x < rx + rw
    assert ry < y < ry + rh


def test_an_overlay_of_what_is_not_there_is_told(tmp_path: Path) -> None:
    words = ["generate", "caves", "--seed", "1", "-o", tmp_path / "a.svg", "--overlay", "homes", "--overlay", "rooms"]
    assert run_command(*words).stderr == "note: the map has no homes to draw\nnote: the map has no rooms to draw\n"


def test_a_map_on_which_nobody_can_stand_is_no_map_to_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rock.lua").write_text("Dungeon(GameRunner(9, 9), 9, 9)")
    result = run_command("run", "rock.lua", "-o", "x.svg", "--overlay", "distance")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: the map has no square to stand on, from which distances could count")
    assert not Path("x.svg").exists()


def test_without_rooms_distances_count_from_the_largest_part_that_hangs_together() -> None:
    game_map = model_of(Host([]).generate("walk", seed=1))
    ((x, y),) = entrances(game_map)
    found = entrance_distances(game_map)
    assert found[y, x] == 0
    assert (found >= 0).sum() == walkable(game_map, Means.DOORS).sum()


def test_without_ground_there_is_no_entrance() -> None:
    with pytest.raises(GenerationError, match="the map has no square to stand on, from which distances could count"):
        entrance_distances(GameMap(3, 3, TileSet(), Registry()))


# -- what tiles look like

TILES = """
wall = kts.Tile { access = {} }
floor = kts.Tile { items = "floor", depth = 5, colour = "#a08060" }
local shut = { walking = "approach" }
door = kts.Tile { type = "door", access = shut, colour = "#b07838" }
open_door = kts.Tile { type = "door", access = shut, colour = "#b07838", open = true }
locked_door = kts.Tile { type = "door", access = shut, colour = "#b07838", special_lock = 1 }
bars = kts.Tile { type = "door", access = { walking = "approach", missiles = "clear" }, colour = "#b07838" }
chest = kts.Tile { type = "chest", access = shut }
barrel = kts.Tile { type = "barrel", access = shut }
stairs = kts.Tile { stairs_down = "east", items = 0 }
spikes = kts.Tile { items = 0, colour = "magenta" }
snowman = kts.Tile { access = shut, glyph = "☃", colour = "#ff00ff", items = 0 }
accent = kts.Tile { access = shut, glyph = "é", colour = "#ff00ff", items = 0 }
letter = kts.Tile { access = shut, glyph = "e", colour = "#ff00ff", items = 0 }
potion = kts.ItemType { type = "backpack", glyph = "!", colour = "#40ff40" }
bat = kts.MonsterType { type = "flying", colour = "#40a0ff" }
rooms = kts.LoadSegments({
  [1] = wall, [2] = floor, [3] = { door, floor }, [4] = { open_door, floor }, [5] = { locked_door, floor },
  [6] = { bars, floor }, [7] = { chest, floor }, [8] = { barrel, floor }, [9] = { stairs, floor },
  [10] = { spikes, floor }, [11] = { snowman, floor }, [12] = { accent, floor }, [13] = { letter, floor },
  [14] = { potion, floor }, [15] = { bat, floor },
}, "rooms.txt")
"""
ROW = """
segment
width: 17
height: 7
data:
 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
 1 1 1 1 3 1 4 1 5 1 6 1 1 1 1 1 1
 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 1
 7 2 8 2 9 2 10 2 11 2 12 2 13 2 14 2 3
 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 1
 15 2 2 2 2 2 1 1 1 1 2 2 2 2 2 2 1
 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 1
rooms: 1
1
0 0 19 9
end
eof
"""
# Squares of the map, whose first row and column are the border.
DOOR, OPEN, LOCKED, BARS, UPRIGHT = (5, 2), (7, 2), (9, 2), (11, 2), (17, 4)
CHEST, BARREL, STAIRS, SPIKES, SNOWMAN, ACCENT, LETTER, POTION = ((x, 4) for x in range(1, 17, 2))
FLOOR, BAT = (9, 5), (1, 6)


@pytest.fixture
def gallery(run_lua: RunLua, tmp_path: Path) -> GameMap:
    """A map with one of each."""
    folder = tmp_path / "gallery"
    folder.mkdir()
    (folder / "init.lua").write_text(f'mod.RegisterMod {{ name = "gallery" }}\n{TILES}')
    (folder / "rooms.txt").write_text(ROW)
    script = """
    local T = require "gallery"
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall, segments = T.rooms,
      entry_type = "none", allow_rotate = false,
    }
    """
    return run_lua(script, mods=[folder]).map


def test_every_kind_of_tile_and_thing_looks_different(gallery: GameMap) -> None:
    every = (DOOR, OPEN, LOCKED, BARS, UPRIGHT, CHEST, BARREL, STAIRS, SPIKES, SNOWMAN, POTION, FLOOR, BAT)
    for size in (8, 16, 32):
        picture = drawn(gallery, size)
        looks = [part(picture, *place, size).tobytes() for place in every]
        assert [looks.index(look) for look in looks] == [*range(len(every))], size


# Glyph of a tile, whether a player can walk on it, and the tile that it looks like.
GLYPHS = {
    "tree": ("♣", False), "forest": ("♣", True), "pine": ("♠", False), "mountain": ("^", False), "spikes": ("^", True),
    "pit": ("0", True), "pillar": ("0", False), "down": (">", True), "letter": ("T", False), "mark": ("T", True),
}  # fmt: skip


def test_glyphs_of_tiles_choose_their_shapes(run_shared: RunLua) -> None:
    blocked = ', access = { walking = "blocked", flying = "blocked", missiles = "blocked" }'
    tiles = [
        f'{name} = kts.Tile {{ glyph = "{glyph}", colour = "green"{"" if walks else blocked} }}'
        for name, (glyph, walks) in GLYPHS.items()
    ]
    load = "\n".join([*tiles, 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'])
    places = {name: (1 + i % 5, 3 + i // 5) for i, name in enumerate(GLYPHS)}
    script = """
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = layout, wall = T.wall, segments = T.segments, entry_type = "none" }
    """ + "\n".join(f"kts.AddTile({{ x = {x}, y = {y} }}, T.{name})" for name, (x, y) in places.items())
    scene = draw_scene(run_shared(script, load=load).map, PictureStyle())
    (features,) = [layer.cells for layer in scene.layers if layer.name == "features"]
    shapes = {name: scene.sprites[features[y, x]] for name, (x, y) in places.items()}
    has_letter = {name for name, parts in shapes.items() if any(isinstance(part, Pixels) for part in parts)}
    assert has_letter == {"letter", "mark"}
    assert shapes["tree"] == shapes["forest"] == shapes["pine"]
    assert len({shapes[name] for name in GLYPHS}) == len(GLYPHS) - 2


def test_colours_of_prototypes_are_seen(gallery: GameMap) -> None:
    for place, colour in ((POTION, (64, 255, 64)), (BAT, (64, 160, 255)), (DOOR, (176, 120, 56))):
        assert colour in {tuple(pixel) for row in square(gallery, *place, 32).tolist() for pixel in row}


def test_a_letter_with_an_accent_is_the_letter_and_an_unknown_one_a_box(gallery: GameMap) -> None:
    # Their floors differ, because floors vary by position.
    scene = draw_scene(gallery, PictureStyle())
    accent, letter, snowman = (sprite_at(scene, "features", *place) for place in (ACCENT, LETTER, SNOWMAN))
    assert accent == letter != snowman


def test_walls_are_one_body_with_edges_where_they_meet_floor(gallery: GameMap) -> None:
    # Stones vary by position, but squares inside a wall have the same edges, and nothing parts them.
    scene = draw_scene(gallery, PictureStyle())
    assert sprite_at(scene, "edges", 8, 6) == sprite_at(scene, "edges", 9, 6)
    wall = square(gallery, 8, 6)
    # Its upper edge is lit, its lower part is a dark face.
    brightness = wall.mean(axis=(1, 2))
    assert brightness[0] > brightness[5] > brightness[12]
    # At its ends it has sides.
    left, right = square(gallery, 7, 6), square(gallery, 10, 6)
    assert left[5, 0].mean() > wall[5, 0].mean() > right[5, -1].mean()


def test_rock_behind_walls_darkens_and_ends() -> None:
    made = Host([]).generate("rooms", seed=2, width=60, height=40, rooms=4)
    picture = drawn(model_of(made))
    tiles, legend = made.tiles, made.legend()
    hidden = [(x, y) for y in range(40) for x in range(60) if legend[int(tiles[y, x])] == ("host.edge",)]
    walls = [(x, y) for y in range(40) for x in range(60) if legend[int(tiles[y, x])] == ("host.wall",)]
    brightness: dict[int, float] = {}
    for x, y in hidden:
        depth = min(max(abs(x - wx), abs(y - wy)) for wx, wy in walls)
        square = part(picture, x, y, 16)
        assert depth <= 3 or (square == (16, 17, 22)).all()
        brightness[min(depth, 4)] = float(square.mean())
    assert brightness[1] > brightness[2] > brightness[3] > brightness[4]


def test_players_are_told_apart_from_monsters(base_host: Host) -> None:
    game_map = model_of(base_host.generate("base", seed=3, dungeon="tiny"))
    base_host.play(10)
    knights = [creature for creature in game_map.living_creatures if creature.player is not None]
    assert knights
    picture = drawn(game_map, 32)
    for creature in game_map.living_creatures:
        ring = (255, 255, 255) in {tuple(p) for row in part(picture, creature.x, creature.y, 32).tolist() for p in row}
        assert ring or creature.player is None


@pytest.mark.parametrize(
    ("kind", "layer", "glyph", "role"),
    [
        ("entity", "real", "r", "creature"),
        ("entity", "dropped", ")", "item"),
        ("entity", "trap", "^", "place"),
        ("entity", "wall", "#", "place"),
        ("entity", "real", "@", "player"),
        ("entity", "real", "+", "fixture"),
        ("chara", "chara", "p", "creature"),
        ("chara", "chara", "@", "player"),
        ("item", "item", "x", "item"),
        ("feat", "feat", "∩", "place"),
        ("thing", "rooms", "G", "creature"),
        ("thing", "rooms", "$", "item"),
    ],
)
def test_things_of_every_dialect_are_drawn_as_what_they_are(kind: str, layer: str, glyph: str, role: str) -> None:
    game_map = model_of(Host([]).generate("rooms", seed=1, width=30, height=20, rooms=2))
    x, y = entrances(game_map)[0]
    before = drawn(game_map)
    thing = MapObject(7, kind, "a.thing", x, y, layer, 1, glyph=glyph, colour="#22cc88")
    game_map.objects = [thing]
    assert role_of(thing) == role
    after = drawn(game_map)
    changed = np.argwhere((before != after).any(axis=2)) // 16
    assert {(int(cx), int(cy)) for cy, cx in changed} == {(x, y)}


# -- commands


@pytest.mark.parametrize("form", ["png", "svg"])
def test_the_name_of_a_file_says_that_it_is_a_picture(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"dungeon.{form.upper()}"
    result = run_command("generate", "--seed", "1", "--set", "dungeon=tiny", "-o", file, "--tile-size", "8")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        f"{file}: 14 × 14 squares",
        f"dungeon-host generate base --set dungeon=tiny --seed 1 --tile-size 8 -o {file}",
    ]
    assert file.read_bytes().startswith(b"\x89PNG" if form == "png" else b"<svg")


def test_a_picture_on_standard_output_is_nothing_but_that() -> None:
    words = ["generate", "--seed", "1", "--set", "dungeon=tiny", "--format", "png"]
    assert pixels(run_command(*words).stdout_bytes).shape == (14 * 16, 14 * 16, 3)


def test_run_draws_what_a_script_made(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(
        """
        local base = require "base"
        kts.LayoutDungeon {
          layout = { width = 1, height = 1, data = { { type = "block" } } },
          wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
        }
        print "hello"
        """
    )
    shown = run_command("run", script, "--seed", "2", "--format", "svg")
    assert shown.stdout.startswith("<svg")
    assert shown.stderr == "hello\n"
    file = tmp_path / "map.png"
    assert run_command("run", script, "--seed", "2", "-o", file).stdout.splitlines()[-1].endswith(f"--seed 2 -o {file}")
    assert file.exists()


def test_travel_draws_where_its_keys_led(tmp_path: Path) -> None:
    file = tmp_path / "vale.png"
    assert run_command("travel", "--seed", "1", "--keys", "k", "-o", file, "--tile-size", "8").exit_code == 0
    assert pixels(file.read_bytes()).shape == (17 * 8, 40 * 8, 3)
    for words in (["-o", file], ["--wide"]):
        result = run_command("travel", "--seed", "1", *words)
        assert result.exit_code == 1
        assert "--keys KEYS is needed to get there" in result.stderr


def test_options_of_maps_are_refused_where_no_map_is_drawn(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text('require("host.toolbox").walk { width = 8, height = 5 }:map()')
    for words in (["run", script], ["run", script, "--map"], ["travel", "--keys", "k"]):
        result = run_command(*words, "--seed", "1", "--title")
        assert (result.exit_code, result.stderr) == (1, "error: --title is for pictures, and the format is text\n")
        wide, narrow = (run_command(*words, "--seed", "1", how).stdout for how in ("--wide", "--narrow"))
        assert len(narrow) < len(wide)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["-o", "map.jpg"],
            '"map.jpg" ends in .jpg, which is not written: it may end in .txt, .json, .png, .svg, .tmj, .world, .ldtk,',
        ),
        (["--overlay", "rooms"], "--overlay is drawn over pictures, and the format is text: must be png or svg"),
        (["-o", "a.tmj", "--overlay", "rooms"], "--overlay is drawn over pictures, and the format is tmj"),
        (["--format", "json", "--tile-size", "8"], "--tile-size is for pictures, and the format is json"),
        (["--format", "json", "--wide"], "--wide and --narrow are for text, and the format is json"),
        (["--format", "tmj"], "a map as tmj is several files: -o FILE.tmj names them"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_options_that_mean_nothing_together_are_told_before_anything_is_made(words: list[str], message: str) -> None:
    result = run_command("generate", "--seed", "1", *words)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {message}")
    assert result.stdout == ""


def test_without_pillow_png_says_what_to_do_and_svg_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str, *more: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "PIL":
            raise ImportError(name)
        return imported(name, *more, **named)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", missing)
    result = run_command("generate", "--seed", "1", "-o", tmp_path / "a.png")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: png pictures are drawn with Pillow, which is not installed; "
        f"{how_to_install('pillow')} installs it; SVG needs nothing\n"
    )
    assert run_command("generate", "--seed", "1", "-o", tmp_path / "a.svg").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_a_picture_that_no_viewer_opens_is_refused(tmp_path: Path) -> None:
    words = ["generate", "rooms", "--seed", "1", "--set", "width=300", "--set", "height=300", "--tile-size", "128"]
    result = run_command(*words, "-o", tmp_path / "a.png")
    assert result.exit_code == 1
    assert re.match(
        r"error: the picture would have 38400 × 38400 pixels: it may have at most \d+; smaller tiles", result.stderr
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (1, 0)])
def test_a_png_of_no_squares_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(RequestError, match="the map has no squares"):
        image(GameMap(*size, TileSet(), Registry()), "png")


def test_an_svg_that_no_viewer_opens_is_refused() -> None:
    game_map = GameMap(1000, 501, TileSet(), Registry())
    with pytest.raises(RequestError, match="the picture would have 501000 squares: an svg may have at most 500000"):
        image(game_map, "svg")


def test_help_names_the_options_of_pictures(make_mod: MakeMod) -> None:
    for words in (["generate"], ["run"], ["travel"]):
        shown = run_command(*words, "--help").output
        assert all(option in shown for option in ("--format", "--overlay", "--tile-size", "--output"))


# -- files


def test_several_files_appear_together_or_not_at_all(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"before")
    two.mkdir()
    with pytest.raises(Exception, match="is a folder"):
        write_all({one: b"after", two: b"after"})
    assert one.read_bytes() == b"before"
    two.rmdir()
    write_all({one: b"1", two: b"2"})
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"2")
    assert len([*tmp_path.iterdir()]) == 2


def test_a_file_that_cannot_have_its_name_takes_none_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    one.write_bytes(b"before")
    rename = Folder.rename

    def refuse(self: Folder, name: str, new: str) -> None:
        if new == "three":
            raise OSError(13, "Permission denied")
        rename(self, name, new)

    monkeypatch.setattr(Folder, "rename", refuse)
    with pytest.raises(Exception, match=r'three" cannot be written: Permission denied'):
        write_all({one: b"1", two: b"2", three: b"3"})
    assert one.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
