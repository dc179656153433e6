"""What exports say of what a map was made from: each field of its request that is set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host import Host, Map
from host.model.game_map import model_of
from host.studio.drawing import describe_map

pytest.importorskip("PIL")


@pytest.fixture(scope="module")
def coloured(base_host: Host) -> Map:
    return base_host.generate("base", seed=7, house_colours=(2, 1), dungeon="tiny")


def read(made: Map, path: Path) -> dict[str, Any]:
    made.save(path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def test_tiled_names_house_colours(coloured: Map, tmp_path: Path) -> None:
    properties = {one["name"]: one["value"] for one in read(coloured, tmp_path / "a.tmj")["properties"]}
    assert (properties["seed"], properties["house colours"]) == ("7", "2,1")


def test_ldtk_names_house_colours(coloured: Map, base_host: Host, tmp_path: Path) -> None:
    (level,) = read(coloured, tmp_path / "a.ldtk")["levels"]
    assert {one["__identifier"]: one["__value"] for one in level["fieldInstances"]}["house_colours"] == "2,1"
    plain = base_host.generate("base", seed=7, dungeon="tiny")
    (other,) = read(plain, tmp_path / "b.ldtk")["levels"]
    assert other["iid"] != level["iid"]
    assert "house_colours" not in {one["__identifier"] for one in other["fieldInstances"]}


def test_godot_names_house_colours(coloured: Map, tmp_path: Path) -> None:
    coloured.save(tmp_path / "a.tscn")
    assert '\nmetadata/house_colours = "2,1"\n' in (tmp_path / "a.tscn").read_text()


def test_the_studio_names_house_colours(coloured: Map) -> None:
    described = describe_map(model_of(coloured), json.loads(coloured.to_json()))
    assert [described[name] for name in ("seed", "players", "house_colours")] == [7, 2, [2, 1]]
