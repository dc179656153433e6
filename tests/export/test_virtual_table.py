"""Files for virtual tables: sight over their lines and closed portals is the sight of the host, square by square."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw

from host import Host, Map
from host.export.pictures import image, map_files
from host.export.virtual_table import door_squares, find_portals, outlines, place_lights
from host.metrics.sight import clear_squares, map_in_sight
from host.model.game_map import GameMap, model_of
from host.render.light import LightSource
from host.render.scene import light_sources
from host.render.style import PictureStyle
from tests.helpers import ROOT, examples, run_command, sampled

FILE = Path("a.uvtt")
GENERATORS = ("base", "undercroft", "rooms", "caves")
Numbers = npt.NDArray[np.float64]
# Pairs of lines of sight and walls that are compared at once.
AT_ONCE = 1 << 21
# Where somebody stands in the picture of the page.
PLACE = (6.5, 24.5)


def table_of(game_map: GameMap, **options: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(map_files(game_map, FILE, "uvtt", PictureStyle(**options))[FILE])
    return data


@cache
def made(generator: str, seed: int) -> Map:
    mods = [generator] if generator in ("base", "undercroft") else []
    return Host(mods).generate(generator, seed=seed)


class Table:
    """A reader of its own: it knows lines, and which of them hide."""

    def __init__(self, data: dict[str, Any]) -> None:
        points = [[(point["x"], point["y"]) for point in line] for line in data["line_of_sight"]]
        points += [[(p["x"], p["y"]) for p in portal["bounds"]] for portal in data["portals"] if portal["closed"]]
        lines = [(*start, *end) for line in points for start, end in pairwise(line)]
        self.lines = np.array(lines or [(0, 0, 0, 0)], dtype=np.float64)

    def sees(self, start: tuple[float, float], ends: Numbers) -> npt.NDArray[np.bool_]:
        """Return which of the ends, (n, 2), no line hides from a start.

        A line that touches hides, too, but none along which the sight goes: at its end is another line.
        """
        clear = np.ones(len(ends), dtype=np.bool_)
        step = max(1, AT_ONCE // len(self.lines))
        for first in range(0, len(ends), step):
            clear[first : first + step] = ~self._crosses(np.array(start), ends[first : first + step])
        return clear

    def _crosses(self, start: Numbers, ends: Numbers) -> npt.NDArray[np.bool_]:
        a, b = self.lines[:, :2], self.lines[:, 2:]
        ray = (ends - start)[:, None, :]
        # At which sides of the sight are the ends of the line, and at which sides of the line those of the sight?
        one, other = cross(ray, (a - start)[None]), cross(ray, (b - start)[None])
        here = cross(b - a, start - a)[None]
        there = cross((b - a)[None], ends[:, None] - a[None])
        crossed: npt.NDArray[np.bool_] = ((one * other <= 0) & (here * there <= 0) & ((one != 0) | (other != 0))).any(
            axis=1
        )
        return crossed


def cross(first: Numbers, second: Numbers) -> Numbers:
    product: Numbers = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return product


def squares_of(game_map: GameMap, count: int, seed: int) -> list[tuple[int, int]]:
    """Return squares that hide nothing, any of them."""
    squares = np.argwhere(clear_squares(game_map))
    chosen = np.random.default_rng(seed).choice(len(squares), min(count, len(squares)), replace=False)
    return [(x, y) for y, x in squares[chosen].tolist()]


def compare(game_map: GameMap, count: int, seed: int) -> tuple[int, int, int, int]:
    """Return for pairs of squares: seen by both, hidden by both, seen only by the host, seen only by the table."""
    table, clear = Table(table_of(game_map, tile_size=4)), clear_squares(game_map)
    ys, xs = np.nonzero(clear)
    ends = np.stack([xs, ys], axis=1) + 0.5
    result = np.zeros((2, 2), dtype=np.int64)
    for x, y in squares_of(game_map, count, seed):
        host = map_in_sight(game_map, x, y)[ys, xs]
        there = table.sees((x + 0.5, y + 0.5), ends)
        np.add.at(result, (host.astype(int), there.astype(int)), 1)
    (hidden, by_table), (by_host, both) = result.tolist()
    return both, hidden, by_host, by_table


CASES = [(generator, seed) for seed in range(1, 6) for generator in GENERATORS]


@pytest.mark.parametrize("case", sampled(CASES, 4), ids=str)
def test_sight_is_that_of_the_host(case: tuple[str, int]) -> None:
    """From 100 squares, or a fifth of them, to all squares that hide nothing."""
    generator, seed = case
    both, hidden, by_host, by_table = compare(model_of(made(generator, seed)), max(20, examples(100)), seed)
    assert min(both, hidden) > 500
    assert by_host == by_table == 0


@pytest.mark.parametrize("seed", range(1, 4))
def test_sight_is_that_of_the_host_where_all_doors_are_walls_for_players(seed: int) -> None:
    *_, by_host, by_table = compare(model_of(made("base", seed).for_players()), 20, seed)
    assert by_host == by_table == 0


@pytest.mark.parametrize("generator", ["base", "undercroft"])
def test_lights_reach_what_their_squares_see(generator: str) -> None:
    game_map = model_of(made(generator, 2))
    data = table_of(game_map)
    table, clear = Table(data), clear_squares(game_map)
    ys, xs = np.nonzero(clear)
    ends = np.stack([xs, ys], axis=1) + 0.5
    for light in data["lights"]:
        x, y, reach = light["position"]["x"], light["position"]["y"], light["range"]
        near = np.hypot(*(ends - (x, y)).T) < reach
        seen = map_in_sight(game_map, int(x), int(y))[ys, xs]
        if x % 1 == y % 1 == 0.5:
            assert (seen[near] == table.sees((x, y), ends[near])).all()
    lit = [(light["position"]["x"], light["position"]["y"]) for light in data["lights"]]
    homes = {(home.x + 0.5, home.y + 0.5) for home in game_map.homes}
    assert homes <= {*lit}
    assert len(lit) >= len(light_sources(game_map)) > 0


def rock(*rows: str) -> npt.NDArray[np.bool_]:
    return np.array([[square == "#" for square in row] for row in rows])


def test_outlines_follow_walls_and_cut_their_outer_corners() -> None:
    (room,) = outlines(rock("#####", "#...#", "#...#", "#####"))
    assert {*room} == {(1, 1), (4, 1), (4, 3), (1, 3)}
    assert (len(room), room[0]) == (5, room[-1])
    # A pillar is a diamond, a bit smaller than its square.
    _, pillar = sorted(outlines(rock("...", ".#.", "...")), key=max, reverse=True)
    assert {*pillar} == {(1.5, 1.005), (1.995, 1.5), (1.5, 1.995), (1.005, 1.5)}


def test_rock_that_touches_nothing_has_no_lines() -> None:
    assert outlines(np.ones((5, 6), dtype=np.bool_)) == []
    assert len(outlines(rock(*(["#" * 9] * 4), "####.####", *(["#" * 9] * 4)))) == 1


@pytest.mark.parametrize("generator", GENERATORS)
def test_lines_are_merged_and_closed(generator: str) -> None:
    for line in table_of(model_of(made(generator, 1)), tile_size=4)["line_of_sight"]:
        assert line[0] == line[-1]
        points = np.array([(point["x"], point["y"]) for point in line])
        before, after = np.diff(points, axis=0), np.diff(np.roll(points[:-1], -1, axis=0), axis=0)
        assert np.abs(before).sum(axis=1).all()
        turns = cross(before[:-1], after)
        assert np.abs(turns).min() > 0.0001


def test_doors_are_portals_and_closed_where_they_hide() -> None:
    game_map = model_of(
        next(m for m in (made("base", n) for n in range(1, 30)) if any("secret" in d.id for d in m.doors))
    )
    clear, doors = clear_squares(game_map), door_squares(game_map)
    portals = table_of(game_map)["portals"]
    places = [(int(portal["position"]["x"]), int(portal["position"]["y"])) for portal in portals]
    assert places == [(x, y) for y, x in np.argwhere(doors).tolist()]
    assert [portal["closed"] for portal in portals] == [not clear[y, x] for x, y in places]
    assert not any(portal["freestanding"] for portal in portals)
    for portal in portals:
        (x, y), (right, bottom) = ((p["x"], p["y"]) for p in portal["bounds"])
        assert portal["rotation"] == pytest.approx(np.arctan2(bottom - y, right - x), abs=1e-6)
        assert np.hypot(right - x, bottom - y) == pytest.approx(1.01)


def test_players_have_walls_for_secret_doors() -> None:
    m = next(m for m in (made("base", n) for n in range(1, 30)) if any("secret" in door.id for door in m.doors))
    secret = {(door.x, door.y) for door in m.doors if "secret" in door.id}
    master, players = table_of(model_of(m)), table_of(model_of(m.for_players()))

    def places(data: dict[str, Any]) -> set[tuple[int, int]]:
        return {(int(portal["position"]["x"]), int(portal["position"]["y"])) for portal in data["portals"]}

    assert places(master) - places(players) == secret
    assert master["line_of_sight"] != players["line_of_sight"]
    assert "secret" not in json.dumps(players)


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (("###", "#+#", "#.#"), ["across"]),
        (("#.#", "#+#", "#.#"), ["across"]),
        (("###", ".+.", "###"), ["along"]),
        # Two doors beside each other in a wall, and behind each other in a passage.
        ((".....", "#++##", "....."), ["across", "across"]),
        (("#####", ".++..", "#####"), ["along", "along"]),
        # Without walls, one in each direction.
        (("...", ".+.", "..."), ["across", "along"]),
    ],
)
def test_a_door_has_a_line_from_wall_to_wall(rows: tuple[str, ...], lines: list[str]) -> None:
    doors = np.array([[square == "+" for square in row] for row in rows])
    portals = [*find_portals(rock(*rows), doors, ~doors)]
    assert ["across" if portal.start[1] == portal.end[1] else "along" for portal in portals] == lines
    assert {portal.stands_free for portal in portals} == {len(lines) == 2 and doors.sum() == 1}
    assert all(portal.is_closed for portal in portals)


def test_a_light_in_a_wall_shines_before_its_open_sides() -> None:
    source = LightSource(7)
    hides = rock("###", "...", "###")
    assert [*place_lights([(1, 0, source), (1, 1, source), (1, 1, source)], hides)] == [
        (1.5, 1.005, source),
        (1.5, 1.5, source),
    ]


@pytest.mark.parametrize("options", [{}, {"tile_size": 9, "light": True}, {"paper": True, "grid": True}])
def test_the_picture_fills_the_map(options: dict[str, Any]) -> None:
    game_map = model_of(made("base", 3))
    data = table_of(game_map, **options)
    picture = b64decode(data["image"])
    assert picture == image(game_map, "png", PictureStyle(**options))
    resolution = data["resolution"]
    grid = resolution["pixels_per_grid"]
    assert (data["format"], grid, resolution["map_origin"]) == (0.3, options.get("tile_size", 16), {"x": 0, "y": 0})
    assert Image.open(BytesIO(picture)).size == (resolution["map_size"]["x"] * grid, resolution["map_size"]["y"] * grid)
    assert data["environment"]["baked_lighting"] == options.get("light", False)


def test_titles_and_overlays_are_left_out_and_commands_say_so(tmp_path: Path) -> None:
    m = made("base", 3)
    m.save(tmp_path / "a.uvtt", title=True, legend=True, overlays="distance")
    m.save(tmp_path / "b.dd2vtt")
    assert (tmp_path / "a.uvtt").read_bytes() == (tmp_path / "b.dd2vtt").read_bytes()
    for words in (["--title"], ["--overlay", "rooms"]):
        refused = run_command("generate", "base", "--seed", "3", *words, "-o", tmp_path / "c.uvtt")
        assert (refused.exit_code, (tmp_path / "c.uvtt").exists()) == (1, False)
    done = run_command("generate", "--from", tmp_path / "b.dd2vtt")
    assert done.output.endswith("the same dungeon, to the byte\n")


def shown_by_a_table(data: dict[str, Any], place: tuple[float, float]) -> Image.Image:
    """Return the map as a table shows it to somebody at a place, dark where nobody sees, with its lines and doors."""
    grid = data["resolution"]["pixels_per_grid"]
    picture = Image.open(BytesIO(b64decode(data["image"]))).convert("RGB")
    ys, xs = np.mgrid[0 : picture.height, 0 : picture.width]
    seen = Table(data).sees(place, (np.stack([xs.ravel(), ys.ravel()], axis=1) + 0.5) / grid)
    veil = Image.fromarray(np.where(seen, 0, 150).astype(np.uint8).reshape(ys.shape))
    picture.paste((8, 10, 34), mask=veil)
    pen = ImageDraw.Draw(picture)
    for line in data["line_of_sight"]:
        pen.line([(point["x"] * grid, point["y"] * grid) for point in line], fill=(110, 190, 255), width=2)
    for portal in data["portals"]:
        pen.line([(end["x"] * grid, end["y"] * grid) for end in portal["bounds"]], fill=(255, 206, 72), width=4)
    for light in data["lights"]:
        x, y = light["position"]["x"] * grid, light["position"]["y"] * grid
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), outline=(255, 240, 170), width=2)
    x, y = place[0] * grid, place[1] * grid
    pen.ellipse((x - 6, y - 6, x + 6, y + 6), fill=(80, 220, 120), outline=(12, 12, 16), width=2)
    return picture


def test_the_picture_of_the_page_is_up_to_date(tmp_path: Path) -> None:
    """`docs/pictures/table.png` is the file of the page as its lines hide it."""
    page = (ROOT / "docs" / "editors.md").read_text()
    (command,) = re.findall(r"dungeon-host (generate .*) -o dungeon.uvtt", page)
    assert run_command(*command.split(), "-o", tmp_path / "a.uvtt").exit_code == 0
    drawn = shown_by_a_table(json.loads((tmp_path / "a.uvtt").read_text()), PLACE)
    there = Image.open(ROOT / "docs" / "pictures" / "table.png").convert("RGB")
    assert np.array_equal(np.asarray(drawn), np.asarray(there))
