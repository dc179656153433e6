"""Speed of explanations: why a layout with many cells and segments cannot be made."""

from __future__ import annotations

import random

from bench.measure import Bench, Row, best, time_call
from host.engine.engine import Engine
from host.generate.explain.layout import explain_layout
from host.model.layout import BLOCK, Cell, Layout, LayoutRequest
from host.model.segment import SegmentList

_SIDE, _SEGMENTS, _SQUARES = 12, 60, 7
_LIMIT = 2.0
_INIT = """
mod.RegisterMod { name = "cells" }
wall, floor = kts.Tile { access = {} }, kts.Tile { items = "floor" }
door = kts.Tile { type = "door", access = { walking = "approach" } }
home = kts.Tile { type = "home", facing = "north", access = { walking = "approach" } }
kts.LoadSegments({ floor, wall, home }, "segments.txt")
"""


def _segments() -> str:
    """Return segments that have doors on few sides, at few squares."""
    stream = random.Random(2)
    texts = []
    for _ in range(_SEGMENTS):
        rows = []
        for y in range(_SQUARES):
            row = []
            for x in range(_SQUARES):
                is_inside = 0 < x < _SQUARES - 1 and 0 < y < _SQUARES - 1
                row.append("1" if is_inside or stream.random() < 0.05 else "2")
            rows.append(" ".join(row))
        rooms = f"rooms:\n1\n0 0 {_SQUARES + 2} {_SQUARES + 2}\nend"
        texts.append(f"segment\nwidth: {_SQUARES}\nheight: {_SQUARES}\ndata:\n" + "\n".join(rows) + f"\n{rooms}\n")
    return "".join(texts) + "eof\n"


def measure_explanations(bench: Bench) -> list[Row]:
    """Explain a layout of open cells, with segments that may and that may not be turned."""
    folder = bench.folder / "cells"
    folder.mkdir()
    (folder / "mod.toml").write_text('id = "cells"\nversion = "1.0"\ndialects = ["kts"]\n')
    (folder / "init.lua").write_text(_INIT)
    (folder / "segments.txt").write_text(_segments())
    session = Engine([folder]).session
    tiles, registry = session.tiles, session.registry
    wall, door = (tiles.intern([session.tile_index(i)]) for i in (0, 2))
    neighbours = ((0, -1), (1, 0), (0, 1), (-1, 0))
    cells = tuple(
        Cell(BLOCK, sum(1 << side for side, (dx, dy) in enumerate(neighbours) if _is_inside(x + dx, y + dy)))
        for y in range(_SIDE)
        for x in range(_SIDE)
    )
    rows: list[Row] = []
    for turned in (True, False):
        request = LayoutRequest(
            layout=Layout(_SIDE, _SIDE, cells),
            wall=wall,
            horizontal_door=door,
            vertical_door=door,
            segments=SegmentList(tuple(prototype.fields for prototype in registry.all("segment"))),
            special=(),
            entry="none",
            turn_segments=turned,
            players=2,
        )
        explanation = explain_layout(request, tiles, registry, "", "cells/init.lua", 1)
        assert explanation.wishes, explanation.note
        seconds = best(lambda: time_call(lambda: explain_layout(request, tiles, registry, "", None, None)), 3)  # noqa: B023
        title = f"explanation, {_SIDE} × {_SIDE} cells, {_SEGMENTS} segments{'' if turned else ', not turned'}"
        rows.append((title, f"{seconds:.2f} s", f"≤ {_LIMIT:g} s", "", seconds <= _LIMIT))
    return rows


def _is_inside(x: int, y: int) -> bool:
    return 0 <= x < _SIDE and 0 <= y < _SIDE
