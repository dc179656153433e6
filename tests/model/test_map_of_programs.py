"""What programs read of a map: contents by name, arrays, tables and files."""

from __future__ import annotations

import doctest
import json
import pydoc
import re
import sys
from base64 import b64decode
from contextlib import suppress
from html import escape
from inspect import getdoc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import host.public.map
from host import Host, HostError, Map
from host.errors import RequestError
from host.model.game_map import model_of
from tests.dialects.room import ALL_DIALECTS, DATA, LAY_OUT, LOAD
from tests.helpers import RunLua

# The names of a map that are documented.
NAMES = {
    *("width", "height", "contains", "tiles", "legend", "rooms", "walkable", "glyphs"),
    *("items", "creatures", "objects", "doors", "containers", "locks", "homes", "starts"),
    *("events", "quest", "origin", "to_json", "from_json", "to_dataframe", "for_players", "save", "share"),
}
# Direction -> the step that leads there.
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@pytest.fixture(scope="module")
def dungeon(base_host: Host) -> Map:
    return base_host.generate("base", seed=7, dungeon="basic")


# -- names and examples


def test_a_map_shows_documented_names_alone(dungeon: Map) -> None:
    assert {name for name in dir(dungeon) if not name.startswith("_")} == NAMES
    text = pydoc.render_doc(host.Map, renderer=pydoc.plaintext)
    assert all(name in text for name in NAMES)
    for inside in ("copy_uid", "stacks_in_order", "tileset", "set_stack", "_model", "_source"):
        assert inside not in text
        assert inside.startswith("_") or not hasattr(dungeon, inside)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_has_an_example(name: str) -> None:
    text = getdoc(getattr(Map, name))
    assert text is not None
    assert ">>> " in text


def test_the_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("PIL")
    # An example saves a file.
    monkeypatch.chdir(tmp_path)
    m = Host(mods=["base"], output=lambda _: None).generate("base", seed=7, dungeon="tiny")
    result = doctest.testmod(host.public.map, globs={"Host": Host, "Map": Map, "m": m})
    assert result.failed == 0
    assert result.attempted >= len(NAMES)
    assert (tmp_path / "dungeon.png").exists()


# -- contents


def test_items_and_creatures_have_names(dungeon: Map) -> None:
    assert dungeon.items
    for item in dungeon.items:
        assert item.id.startswith("base.")
        assert item.name
        assert item.number >= 1
        assert dungeon.contains(item.x, item.y)
    document = json.loads(dungeon.to_json())
    lying = [item for item in dungeon.items if item.where == "floor"]
    assert lying == sorted(lying, key=lambda item: (item.y, item.x))
    assert [(i["item"], i["x"], i["y"], i["count"]) for i in document["items"]] == [
        (item.id, item.x, item.y, item.number) for item in lying
    ]
    assert [(c["type"], c["x"], c["y"], c["height"], c["facing"]) for c in document["creatures"]] == [
        (c.id, c.x, c.y, c.height, c.facing) for c in dungeon.creatures
    ]
    assert all(creature.name and creature.player is None for creature in dungeon.creatures)


CHESTS = """
chest = kts.Tile { type = "chest", access = {}, name = "old chest" }
barrel = kts.Tile { type = "barrel", access = {}, name = "barrel" }
"""


def test_doors_containers_and_locks_are_those_of_the_map(run_lua: RunLua) -> None:
    script = """
    kts.AddTile({ x = 5, y = 1 }, T.barrel)
    kts.AddTile({ x = 1, y = 2 }, T.chest) kts.PlaceItem({ x = 1, y = 2 }, T.coin, 3)
    kts.AddTile({ x = 3, y = 3 }, T.door) kts.LockDoor({ x = 3, y = 3 }, "pick_only")
    kts.AddTile({ x = 4, y = 4 }, T.door) kts.LockDoor({ x = 4, y = 4 }, 7) kts.OpenDoor({ x = 4, y = 4 })
    kts.AddTile({ x = 2, y = 5 }, T.door) kts.LockDoor({ x = 2, y = 5 }, "special")
    kts.AddTile({ x = 5, y = 5 }, T.chest) kts.LockDoor({ x = 5, y = 5 }, 2)
    kts.PlaceItem({ x = 3, y = 5 }, T.key)
    """
    m = run_lua(LAY_OUT + script, load=LOAD + CHESTS).shown
    assert [(door.id, door.x, door.y, door.is_open, door.lock) for door in m.doors] == [
        ("tiles.door", 3, 3, False, "pick_only"),
        ("tiles.door", 4, 4, True, 7),
        ("tiles.door", 2, 5, False, "special"),
    ]
    assert [(one.name, one.x, one.y, one.lock, len(one.items)) for one in m.containers] == [
        ("barrel", 5, 1, None, 0),
        ("old chest", 1, 2, None, 1),
        ("old chest", 5, 5, 2, 0),
    ]
    assert [(lock.x, lock.y, lock.lock) for lock in m.locks] == [
        (3, 3, "pick_only"),
        (4, 4, 7),
        (2, 5, "special"),
        (5, 5, 2),
    ]
    places = [(item.id, item.x, item.y, item.number, item.where) for item in m.items]
    assert places == [("tiles.key", 3, 5, 1, "floor"), ("tiles.coin", 1, 2, 3, "container")]
    assert m.containers[1].items == (m.items[1],)


def test_items_of_knights_are_where_the_knights_are(run_lua: RunLua) -> None:
    script = LAY_OUT.replace("none", "close") + "kts.AddStartingGear(T.coin, 2)"
    m = run_lua(script, load=LOAD, play=1).shown
    knights = [creature for creature in m.creatures if creature.id == ""]
    assert [(knight.player, knight.height) for knight in knights] == [(1, "walking"), (2, "walking")]
    carried = [(item.id, item.number, item.x, item.y) for item in m.items if item.where == "creature"]
    places = sorted(((knight.x, knight.y) for knight in knights), key=lambda place: place[::-1])
    assert carried == [("tiles.coin", 2, *place) for place in places]


def test_creatures_and_what_they_carry_are_of_all_dialects(run_lua: RunLua) -> None:
    bearer = 'data:add { _type = "base.chara", _id = "bearer", name = "bearer", glyph = "b" }'
    script = """
    kts.AddMonster({ x = 5, y = 1 }, T.ghoul)
    kts.AddMonster({ x = 1, y = 1 }, T.wisp)
    world:create(Hero, Vec(3, 4)).inventory:addItems(T.bread, 2)
    local bearer = Chara.create("tiles.bearer", 4, 3, {}, map)
    bearer:take_object(Item.create("tiles.shield", 4, 4, { amount = 2 }, map))
    Item.create("tiles.shield", 1, 5, {}, map)
    kts.PlaceItem({ x = 5, y = 5 }, T.key)
    kts.AddTile({ x = 1, y = 2 }, T.chest) kts.PlaceItem({ x = 1, y = 2 }, T.coin, 3)
    """
    m = run_lua(ALL_DIALECTS + script, load=LOAD + DATA + CHESTS + bearer).shown
    assert [
        (one.id, one.name, one.x, one.y, one.player, one.height, one.facing, one.health) for one in m.creatures
    ] == [
        ("tiles.ghoul", "ghoul", 5, 1, None, "walking", "north", 7),
        ("tiles.wisp", "wisp", 1, 1, None, "flying", "north", 4),
        ("script.Hero", "Hero", 2, 3, 1, None, None, None),
        ("tiles.bearer", "bearer", 4, 3, None, None, None, None),
    ]
    assert [(item.id, item.number, item.x, item.y, item.where) for item in m.items] == [
        ("tiles.shield", 1, 1, 5, "floor"),
        ("tiles.key", 1, 5, 5, "floor"),
        ("tiles.coin", 3, 1, 2, "container"),
        ("tiles.bread", 2, 2, 3, "creature"),
        ("tiles.shield", 2, 4, 3, "creature"),
    ]
    assert all(len(one.glyph) == 1 and one.name for one in (*m.creatures, *m.items))
    # On a map without homes of players they start where they stand.
    assert [tuple(start) for start in m.starts] == [(2, 3, 1)]
    again = Map.from_json(m.to_json())
    assert (again.creatures, again.items, again.containers) == (m.creatures, m.items, m.containers)


def test_players_of_rooms_are_creatures() -> None:
    m = Host(["undercroft"], output=lambda _: None).simulate("undercroft", seed=1, turns=5).map
    (player,) = [creature for creature in m.creatures if creature.player is not None]
    assert (player.player, player.glyph) == (1, "@")
    assert (player.x, player.y, 1) in m.starts
    assert {creature.id for creature in m.creatures} <= {thing.id for thing in m.objects}


@pytest.mark.parametrize(("seed", "players"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (6, 8), (7, 12)])
def test_homes_and_starts_are_where_the_drawing_has_digits(base_host: Host, seed: int, players: int) -> None:
    m = base_host.generate("base", seed=seed, players=players, dungeon="huge", monsters="none", entry="random")
    # The digit is on the tile of the home, to which the home faces; the first of its players has it.
    glyphs, first = m.glyphs(), {}
    for home in m.homes:
        if home.players:
            dx, dy = STEPS[home.facing]
            first[home.x + dx, home.y + dy] = home.players[0]
    drawn = {(x, y): str(glyphs[y, x]) for y in range(m.height) for x in range(m.width)}
    numbers = {glyph: number for number, glyph in enumerate("123456789ABC", 1)}
    assert {place: numbers.get(drawn[place]) for place in first} == first
    assert {place for place, glyph in drawn.items() if glyph in "123456789"} <= {*first}
    assert [start.player for start in m.starts] == [*range(1, players + 1)]
    assert sorted((start.x, start.y, start.player) for start in m.starts) == sorted(
        (home.x, home.y, player) for home in m.homes for player in home.players
    )
    for start in m.starts:
        assert m.walkable[start.y, start.x]


# -- squares


def test_tiles_and_legend_are_those_of_the_json(dungeon: Map) -> None:
    again = Map.from_json(dungeon.to_json())
    assert (again.tiles == dungeon.tiles).all()
    assert again.legend() == dungeon.legend()
    document = json.loads(dungeon.to_json())
    assert dungeon.tiles.tolist() == document["rows"]
    assert [*dungeon.legend()] == [*range(len(document["stacks"]))]
    # What a program does to an array or a list does not change the map.
    dungeon.tiles[:] = 0
    dungeon.rooms[:] = 0
    dungeon.objects.append(None)  # type: ignore[arg-type]
    assert dungeon == again


def test_arrays_have_a_place_for_each_square(dungeon: Map) -> None:
    shape = (dungeon.height, dungeon.width)
    assert (dungeon.walkable.shape, dungeon.walkable.dtype) == (shape, np.bool_)
    glyphs = dungeon.glyphs()
    assert glyphs.shape == shape
    assert {len(glyph) for glyph in glyphs.ravel()} == {1}
    assert all(dungeon.walkable[home.y, home.x] for home in dungeon.homes)
    assert dungeon.doors
    assert all(dungeon.walkable[door.y, door.x] for door in dungeon.doors)


def test_maps_are_equal_when_their_json_is(dungeon: Map) -> None:
    again = Map.from_json(dungeon.to_json())
    assert dungeon == dungeon
    model_of(again).set_stack(0, 0)
    assert again != dungeon
    assert dungeon != dungeon.to_json()
    with pytest.raises(TypeError, match="unhashable type: 'Map'"):
        hash(dungeon)


def test_a_map_comes_back_from_its_json(dungeon: Map) -> None:
    again = Map.from_json(dungeon.to_json())
    assert again == dungeon
    assert again.to_json() == dungeon.to_json()
    assert again.items == dungeon.items
    assert again.creatures == dungeon.creatures
    assert (again.walkable == dungeon.walkable).all()
    assert (again.glyphs() == dungeon.glyphs()).all()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "dungeon-host/map"}', "[" * 100_000])
def test_other_json_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(
        HostError, match=r"^(the text is not JSON|this is not a dungeon-host/map document|the document)"
    ):
        Map.from_json(text)


CREATURE = {"uid": 1, "x": 1, "y": 1, "height": "walking", "facing": "north", "health": 1}
LISTS = ("rows", "homes", "items", "stored", "hit_points", "doors", "chests", "creatures", "segments", "rooms")
EMPTY: dict[str, list[Any]] = {key: [] for key in LISTS}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({**EMPTY, "width": 10**9, "height": 0}, "there are no rows, and width is 1000000000"),
        ({"creatures": [CREATURE]}, "a creature has neither a type nor a player"),
    ],
)
def test_documents_that_would_fail_later_are_refused(dungeon: Map, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HostError, match=message):
        Map.from_json(json.dumps({**json.loads(dungeon.to_json()), **changes}))


def test_documents_of_any_depth_are_read_or_refused(dungeon: Map) -> None:
    text = json.dumps({**json.loads(dungeon.to_json()), "quest": "Q"})
    for depth in range(800, 1000):
        with suppress(HostError):
            Map.from_json(text.replace('"Q"', '{"a":' * depth + "1" + "}" * depth))


def test_a_data_frame_has_a_row_for_each_square(dungeon: Map) -> None:
    pytest.importorskip("pandas")
    frame = dungeon.to_dataframe()
    assert type(frame).__module__.startswith("pandas")
    assert [*frame.columns] == ["x", "y", "glyph", "walkable", "tiles", "item", "number", "creature"]
    assert len(frame) == dungeon.width * dungeon.height
    assert int(frame["number"].sum()) == sum(item.number for item in dungeon.items if item.where == "floor")
    assert int(frame["walkable"].sum()) == int(dungeon.walkable.sum())
    assert {*frame["tiles"]} == {" ".join(ids) for ids in dungeon.legend().values()}


def test_data_frames_need_pandas(dungeon: Map, monkeypatch: pytest.MonkeyPatch) -> None:
    # An import of a module that is None raises ModuleNotFoundError.
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(RequestError, match=r"^pandas is not installed: .* -m pip install pandas$"):
        dungeon.to_dataframe()


@pytest.mark.parametrize("suffix", ["txt", "json", "png", "svg", "tmj", "uvtt"])
def test_a_map_is_saved_by_the_ending_of_the_name(dungeon: Map, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"map.{suffix}"
    dungeon.save(file)
    content = file.read_bytes()
    starts = {"txt": None, "json": b"{", "png": b"\x89PNG", "svg": b"<svg", "tmj": b"{", "uvtt": b"{"}[suffix]
    assert content.startswith(starts or content[:1])
    if suffix == "txt":
        assert content.decode().splitlines()[0] == "".join(dungeon.glyphs()[0]).rstrip()
    if suffix == "json":
        assert content.decode() == dungeon.to_json()


def test_saving_refuses_what_it_cannot_do(dungeon: Map, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"ends in \.tif, which is not written: it may end in \.txt, \.json"):
        dungeon.save(tmp_path / "x.tif")
    with pytest.raises(RequestError, match=r"tile_size is 3: must be between 4 and 128"):
        dungeon.save(tmp_path / "x.png", tile_size=3)
    for overlays in (("home",), "home"):
        with pytest.raises(RequestError, match='there is no overlay "home"'):
            dungeon.save(tmp_path / "x.png", overlays=overlays)
    assert not [*tmp_path.iterdir()]


# -- notebooks


def test_a_notebook_shows_the_picture_and_the_command(dungeon: Map, tmp_path: Path) -> None:
    dungeon.save(tmp_path / "it.svg")
    picture = (tmp_path / "it.svg").read_text("utf-8")
    assert dungeon._repr_svg_() == picture
    page = dungeon._repr_html_()
    assert page is not None
    shown = re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert shown is not None
    assert b64decode(shown[1]).decode() == picture
    assert dungeon.origin is not None
    assert f"<code>{escape(dungeon.origin.request.command)}</code>" in page


def test_texts_of_a_request_are_no_markup_in_a_notebook() -> None:
    m = Host().generate("mission", seed=1, graph="start: a\ngoal: b\na > b")
    page = m._repr_html_()
    assert page is not None
    assert m.origin is not None
    assert "a &gt; b" in page
    assert "a > b" not in page


def test_a_notebook_shows_words_for_a_map_that_is_too_large(dungeon: Map, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.render.svg.MAX_SQUARES", 100)
    assert dungeon._repr_svg_() is None
    assert dungeon._repr_html_() is None
