"""Values in projects of the LDtk editor: identifiers, fields, and long lists as text."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import numpy as np
import numpy.typing as npt

from host.render.palette import Colour

# Identifiers of objects are made from it and from what the objects are.
_NAMESPACE = UUID("5b7a6a3e-52d6-4e5c-9f2f-7d1c0c7b9d41")
# Integers of LDtk have 32 bits.
_LARGEST_INT = 2**31 - 1
# Keys whose values are written part by part.
_LONG = frozenset({"levels", "layerInstances", "autoLayerTiles", "gridTiles"})
_PLAIN = ("Int", "Float", "Bool")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")

Json = dict[str, Any]
# (height, width); of tiles, -1 is none.
Cells = npt.NDArray[np.int32]


class EntityReference(NamedTuple):
    """An entity of the same project, as the value of a field."""

    entity: str
    layer: str
    level: str
    world: str

    def to_data(self) -> Json:
        """Return the reference as LDtk writes it."""
        names = ("entityIid", "layerIid", "levelIid", "worldIid")
        return dict(zip(names, self, strict=True))


class TilesText(str):
    """JSON as it is written, for long lists of tiles."""

    __slots__ = ()


def iid(*parts: str) -> str:
    """Return the identifier of what `parts` name: the same for the same parts."""
    # Names may have bytes that are no text.
    return str(uuid5(_NAMESPACE, "\n".join(parts).encode("utf-8", "backslashreplace").decode()))


def identifier(name: str, taken: Container[str] = ()) -> str:
    """Return a name that LDtk allows: letters, digits and `_`; with a number when it is taken."""
    plain = _NOT_IN_NAMES.sub("_", name).strip("_") or "none"
    plain = plain if plain[0].isalpha() else f"n_{plain}"
    number, free = 1, plain
    while free in taken:
        number += 1
        free = f"{plain}_{number}"
    return free


def hex_of(colour: Colour) -> str:
    """Return a colour as LDtk writes it."""
    return f"#{colour.r:02X}{colour.g:02X}{colour.b:02X}"


def type_of(values: Iterable[Any]) -> str:
    """Return the type of a field that has these values; None is of every type."""
    kinds = {_kind(value) for value in values if value is not None}
    if kinds == {"Int", "Float"}:
        return "Float"
    return kinds.pop() if len(kinds) == 1 else "String"


def field_value(field: Json, value: Any) -> Json:
    """Return the value of a field of an entity or a level."""
    kind = field["__type"] if field["__type"] in _PLAIN else "String"
    plain = _plain(value, kind)
    shown = value.entity if isinstance(value, EntityReference) else plain
    return {
        "__identifier": field["identifier"],
        "__type": field["__type"],
        "__value": value.to_data() if isinstance(value, EntityReference) else plain,
        "__tile": None,
        "defUid": field["uid"],
        # What the editor reads.
        "realEditorValues": [] if value is None else [{"id": f"V_{kind}", "params": [shown]}],
    }


def tiles_text(cells: Cells, size: int, columns: int, rules: Cells | None = None) -> TilesText:
    """Return the tiles of a layer as JSON; `rules` has the uid of the rule that made each tile."""
    ys, xs = np.nonzero(cells >= 0)
    tiles, at = cells[ys, xs], ys * cells.shape[1] + xs
    # In the data of a tile of a rule, the rule is first.
    pattern = '{"px":[%d,%d],"src":[%d,%d],"f":0,"t":%d,"d":[%d],"a":1}'
    if rules is not None:
        pattern = pattern.replace("[%d],", "[%d,%d],")
    numbers: list[npt.NDArray[Any]] = [xs * size, ys * size, tiles % columns * size, tiles // columns * size, tiles]
    numbers += [at] if rules is None else [rules[ys, xs], at]
    rows = zip(*(column.tolist() for column in numbers), strict=True)
    return TilesText(",\n".join([pattern % row for row in rows]))


def _kind(value: Any) -> str:
    if isinstance(value, EntityReference):
        return "EntityRef"
    if isinstance(value, bool):
        return "Bool"
    if isinstance(value, int):
        return "Int" if abs(value) <= _LARGEST_INT else "String"
    return "Float" if isinstance(value, float) else "String"


def _plain(value: Any, kind: str) -> Any:
    if value is None or isinstance(value, str):
        return value
    if kind != "String":
        return float(value) if kind == "Float" else value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else str(value)


def dump(value: Any) -> str:
    """Return JSON, with a line for each part that may be long."""
    if isinstance(value, dict) and not _LONG.isdisjoint(value):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {_long(key, part)}" for key, part in value.items()) + "\n}"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _long(key: str, value: Any) -> str:
    if key not in _LONG:
        return dump(value)
    if isinstance(value, TilesText):
        return f"[\n{value}\n]"
    return "[" + ",\n".join(map(dump, value)) + "]"
