"""What programs read of a map: contents by name, arrays, tables and files."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from host import Host, HostError, Map
from host.errors import RequestError


@pytest.fixture(scope="module")
def dungeon(base_host: Host) -> Map:
    return base_host.generate("base", seed=7, dungeon="basic")


def test_items_and_creatures_have_names(dungeon: Map) -> None:
    assert dungeon.items
    for item in dungeon.items:
        assert item.id.startswith("base.")
        assert item.name
        assert item.number >= 1
        assert dungeon.contains(item.x, item.y)
    assert [(item.y, item.x) for item in dungeon.items] == sorted((item.y, item.x) for item in dungeon.items)
    document = json.loads(dungeon.to_json())
    assert [(i["item"], i["x"], i["y"], i["count"]) for i in document["items"]] == [
        (item.id, item.x, item.y, item.number) for item in dungeon.items
    ]
    assert [(c["type"], c["x"], c["y"], c["height"], c["facing"]) for c in document["creatures"]] == [
        (c.id, c.x, c.y, c.height, c.facing) for c in dungeon.creatures
    ]
    assert all(creature.name and creature.player is None for creature in dungeon.creatures)


def test_arrays_have_a_place_for_each_square(dungeon: Map) -> None:
    shape = (dungeon.height, dungeon.width)
    assert (dungeon.walkable.shape, dungeon.walkable.dtype) == (shape, np.bool_)
    glyphs = dungeon.glyphs()
    assert glyphs.shape == shape
    assert {len(glyph) for glyph in glyphs.ravel()} == {1}
    assert all(dungeon.walkable[home.y, home.x] for home in dungeon.homes)
    doors = [(door["x"], door["y"]) for door in json.loads(dungeon.to_json())["doors"]]
    assert doors
    assert all(dungeon.walkable[y, x] for x, y in doors)


def test_maps_are_equal_when_their_json_is(dungeon: Map) -> None:
    again = Map.from_json(dungeon.to_json())
    assert dungeon == dungeon
    again.set_stack(0, 0)
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


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_has_a_row_for_each_square(dungeon: Map, library: str) -> None:
    pytest.importorskip(library)
    frame = dungeon.to_dataframe(library)
    assert type(frame).__module__.startswith(library)
    assert [*frame.columns] == ["x", "y", "glyph", "walkable", "tiles", "item", "number", "creature"]
    assert len(frame) == dungeon.width * dungeon.height
    assert int(frame["number"].sum()) == sum(item.number for item in dungeon.items)
    assert int(frame["walkable"].sum()) == int(dungeon.walkable.sum())
    assert {*frame["tiles"]} == {" ".join(ids) for ids in dungeon.legend().values()}


def test_data_frames_need_a_library(dungeon: Map, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(sys.modules["host.model.map_reader"], "import_module", refuse)
    with pytest.raises(RequestError, match=r"^pandas or polars is not installed: .* -m pip install pandas$"):
        dungeon.to_dataframe()
    with pytest.raises(RequestError, match=r"^polars is not installed: .* -m pip install polars$"):
        dungeon.to_dataframe("polars")
    with pytest.raises(RequestError, match=r'^library is "numpy": must be pandas or polars$'):
        dungeon.to_dataframe("numpy")


@pytest.mark.parametrize("suffix", ["txt", "json", "png", "svg", "tmj"])
def test_a_map_is_saved_by_the_ending_of_the_name(dungeon: Map, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"map.{suffix}"
    dungeon.save(file)
    content = file.read_bytes()
    starts = {"txt": None, "json": b"{", "png": b"\x89PNG", "svg": b"<svg", "tmj": b"{"}[suffix]
    assert content.startswith(starts or content[:1])
    if suffix == "txt":
        assert content.decode().splitlines()[0] == "".join(dungeon.glyphs()[0]).rstrip()
    if suffix == "json":
        assert content.decode() == dungeon.to_json()


def test_saving_refuses_what_it_cannot_do(dungeon: Map, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"ends in \.uvtt, which is not written: it may end in \.txt, \.json"):
        dungeon.save(tmp_path / "x.uvtt")
    with pytest.raises(RequestError, match=r"tile_size is 3: must be between 4 and 128"):
        dungeon.save(tmp_path / "x.png", tile_size=3)
    for overlays in (("home",), "home"):
        with pytest.raises(RequestError, match='there is no overlay "home"'):
            dungeon.save(tmp_path / "x.png", overlays=overlays)
    assert not [*tmp_path.iterdir()]
