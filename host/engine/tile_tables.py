"""What the numbers of a segment file stand for: operations for editors."""

from __future__ import annotations

from typing import Any

from host.dialects.kts.functions.segments import (
    TileTable,
    read_tile_table,
    read_tile_table_of_file,
    show_tile_table,
    turn_numbers,
)
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.errors import RequestError
from host.model.document import to_document
from host.model.segment_changes import turn_segment
from host.model.segment_data import segment_from_data, segment_to_data


def find_tile_table(engine: Engine, file: str) -> TileTable | None:
    """Return the tile table of a segment file (`mod/path`), or None when there is none.

    That is the table with which the mod loaded the file, or else `segment_tiles` of the mod, or else that of base.
    """
    table = read_tile_table_of_file(engine.lua, file)
    loaded = {mod.id for mod in engine.mods}
    for mod in (file.partition("/")[0], "base"):
        if table is None and mod in loaded:
            table = read_tile_table(engine.lua, mod)
    return table


def describe_tile_table(engine: Engine, file: str) -> dict[str, Any]:
    """Return the numbers of the tile table of a segment file, and a map one square high that shows them.

    Also the number of an empty square, whether a mod loads the file, and the id of the mod that has the table.
    """
    is_loaded = read_tile_table_of_file(engine.lua, file) is not None
    table = find_tile_table(engine, file)
    if table is None:
        return {"mod": None, "is_loaded": False, "empty": 0, "numbers": [], "map": {}}
    shown = to_document(show_tile_table(engine.session, table))
    return {
        "mod": table.mod,
        "is_loaded": is_loaded,
        "empty": table.empty,
        "numbers": table.numbers,
        "map": shown,
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


def require_tile_table(engine: Engine, file: str) -> TileTable:
    """Return the tile table of a segment file. Raises RequestError when there is none."""
    table = find_tile_table(engine, file)
    if table is None:
        raise RequestError(
            f'no mod has a tile table for "{file}"', hint="load the file with kts.LoadSegments, or set segment_tiles"
        )
    return table


DESCRIBE_TILE_TABLE = Operation(
    "host.engine.tile_tables:describe_tile_table",
    {"mod": object, "is_loaded": bool, "empty": object, "numbers": [int], "map": dict},
)
TURN_PAINTED_SEGMENT = Operation("host.engine.tile_tables:turn_painted_segment", {"segment": dict, "unturned": [int]})
