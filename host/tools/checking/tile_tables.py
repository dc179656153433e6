"""What the numbers of segment files stand for (`segments export --tiles`): operations for editors and for Tiled."""

from __future__ import annotations

from typing import Any

from host.dialects.kts.functions.segments import (
    TileTable,
    read_tile_table,
    read_tile_table_of_file,
    show_tile_table,
)
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.document import to_document


def find_tile_table(engine: Engine, file: str) -> TileTable | None:
    """Return the tile table of a segment file (`mod/path`), or None when there is none.

    That is the table with which the mod loaded the file, or else `segment_tiles` of the mod, or else of base.
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


def require_tile_table(engine: Engine, file: str) -> TileTable:
    """Return the tile table of a segment file. Raises RequestError when there is none."""
    table = find_tile_table(engine, file)
    if table is None:
        raise RequestError(
            f'no mod has a tile table for "{file}"', hint="load the file with kts.LoadSegments, or set segment_tiles"
        )
    return table


def read_tile_numbers(engine: Engine, mod: str | None) -> dict[str, Any]:
    """Return what the tile numbers of segment files stand for, and a map that shows the tiles.

    The table belongs to `mod`; without `mod`, to the only mod that is not bundled and has one, or else to base.
    """
    tables: dict[str, TileTable] = {}
    for loaded in engine.mods:
        is_bundled = loaded.is_bundled
        is_candidate = loaded.id == mod if mod else not is_bundled or loaded.id == "base"
        if is_candidate and (table := read_tile_table(engine.lua, loaded.id)):
            tables[loaded.id] = table
    others = [identity for identity in tables if identity != "base"]
    if mod and not tables:
        ids = [loaded.id for loaded in engine.mods]
        if mod not in ids:
            raise RequestError(f'there is no mod "{mod}"', hint=did_you_mean(mod, ids))
        raise RequestError(f"the mod {mod} has no table segment_tiles, which maps tile numbers to tiles")
    if len(others) > 1:
        raise RequestError(f"{listing(others, 'and')} have tables of tiles: --tiles names the one to use")
    if not tables:
        return {"mod": None, "numbers": [], "map": {}}
    chosen = others[0] if others else next(iter(tables))
    shown = to_document(show_tile_table(engine.session, tables[chosen]))
    return {"mod": chosen, "numbers": tables[chosen].numbers, "map": shown}


DESCRIBE_TILE_TABLE = Operation(
    "host.tools.checking.tile_tables:describe_tile_table",
    {"mod": object, "is_loaded": bool, "empty": object, "numbers": [int], "map": dict},
)
READ_TILE_NUMBERS = Operation(
    "host.tools.checking.tile_tables:read_tile_numbers", {"mod": object, "numbers": [int], "map": dict}
)
