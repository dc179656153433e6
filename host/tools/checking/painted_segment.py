"""A segment while somebody paints it: doors, homes, floor that cannot be reached, diagnostics, and turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.dialects.kts.functions.segments import make_segment, turn_numbers
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.model.geometry import DIRECTIONS
from host.model.segment_changes import turn_segment
from host.model.segment_data import segment_from_data, segment_to_data
from host.tools.checking.segments import check_segment, find_sealed_floor
from host.tools.checking.tile_tables import find_tile_table, require_tile_table


def examine_painted_segment(engine: Engine, file: str, segment: dict[str, Any]) -> dict[str, Any]:
    """Return what is known about a segment of a file that is not saved yet.

    `doors` are by side, from north clockwise, the places where the border can have a door, from the top or the left;
    `sealed` the squares, y × width + x, of floor that cannot be reached; `homes` and `objects` lie on squares.
    """
    text = segment_from_data(segment)
    made = make_segment(engine.session, require_tile_table(engine, file), text, file)
    tiles, registry = engine.session.tiles, engine.session.registry
    masks = made.oriented(tiles, 0).door_masks
    sides = (made.width, made.height, made.width, made.height)
    kinds = [(x, y, registry.get("item", item).fields, count) for x, y, item, count in made.items]
    kinds += [(x, y, registry.get("monster", monster).fields, 1) for x, y, monster in made.monsters]
    return {
        "doors": [
            [place for place in range(length) if mask >> place & 1] for mask, length in zip(masks, sides, strict=True)
        ],
        "sealed": np.flatnonzero(find_sealed_floor(tiles, made)).tolist(),
        "homes": [
            {"x": home.x, "y": home.y, "facing": DIRECTIONS[home.facing], "special": home.special}
            for home in made.homes
        ],
        "objects": [
            {"x": x, "y": y, "name": fields.name or fields.prototype.id, "count": count}
            for x, y, fields, count in kinds
        ],
        "diagnostics": [
            {"severity": d.severity, "rule": d.rule, "message": d.message, "hint": d.hint or ""}
            for d in check_segment(tiles, made)
        ],
    }


def turn_painted_segment(engine: Engine, file: str, segment: dict[str, Any], orientation: int) -> dict[str, Any]:
    """Return a segment in another orientation, and the tile numbers that no number shows in that orientation."""
    text = segment_from_data(segment)
    table = find_tile_table(engine, file)
    numbers = {number for layer in text.layers for number in layer}
    turned = turn_numbers(engine.session, table, numbers, orientation) if table else {}
    replaced = {number: other for number, other in turned.items() if other is not None}
    unturned = sorted(number for number, other in turned.items() if other is None)
    return {"segment": segment_to_data(turn_segment(text, orientation, replaced)), "unturned": unturned}


EXAMINE_PAINTED_SEGMENT = Operation(
    "host.tools.checking.painted_segment:examine_painted_segment",
    {"doors": [[int]], "sealed": [int], "homes": [dict], "objects": [dict], "diagnostics": [dict]},
)
TURN_PAINTED_SEGMENT = Operation(
    "host.tools.checking.painted_segment:turn_painted_segment", {"segment": dict, "unturned": [int]}
)
