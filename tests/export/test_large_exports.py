"""Exports of maps that are too large end with a message before they are drawn; others are written once."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from host import Host
from host.errors import RequestError
from host.export import pictures
from host.export.ldtk import dungeon as ldtk_dungeon
from host.export.tiled import dungeon as tiled_dungeon
from host.export.tiled import maps as tiled_maps
from host.model.game_map import model_of
from host.render.formats import FORMATS, JSON, TEXT, suffix_of


def refuse_to_draw(*_: object) -> Any:
    raise AssertionError("the map is drawn")


# Text and JSON have a few bytes for each square, and are written for maps of any size.
@pytest.mark.parametrize("form", [form for form in FORMATS if form not in (TEXT, JSON)])
def test_a_picture_that_is_too_large_is_refused_before_it_is_drawn(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pictures, tiled_dungeon, ldtk_dungeon):
        monkeypatch.setattr(module, "draw_scene", refuse_to_draw)
    game_map: Any = SimpleNamespace(width=4000, height=4000, origin=None)
    with pytest.raises(RequestError, match="may have at most"):
        pictures.map_files(game_map, Path(f"x{suffix_of(form)}"), form)


def test_a_map_for_tiled_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each list around its numbers."""
    written = 0
    dumps = json.dumps

    def count(value: Any, **options: Any) -> str:
        nonlocal written
        text = dumps(value, **options)
        written += len(text)
        return text

    game_map = model_of(Host(["base"]).generate("caves", seed=1, width=300, height=200))
    monkeypatch.setattr(tiled_maps.json, "dumps", count)
    content = pictures.map_files(game_map, Path("x.tmj"), "tmj")[Path("x.tmj")]
    assert json.loads(content)["width"] == game_map.width
    # Numbers of squares need no JSON at all; what made the map has a digest of each.
    assert written < 120_000 < len(content)


@pytest.mark.parametrize(
    "numbers", [[[0]], [[0, 7], [12, 345]], [[4_000_000_000, 0, 1]], [[65535], [65536]], [[-1, 9]]]
)
def test_numbers_are_written_in_rows_as_json_has_them(numbers: list[list[int]]) -> None:
    rows = ",\n".join("  " + ", ".join(map(str, row)) for row in numbers)
    assert tiled_maps._text(np.array(numbers), " ", len(numbers[0])) == f"[\n{rows}]"
