"""The bundled mod base: its content is complete, its segments are sound, and its quests can be generated."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from host import Host
from host.model import geometry
from host.model.game_map import model_of
from host.model.geometry import DX, DY
from host.model.segment import Segment
from host.model.segment_file import SegmentText, parse_segments
from host.model.tile import APPROACH, BARREL, CHEST, CLEAR, DOOR, HOME, WALKING
from host.paths import BUNDLED_MODS
from tests.helpers import RunLua

BASE = BUNDLED_MODS / "base"
FILES = sorted((BASE / "segments").glob("*.txt"))
STANDARD = [file for file in FILES if file.name.startswith("standard_")]


def texts(files: list[Path]) -> list[tuple[str, SegmentText]]:
    return [
        (f"{file.stem}: {text.title}", text) for file in files for text in parse_segments(file.read_text(), file.name)
    ]


def numbers(text: SegmentText) -> np.ndarray[Any, Any]:
    return np.array(text.layers[0]).reshape(text.height, text.width)


@pytest.fixture(scope="module")
def segments(base_host: Host) -> list[Segment]:
    return [prototype.fields for prototype in base_host._engine.session.registry.all("segment")]


def test_there_is_as_much_as_was_promised(base_host: Host) -> None:
    counts = base_host.registered("base")
    assert counts["tile"] >= 80
    assert counts["item"] >= 25
    assert counts["monster"] >= 8
    assert len(texts(STANDARD)) >= 120
    assert base_host.warnings == []


def test_everything_has_a_name_of_its_own(base_host: Host) -> None:
    registry = base_host._engine.session.registry
    for kind in ("tile", "item", "monster"):
        shown = [p for p in registry.all(kind) if not p.id.startswith(f"base.{kind}_")]
        # Only the tiles that switches add, which nobody sees, keep the names they were given.
        unnamed = [p for p in registry.all(kind) if p.id.startswith(f"base.{kind}_")]
        assert len(shown) > 10
        assert not unnamed or kind == "tile"


def test_all_segments_are_twelve_by_twelve_and_titled() -> None:
    found = texts(FILES)
    assert all((text.width, text.height) == (12, 12) and text.title for _, text in found)
    titles = [text.title for _, text in found]
    assert len(set(titles)) == len(titles)


def test_no_two_segments_are_alike_however_they_are_turned() -> None:
    seen: dict[bytes, str] = {}
    for name, text in texts(FILES):
        turned = {np.ascontiguousarray(geometry.turn_grid(numbers(text), o)).tobytes() for o in geometry.ORIENTATIONS}
        alike = {seen[key] for key in turned if key in seen}
        assert not alike, f"{name} looks like {alike}"
        seen[numbers(text).tobytes()] = name


def open_squares(host: Host, segment: Segment) -> set[tuple[int, int]]:
    """Squares that are walked on, or through once they are opened."""
    found = set()
    for y, x in np.ndindex(*segment.stacks.shape):
        pile = host._engine.session.tiles.tiles_of(int(segment.stacks[y, x]))
        if all(t.access[WALKING] == CLEAR or t.kind == DOOR for t in pile):
            found.add((x, y))
    return found


def reached(squares: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    seen, queue = {start}, [start]
    for x, y in queue:
        for dx, dy in zip(DX, DY, strict=True):
            if (x + dx, y + dy) in squares and (x + dx, y + dy) not in seen:
                seen.add((x + dx, y + dy))
                queue.append((x + dx, y + dy))
    return seen


def test_every_open_square_of_a_segment_is_reachable(base_host: Host, segments: list[Segment]) -> None:
    for segment in segments:
        squares = open_squares(base_host, segment)
        assert reached(squares, min(squares)) == squares, segment.title


def test_rooms_are_rectangles_with_walls_for_corners_and_hold_every_open_square(
    base_host: Host, segments: list[Segment]
) -> None:
    for segment in segments:
        squares = open_squares(base_host, segment)
        inside: set[tuple[int, int]] = set()
        for x, y, w, h in segment.rooms:
            assert -1 <= x < x + w <= 13, segment.title
            assert -1 <= y < y + h <= 13, segment.title
            assert min(w, h) >= 3, segment.title
            corners = {(cx, cy) for cx in (x, x + w - 1) for cy in (y, y + h - 1)}
            assert not corners & squares, f"{segment.title}: a corner of ({x}, {y}, {w}, {h}) is open"
            inside |= {(i, j) for i in range(x, x + w) for j in range(y, y + h)} - corners
        assert squares <= inside, f"{segment.title}: {sorted(squares - inside)} lie in no room"


def test_rooms_are_joined_where_their_walls_are_open(base_host: Host, segments: list[Segment]) -> None:
    """Whoever goes from one room to another goes through a square that lies in the walls of both."""
    for segment in segments:
        squares = open_squares(base_host, segment)
        interiors = [
            {(i, j) for i in range(x + 1, x + w - 1) for j in range(y + 1, y + h - 1)} for x, y, w, h in segment.rooms
        ]
        rooms_of = {square: {i for i, room in enumerate(interiors) if square in room} for square in squares}
        for x, y in squares:
            for nx, ny in ((x + 1, y), (x, y + 1)):
                if (nx, ny) in squares and rooms_of[x, y] and rooms_of[nx, ny]:
                    assert rooms_of[x, y] & rooms_of[nx, ny], (
                        f"{segment.title}: no wall between ({x}, {y}) and ({nx}, {ny})"
                    )


def test_homes_stand_against_the_outer_wall_and_look_at_it(base_host: Host, segments: list[Segment]) -> None:
    for segment in segments:
        squares = open_squares(base_host, segment)
        for home in segment.homes:
            outer = {0: home.y == 0, 1: home.x == 11, 2: home.y == 11, 3: home.x == 0}
            assert outer[home.facing], segment.title
            standing = (home.x - DX[home.facing], home.y - DY[home.facing])
            assert standing in squares, segment.title


def test_every_side_of_a_segment_has_room_for_doors_however_it_is_turned(
    base_host: Host, segments: list[Segment]
) -> None:
    tiles = base_host._engine.session.tiles
    for segment in segments:
        for orientation in geometry.ORIENTATIONS:
            masks = segment.oriented(tiles, orientation).door_masks
            assert all(mask.bit_count() >= 3 for mask in masks), segment.title


def test_a_turned_segment_shows_turned_tiles(base_host: Host, segments: list[Segment]) -> None:
    """The home tile, the chest and the bed look the way the geometry says."""
    tiles = base_host._engine.session.tiles
    for segment in segments:
        for orientation in geometry.ORIENTATIONS:
            placed = segment.oriented(tiles, orientation)
            for home in placed.homes:
                pile = tiles.tiles_of(int(placed.stacks[home.y, home.x]))
                (tile,) = [t for t in pile if t.kind == HOME]
                assert tile.facing == home.facing, segment.title


def test_segments_have_homes_switches_and_containers_in_good_measure() -> None:
    standard = texts(STANDARD)
    assert sum(bool(text.switches) for _, text in standard) >= 15


def test_whatever_holds_items_and_every_lever_can_be_reached(base_host: Host, segments: list[Segment]) -> None:
    """So that no gem lies where nobody gets at it."""
    tiles = base_host._engine.session.tiles
    for segment in segments:
        squares = open_squares(base_host, segment)
        for y, x in np.ndindex(*segment.stacks.shape):
            stack = int(segment.stacks[y, x])
            holds = tiles.traits.category[stack] >= 0 or any(t.kind in (CHEST, BARREL) for t in tiles.tiles_of(stack))
            if (x, y) not in squares and (holds or tiles.traits.walking[stack] == APPROACH):
                beside = {(x + dx, y + dy) for dx, dy in zip(DX, DY, strict=True)}
                assert beside & squares, f"{segment.title}: nobody gets at ({x}, {y})"


def test_the_script_makes_the_segment_files_byte_for_byte(tmp_path: Path) -> None:
    copy = tmp_path / "base"
    shutil.copytree(BASE, copy)
    for file in (copy / "segments").glob("*.txt"):
        file.unlink()
    words = [sys.executable, str(copy / "tools" / "make_segments.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert {f.name: f.read_bytes() for f in (copy / "segments").iterdir()} == {f.name: f.read_bytes() for f in FILES}


# -- quests


def quests(host: Host) -> list[tuple[str, int]]:
    """(quest, the least number of players)."""
    (quest,) = [option for option in host.generators()[0].options if option.id == "quest"]
    return [(str(choice.value), choice.min_players or 1) for choice in quest.choices]


def test_there_are_quests_with_all_the_options_that_were_promised(base_host: Host) -> None:
    assert len(quests(base_host)) >= 9
    options = {option.id for option in base_host.generators()[0].options}
    assert {"quest", "dungeon", "entry", "keys", "monsters", "stuff", "time"} <= options


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_quest_can_be_generated(base_host: Host, players: int) -> None:
    for quest, least in quests(base_host):
        if players >= least:
            for seed in range(3):
                game_map = base_host.generate("base", seed=seed, players=players, quest=quest)
                assert game_map.origin is not None
                assert game_map.origin.options["quest"] == quest
                if game_map.origin.options["entry"] != "different":
                    assert [start.player for start in game_map.starts] == [*range(1, players + 1)], quest


LAYOUTS = ("tiny", "small", "basic", "big", "huge", "snake", "long_snake", "ring")


@pytest.mark.parametrize("dungeon", LAYOUTS)
@pytest.mark.parametrize("entry", ["close", "away", "random"])
def test_every_layout_works_with_every_entry(base_host: Host, dungeon: str, entry: str) -> None:
    for seed in range(5):
        game_map = model_of(base_host.generate("base", seed=seed, players=1, dungeon=dungeon, entry=entry))
        cells = (game_map.width - 1) // 13 * ((game_map.height - 1) // 13)
        assert len(game_map.zones) <= cells
        assert game_map.rooms.shape[0] > 0


def test_layouts_have_variants(base_host: Host) -> None:
    for dungeon, least in (("huge", 1), ("snake", 2), ("long_snake", 2), ("ring", 2)):
        shapes = set()
        for seed in range(40):
            game_map = model_of(base_host.generate("base", seed=seed, dungeon=dungeon))
            corners = [(zone.x, zone.y) for zone in game_map.zones]
            shapes.add((game_map.width, game_map.height, tuple(sorted(corners))))
        assert len(shapes) >= least, dungeon


def test_what_does_not_fit_grows_to_the_next_larger_layout(run_lua: RunLua) -> None:
    """The generator of base, with a plan that asks for three special segments in one cell."""
    ran = run_lua(
        """
        local base = require "base"
        base.plan = {
          dungeon = "tiny", entry = "random", exit = "same", keys = 0, items = {}, needs = {},
          specials = { base.relic_vaults, base.lich_tombs, base.guarded_exits },
        }
        base.generate_dungeon()
        print(kts.DUNGEON_ERROR)
        """,
        mods=["base"],
    )
    assert ran.text == "nil"
    assert len(ran.map.zones) >= 4
    (message,) = [event for event in ran.map.events if event["type"] == "message"]
    assert message["message"].startswith("This quest did not fit into a tiny dungeon. It takes place in a ")


def test_what_fits_nowhere_leaves_the_reason(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local base = require "base"
        local specials = {}
        for i = 1, 10 do specials[i] = base.relic_vaults end
        base.plan = { dungeon = "big", entry = "random", keys = 0, items = {}, needs = {}, specials = specials }
        base.generate_dungeon()
        print(kts.DUNGEON_ERROR)
        """,
        mods=["base"],
    )
    assert "there is no cell for special_segments[" in ran.text
    assert "): the layout has " in ran.text


def test_dungeons_are_one_connected_whole(base_host: Host) -> None:
    for seed in range(30):
        made = base_host.generate("base", seed=seed, players=2, dungeon=LAYOUTS[seed % len(LAYOUTS)])
        game_map = model_of(made)
        squares = set()
        for y, x in np.ndindex(game_map.height, game_map.width):
            pile = game_map.tiles_on(game_map.square(x, y))
            if all(t.access[WALKING] == CLEAR or t.kind == DOOR for t in pile):
                squares.add((x, y))
        assert reached(squares, min(squares)) == squares
        for home in game_map.homes:
            assert (home.x, home.y) in squares
