"""Scenes: floors, walls, doors, shadows and light of pictures, and their captions."""

from __future__ import annotations

import io
import re
import string
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from host import Host
from host.errors import ModError, RequestError
from host.export.pictures import image
from host.model.document import to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap, model_of
from host.model.objects import UNLOCKED
from host.model.themes import PLAIN, THEMES
from host.model.tile import MAX_TILES
from host.render import font
from host.render.palette import brightness, colour_of
from host.render.scene import draw_scene
from host.render.shapes import Picture, Pixels, Polygon, Sprite
from host.render.style import PictureStyle
from host.render.terrain.doors import KEY, PICKED, Lock
from host.render.terrain.materials import wall_surface
from tests.helpers import RunLua, run_command, write_mod


def rooms(seed: int = 2, **options: Any) -> GameMap:
    return model_of(Host([]).generate("rooms", seed=seed, **{"rooms": 4, "width": 30, "height": 24, **options}))


@pytest.fixture(scope="module")
def dungeon(base_host: Host) -> GameMap:
    return model_of(base_host.generate("base", seed=3))


def cells_of(scene: Picture, layer: str) -> np.ndarray[Any, Any]:
    (cells,) = [found.cells for found in scene.layers if found.name == layer]
    return cells


def sprite_at(scene: Picture, layer: str, x: int, y: int) -> Sprite:
    number = cells_of(scene, layer)[y, x]
    return scene.sprites[number] if number >= 0 else ()


def pixels(game_map: GameMap, **style: Any) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(image(game_map, "png", PictureStyle(**style)))).convert("RGB"))


# -- ground


def test_floors_vary_by_position_and_are_the_same_every_time() -> None:
    one, other = draw_scene(rooms(2), PictureStyle()), draw_scene(rooms(3), PictureStyle())
    grounds, others = cells_of(one, "ground"), cells_of(other, "ground")
    shared = np.argwhere((grounds >= 0) & (others >= 0)).tolist()
    assert len(shared) > 20
    assert all(sprite_at(one, "ground", x, y) == sprite_at(other, "ground", x, y) for y, x in shared)
    # No row repeats the one above, or itself after a few squares.
    assert len({int(number) for number in grounds.ravel() if number >= 0}) > 6
    y, x = max(shared)
    assert [*grounds[y - 1, x - 6 : x]] != [*grounds[y, x - 6 : x]]


def test_furniture_stands_on_the_floor_of_its_room(dungeon: GameMap) -> None:
    # Segments have chests and barrels on stone, also in a room with floorboards.
    (chest,) = [
        (x, y)
        for y in range(14)
        for x in range(14)
        if any(tile.prototype.id.startswith("base.chest") for tile in dungeon.tiles_on(dungeon.square(x, y)))
    ]
    x, y = chest
    assert dungeon.tiles_on(dungeon.square(x, y))[0].prototype.id == "base.floor_stone"
    scene = draw_scene(dungeon, PictureStyle())
    colours = {shape.colour for shape in sprite_at(scene, "ground", x, y)}
    beside = {shape.colour for shape in sprite_at(scene, "ground", x - 1, y)}
    assert colours & beside


TILES = """
local blocked = { walking = "blocked", flying = "blocked", missiles = "blocked" }
local liquid = { walking = "blocked", flying = "clear", missiles = "clear" }
local shut = { walking = "approach", flying = "blocked", missiles = "blocked" }
stone = kts.Tile { name = "stone wall", access = blocked, colour = "#909090" }
brick = kts.Tile { name = "brick wall", access = blocked, colour = "#909090" }
planks = kts.Tile { name = "wooden wall", access = blocked, colour = "#909090" }
hedge = kts.Tile { name = "tall hedge", access = blocked, colour = "#909090" }
rock = kts.Tile { name = "cave rock", access = blocked, colour = "#909090" }
ice = kts.Tile { name = "ice wall", access = blocked, colour = "#909090" }
lake = kts.Tile { name = "lake", glyph = "~", access = liquid, depth = 5, items = "destroy" }
chasm = kts.Tile { name = "deep chasm", glyph = "~", access = liquid, depth = 5, items = "destroy" }
rug = kts.Tile { name = "red rug", colour = "#b04040", depth = 3 }
blood = kts.Tile { name = "blood", colour = "#a02020", depth = 3, glyph = "," }
torch = kts.Tile { name = "torch", glyph = "!", items = 0, access = shut }
secret = kts.Tile { type = "door", name = "secret door", access = shut, colour = "#22cc44" }
plain_door = kts.Tile { type = "door", name = "door", access = shut, colour = "#22cc44" }
barred = kts.Tile { type = "door", name = "gate", access = { walking = "approach", missiles = "clear" } }
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
"""
LAYOUT = """
local layout = { width = 1, height = 1, data = { { type = "block" } } }
kts.LayoutDungeon { layout = layout, wall = T.wall, segments = T.segments, entry_type = "none" }
"""


@pytest.fixture
def place(run_shared: RunLua) -> Any:
    """Return the map of a room of 5 × 5 squares, with tiles by position."""

    def run(**tiles: str) -> GameMap:
        lines = (f"kts.AddTile({{ x = {int(at[1])}, y = {int(at[2])} }}, T.{name})" for at, name in tiles.items())
        result: GameMap = run_shared(LAYOUT + "\n".join(lines), load=TILES).map
        return result

    return run


def test_liquids_have_shores_and_rugs_hems(place: Any) -> None:
    # A tile that is not the lowest and of its own ground.
    scene = draw_scene(place(p22="lake", p32="lake", p24="rug", p34="rug", p42="chasm"), PictureStyle())
    lake, right = sprite_at(scene, "edges", 2, 2), sprite_at(scene, "edges", 3, 2)
    assert lake
    assert right
    assert lake != right
    assert sprite_at(scene, "edges", 2, 4) != sprite_at(scene, "edges", 3, 4)
    assert sprite_at(scene, "edges", 4, 2)
    # A rug is ground, on which things stand.
    assert sprite_at(scene, "features", 2, 4) == ()


def test_blood_is_a_decal_under_the_shadows(place: Any) -> None:
    game_map = place(p22="blood", p33="blood")
    scene = draw_scene(game_map, PictureStyle())
    names = [layer.name for layer in scene.layers]
    assert names.index("decals") < names.index("shade") < names.index("features")
    assert sprite_at(scene, "decals", 2, 2)
    assert sprite_at(scene, "features", 2, 2) == ()


# -- walls and doors


def test_keys_of_a_level_of_the_host_leave_the_padlocks_of_mods_alone(dungeon: GameMap) -> None:
    host = Host(["base"], output=lambda _: None)
    host.generate("rooms", seed=5, keys=3)
    again = model_of(host.generate("base", seed=3))
    style = PictureStyle(legend=True)
    assert image(again, "svg", style) == image(dungeon, "svg", style)


def test_stairs_up_look_unlike_stairs_down() -> None:
    game_map = rooms()
    scene = draw_scene(game_map, PictureStyle())
    at = {
        tile.name: game_map.position(square)
        for square in range(game_map.width * game_map.height)
        for tile in game_map.tiles_on(square)
    }
    up, down = (sprite_at(scene, "features", *at[name]) for name in ("entrance", "exit"))
    assert up
    assert down
    assert up != down


def test_walls_have_the_material_that_a_tile_says_or_its_name(place: Any) -> None:
    names = ("stone", "brick", "planks", "hedge", "rock", "ice")
    drawn = set()
    for name in names:
        scene = draw_scene(place(p33=name), PictureStyle())
        drawn.add(sprite_at(scene, "walls", 3, 3))
    assert len(drawn) == len(names)
    (wall,) = [tile for tile in place(p33="stone").tileset.tiles if tile.name == "stone wall"]
    assert wall_surface(wall, PLAIN).kind == "stone"
    assert wall_surface(wall._replace(material="ice"), PLAIN).kind == "ice"


def test_walls_join(place: Any) -> None:
    scene = draw_scene(place(p23="brick", p33="brick", p43="stone"), PictureStyle())

    # Edges are where the floor is, and there is none between walls, also of another material.
    def lit_west(x: int) -> bool:
        return any(shape[:4] == (0, 0, 1, 10) for shape in sprite_at(scene, "edges", x, 3))

    assert [lit_west(x) for x in (2, 3, 4)] == [True, False, False]


def test_a_locked_door_shows_the_colour_of_its_key(dungeon: GameMap) -> None:
    scene = draw_scene(dungeon, PictureStyle())
    keys = {
        prototype.fields.key: colour_of(prototype.fields.colour)
        for prototype in dungeon.registry.all("item")
        if prototype.fields.key > 0 and prototype.mod == "base"
    }
    seen = set()
    for y, x in np.argwhere(dungeon.tileset.traits.array("lockable").take(dungeon.stacks)).tolist():
        square = dungeon.square(x, y)
        for slot, tile in enumerate(dungeon.tiles_on(square)):
            lock = dungeon.lock_of(square * MAX_TILES + slot) if tile.lock is not None else UNLOCKED
            if tile.kind == "door" and not tile.is_open:
                colours = {shape.colour for shape in sprite_at(scene, "features", x, y)}
                shown = {key for key, colour in keys.items() if colour in colours}
                assert shown == ({lock} if lock > 0 else set())
                seen |= shown
    assert len(seen) > 1


def test_tiles_of_all_kinds_are_drawn_on_each_other(run_shared: RunLua) -> None:
    """Also a chest in a wall, and a wall on a door: mods add tiles to any square."""
    tiles = TILES + 'chest = kts.Tile { type = "chest", access = shut }\nstair = kts.Tile { stairs_down = "north" }\n'
    names = [*re.findall(r"(?m)^(\w+) = kts.Tile", tiles), "wall", "floor"]
    places = [(x, y) for y in range(1, 6) for x in range(1, 6)]
    assert len(names) <= len(places)
    for lower in names:
        added = (
            f"kts.AddTile({{ x = {x}, y = {y} }}, T.{name})"
            for (x, y), upper in zip(places, names, strict=False)
            for name in (lower, upper)
        )
        game_map = run_shared(LAYOUT + "\n".join(added), load=tiles).map
        for form in ("png", "svg"):
            assert image(game_map, form, PictureStyle(light=True))


def test_secret_doors_look_like_their_wall_and_bars_let_one_see_through(place: Any) -> None:
    scenes = {name: draw_scene(place(p33=name), PictureStyle()) for name in ("secret", "plain_door", "barred")}
    shapes = {name: sprite_at(scene, "features", 3, 3) for name, scene in scenes.items()}
    assert len(set(shapes.values())) == 3
    green = colour_of("#22cc44")
    assert green in {shape.colour for shape in shapes["plain_door"]}
    assert green not in {shape.colour for shape in shapes["secret"]}
    assert any(0 < shape.colour.a < 255 for shape in shapes["barred"])


def test_doors_in_one_direction_have_an_arrow() -> None:
    graph = "start: a; goal: c; a > b; b > c; d > a; b > d; c > a; a - e"
    game_map = model_of(Host([]).generate("mission", seed=3, options={"graph": graph, "width": 40, "height": 30}))
    doors: dict[str, set[Sprite]] = {}
    scene = draw_scene(game_map, PictureStyle())
    for square, stack in enumerate(game_map.stacks.flat):
        tile = game_map.tileset.tiles[game_map.tileset.stacks[stack][-1]]
        if tile.kind == "door":
            doors.setdefault(tile.name or "", set()).add(sprite_at(scene, "features", *game_map.position(square)))
    assert len(doors) > 2
    arrow = re.compile("north|east|south|west")
    for name, sprites in doors.items():
        assert all(isinstance(sprite[-1], Polygon) == bool(arrow.search(name)) for sprite in sprites)
    assert len(set().union(*doors.values())) >= len(doors)


def test_doors_on_paper_are_empty_boxes(place: Any) -> None:
    ink = {name: _ink(place(p33=name)) for name in ("plain_door", "barred")}
    assert ink["plain_door"] < 80 < ink["barred"]


def _ink(game_map: GameMap) -> int:
    """Return how many pixels of the square (3, 3) are black on paper, of 256."""
    picture = np.asarray(Image.open(io.BytesIO(image(game_map, "png", PictureStyle(paper=True)))).convert("L"))
    return int((picture[48:64, 48:64] < 128).sum())


# -- shadows and light


def test_shadows_lie_to_the_south_and_east_of_walls() -> None:
    game_map = rooms(doors=1.0)
    scene = draw_scene(game_map, PictureStyle(tile_size=16))
    walls, shade = cells_of(scene, "walls") >= 0, cells_of(scene, "shade")
    shaded = np.argwhere(shade >= 0).tolist()
    assert shaded
    for y, x in shaded:
        assert walls[y - 1, x] or walls[y, x - 1] or walls[y - 1, x - 1]
        for shape in sprite_at(scene, "shade", x, y):
            # Near the wall that throws it, and never at the side of the light.
            assert shape.y + shape.height <= 5 or shape.x + shape.width <= 4  # type: ignore[union-attr]
    lit = [(y, x) for y, x in np.argwhere(walls[1:-1, 1:-1]).tolist() if cells_of(scene, "shade")[y + 1, x + 1] >= 0]
    assert not lit


def darkness(scene: Picture, x: int, y: int) -> float:
    shapes = sprite_at(scene, "darkness", x, y)
    area = sum(shape.width * shape.height * shape.colour.a for shape in shapes)  # type: ignore[union-attr]
    return area / scene.size**2


def test_torches_light_what_they_see(run_shared: RunLua) -> None:
    script = """
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = layout, wall = T.wall, segments = T.segments, entry_type = "none" }
    for y = 1, 5 do kts.AddTile({ x = 3, y = y }, T.stone) end
    kts.AddTile({ x = 1, y = 3 }, T.torch)
    """
    game_map = run_shared(script, load=TILES).map
    game_map.homes = []
    scene = draw_scene(game_map, PictureStyle(light=True))
    assert darkness(scene, 1, 3) < darkness(scene, 2, 1) < darkness(scene, 5, 3)
    assert sprite_at(scene, "glow", 1, 3)
    # Behind the wall there is no light at all.
    assert darkness(scene, 5, 1) == darkness(scene, 5, 5) == pytest.approx(150)


def test_what_is_drawn_as_a_torch_gives_light_whatever_it_is(dungeon: GameMap) -> None:
    plain, lit = pixels(dungeon), pixels(dungeon, light=True)
    assert plain.shape == lit.shape
    assert lit.mean() < plain.mean() * 0.7
    scene = draw_scene(dungeon, PictureStyle(light=True))
    assert (cells_of(scene, "glow") >= 0).any()


# -- themes


def test_each_theme_looks_different() -> None:
    game_map = rooms()
    pictures = {name: pixels(game_map, theme=name).tobytes() for name in THEMES}
    assert len({*pictures.values(), pixels(game_map).tobytes()}) == len(THEMES) + 1
    assert {"crypt", "cave", "castle", "sewer", "garden", "ice"} <= set(THEMES)


def test_a_theme_that_does_not_exist_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r'there is no theme "caste": must be .*castle.*did you mean "castle"'):
        pixels(rooms(), theme="caste")
    result = run_command("generate", "rooms", "--seed", "1", "--theme", "icy", "-o", tmp_path / "a.svg")
    assert result.exit_code == 1
    assert 'there is no theme "icy"' in result.stderr
    result = run_command("generate", "rooms", "--seed", "1", "--theme", "", "-o", tmp_path / "a.svg")
    assert 'there is no theme ""' in result.stderr
    result = run_command("generate", "rooms", "--title", "My dungeon", "-o", tmp_path / "a.svg")
    assert "unexpected extra argument (My dungeon): --title takes no value" in result.stderr


def test_a_mod_adds_a_theme(tmp_path: Path) -> None:
    theme = 'id = "volcano", wall = "cave", wall_colour = "#5a4038", floor = "rough", floor_colour = "red"'
    folder = write_mod(
        tmp_path / "fire",
        {
            "init.lua": f"""
            mod.RegisterMod {{ name = "fire" }}
            require("host.sprites").theme {{ {theme} }}
            require("host.generators").register_generator {{
              id = "hall", generate = function() return require("host.toolbox").rooms({{ rooms = 2 }}):map() end
            }}
            """
        },
    )
    made = Host([folder]).generate("fire.hall", seed=1)
    game_map = model_of(made)
    themed = pixels(game_map, theme="fire.volcano")
    assert not np.array_equal(themed, pixels(game_map))
    # The JSON of the map is all that a picture needs.
    assert np.array_equal(themed, pixels(from_document(to_document(game_map)), theme="fire.volcano"))
    with pytest.raises(RequestError, match=r'did you mean "fire.volcano"'):
        pixels(game_map, theme="fire.vulcano")
    for right, wrong, message in (
        ('wall = "cave"', 'wall = "brik"', 'did you mean "brick"'),
        ('floor = "rough"', 'floor = "boads"', 'did you mean "boards"'),
        ('"red"', '"rad"', 'did you mean "red"'),
        (', floor_colour = "red"', "", "floor_colour is nil: must be"),
        ("wall_colour", "wall_color", 'has "wall_color", which is not a field: .*; did you mean "wall_colour"'),
        ('wall = "cave", ', "", "wall is nil: must be"),
    ):
        load = f"require('host.sprites').theme {{ {theme.replace(right, wrong)} }}"
        write_mod(folder, {"init.lua": f'mod.RegisterMod {{ name = "fire" }}\n{load}'})
        with pytest.raises(ModError, match=message):
            Host([folder])


# -- captions and paper


def texts(svg: bytes) -> list[str]:
    return re.findall(r"<text [^>]*>([^<]*)</text>", svg.decode())


def test_title_legend_and_numbers_are_text_in_svg(dungeon: GameMap) -> None:
    assert texts(image(dungeon, "svg", PictureStyle())) == []
    style = PictureStyle(title=True, legend=True, numbers=True)
    found = texts(image(dungeon, "svg", style))
    assert "base, seed 3" in found
    assert {str(number) for number in range(1, len(dungeon.rooms) + 1)} <= set(found)
    assert "oak door: silver key × 4" in found
    assert "ogre" in found


def test_letters_of_captions_hang_below_the_line_where_they_must() -> None:
    """A raised g was read as an s: "case" for "cage"."""
    below = {character for character in string.ascii_letters if len(font.letter(character)) > font.HEIGHT}
    assert below == set("gjpqy")
    assert all(any(font.letter(character)[font.HEIGHT]) for character in below)


def test_rooms_of_a_mission_that_grew_have_no_other_number_in_the_legend() -> None:
    game_map = model_of(Host([]).generate("mission", seed=3, rooms=5, width=48, height=32))
    style = PictureStyle(legend=True, numbers=True)
    words = texts(image(game_map, "svg", style))
    assert {"start", "goal"} <= set(words)
    assert not [word for word in words if word.startswith("room ")]


def test_captions_make_a_picture_larger_and_leave_the_map(dungeon: GameMap) -> None:
    plain, titled = pixels(dungeon), pixels(dungeon, title=True, legend=True)
    top = titled.shape[0] - pixels(dungeon, legend=True).shape[0]
    assert top > 10
    assert np.array_equal(titled[top : top + plain.shape[0], : plain.shape[1]], plain)


def test_numbers_cover_no_thing(dungeon: GameMap) -> None:
    plain, numbered = pixels(dungeon), pixels(dungeon, numbers=True)
    changed = {(int(x), int(y)) for y, x in np.argwhere((plain != numbered).any(axis=2)) // 16}
    things = {dungeon.position(square) for square in dungeon.loose_items}
    things |= {(creature.x, creature.y) for creature in dungeon.living_creatures}
    assert changed
    assert not changed & things


def test_paper_has_two_colours(dungeon: GameMap) -> None:
    for size in (8, 16, 24):
        picture = pixels(dungeon, tile_size=size, paper=True, title=True, legend=True, numbers=True, grid=True)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) == 2
    # Most of it is parchment, which saves ink.
    assert (picture.sum(axis=2) > 600).mean() > 0.6


def test_locks_and_keys_on_paper_have_the_same_letter() -> None:
    """And another one for each key, because paper shows no colours."""
    game_map = rooms(1, keys=2)
    for size in (16, 24, 32):
        scene = draw_scene(game_map, PictureStyle(tile_size=size, paper=True))
        letters: dict[int, set[Any]] = {}
        for place, number in game_map.locks.items():
            if number > 0:
                x, y = game_map.position(place // MAX_TILES)
                letters.setdefault(number, set()).add(_letters(sprite_at(scene, "features", x, y)))
        for square, stack in game_map.loose_items.items():
            key = game_map.registry.get("item", stack.item).fields.key
            if key:
                letters[key].add(_letters(sprite_at(scene, "items", *game_map.position(square))))
        assert letters == {number: {(font.letter(name),)} for number, name in ((1, "A"), (2, "B"))}


def _letters(sprite: Sprite) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(shape.bitmap for shape in sprite if isinstance(shape, Pixels)))


def test_a_lock_for_lockpicks_is_not_one_for_a_silver_key() -> None:
    silver = Lock(KEY, colour_of("#d0d0e0"))
    assert abs(brightness(PICKED.colour) - brightness(silver.colour)) > 80


def test_a_grid_is_between_squares_of_floor() -> None:
    game_map = rooms()
    plain, lined = pixels(game_map), pixels(game_map, grid=True)
    changed = np.argwhere((plain != lined).any(axis=2))
    assert len(changed)
    assert {int(value) % 16 for value in changed.max(axis=1)} | {15}
    assert all(y % 16 == 15 or x % 16 == 15 for y, x in changed.tolist())


def test_options_of_pictures_are_for_pictures() -> None:
    for option in ("title", "legend", "numbers", "grid", "paper", "light"):
        result = run_command("generate", "rooms", "--seed", "1", f"--{option}")
        assert result.exit_code == 1
        assert result.stderr.startswith(f"error: --{option} is for pictures, and the format is text")
    result = run_command("generate", "rooms", "--seed", "1", "-o", "a.png", "--paper", "--light")
    assert result.stderr.startswith("error: light is for screens and paper for printers")


def test_command_and_library_draw_the_same(tmp_path: Path) -> None:
    words = ["--title", "--legend", "--numbers", "--grid", "--theme", "crypt", "--light"]
    file = tmp_path / "a.svg"
    size = ["--set", "rooms=4", "--set", "width=30", "--set", "height=24"]
    result = run_command("generate", "rooms", "--seed", "2", *size, *words, "-o", file)
    assert result.exit_code == 0, result.output
    assert all(word in result.stdout for word in ("--title", "--light", "--theme crypt"))
    made = Host([]).generate("rooms", seed=2, rooms=4, width=30, height=24)
    made.save(tmp_path / "b.svg", title=True, legend=True, numbers=True, grid=True, theme="crypt", light=True)
    assert file.read_text() == (tmp_path / "b.svg").read_text()
