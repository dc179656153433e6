"""Projects of the LDtk editor, in its JSON format 1.5.3 (https://ldtk.io/json).

Engines read the parts whose names begin with two underscores, and the tiles as they are: what the editor would compute
when it opens a project is written here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import numpy as np
import numpy.typing as npt

from host.render.palette import VOID, Colour

VERSION = "1.5.3"
# Identifiers of objects are made from it and from what the objects are.
_NAMESPACE = UUID("5b7a6a3e-52d6-4e5c-9f2f-7d1c0c7b9d41")
# Integers of LDtk have 32 bits.
_LARGEST_INT = 2**31 - 1
# Keys whose values are written part by part.
_LONG = frozenset({"levels", "layerInstances", "autoLayerTiles", "gridTiles"})
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")

Json = dict[str, Any]
# (height, width); of tiles, -1 is none.
Cells = npt.NDArray[np.int32]


class Reference(NamedTuple):
    """An entity of the same project, as the value of a field."""

    entity: str
    layer: str
    level: str
    world: str

    def to_data(self) -> Json:
        """Return the reference as LDtk writes it."""
        names = ("entityIid", "layerIid", "levelIid", "worldIid")
        return dict(zip(names, self, strict=True))


class Text(str):
    """JSON as it is written, for long lists of tiles."""

    __slots__ = ()


class Project:
    """Definitions of a project, to which levels are added; `dumps` returns all of it."""

    def __init__(self, name: str, size: int) -> None:
        self.size = size
        self.iid = iid("project", name)
        self.world = iid("world", name)
        self._last_uid = 0
        self._tilesets: list[Json] = []
        self._enums: list[Json] = []
        self._layers: list[Json] = []
        self._entities: list[Json] = []
        self._level_fields: list[Json] = []
        self._levels: list[Json] = []

    def new_uid(self) -> int:
        """Return a number that no other definition of the project has."""
        self._last_uid += 1
        return self._last_uid

    # -- definitions

    def add_tileset(self, name: str, image: str, columns: int, rows: int) -> int:
        """Add the picture of tiles in the file `image`; return its uid."""
        uid = self.new_uid()
        self._tilesets.append(
            {
                "__cWid": columns,
                "__cHei": rows,
                "identifier": name,
                "uid": uid,
                "relPath": image,
                "embedAtlas": None,
                "pxWid": columns * self.size,
                "pxHei": rows * self.size,
                "tileGridSize": self.size,
                "spacing": 0,
                "padding": 0,
                "tags": [],
                "tagsSourceEnumUid": None,
                "enumTags": [],
                "customData": [],
                "savedSelections": [],
                "cachedPixelData": None,
            }
        )
        return uid

    def add_enum(self, name: str, values: Iterable[str]) -> int:
        """Add a list of names; return its uid."""
        uid = self.new_uid()
        self._enums.append(
            {
                "identifier": name,
                "uid": uid,
                "values": [{"id": value, "tileRect": None, "color": 0} for value in values],
                "iconTilesetUid": None,
                "externalRelPath": None,
                "externalFileChecksum": None,
                "tags": [],
            }
        )
        return uid

    def add_layer(
        self,
        kind: str,
        name: str,
        tileset: int | None = None,
        values: Mapping[str, tuple[int, Colour]] | None = None,
        rules: Sequence[Json] = (),
    ) -> Json:
        """Add a layer below the others: "IntGrid", "Tiles" or "Entities"; return its definition."""
        layer = {
            "__type": kind,
            "identifier": name,
            "type": kind,
            "uid": self.new_uid(),
            "doc": None,
            "uiColor": None,
            "gridSize": self.size,
            "guideGridWid": 0,
            "guideGridHei": 0,
            "displayOpacity": 1,
            "inactiveOpacity": 1,
            "hideInList": False,
            "hideFieldsWhenInactive": True,
            "canSelectWhenInactive": True,
            "renderInWorldView": True,
            "pxOffsetX": 0,
            "pxOffsetY": 0,
            "parallaxFactorX": 0,
            "parallaxFactorY": 0,
            "parallaxScaling": True,
            "requiredTags": [],
            "excludedTags": [],
            "autoTilesKilledByOtherLayerUid": None,
            "uiFilterTags": [],
            "useAsyncRender": False,
            "intGridValues": [
                {"value": number, "identifier": value, "color": hex_of(colour), "tile": None, "groupUid": 0}
                for value, (number, colour) in (values or {}).items()
            ],
            "intGridValuesGroups": [],
            "autoRuleGroups": [*rules],
            "autoSourceLayerDefUid": None,
            "tilesetDefUid": tileset,
            "tilePivotX": 0,
            "tilePivotY": 0,
            "biomeFieldUid": None,
        }
        self._layers.append(layer)
        return layer

    def add_entity(self, name: str, colour: Colour, fields: Sequence[Json], tile: Json | None, point: bool) -> int:
        """Add a kind of entity; return its uid."""
        uid = self.new_uid()
        pivot = 0.5 if point else 0
        self._entities.append(
            {
                "identifier": name,
                "uid": uid,
                "tags": [],
                "exportToToc": False,
                "allowOutOfBounds": False,
                "doc": None,
                "width": self.size,
                "height": self.size,
                "resizableX": tile is None and not point,
                "resizableY": tile is None and not point,
                "minWidth": None,
                "maxWidth": None,
                "minHeight": None,
                "maxHeight": None,
                "keepAspectRatio": False,
                "tileOpacity": 1,
                "fillOpacity": 0.1 if tile is None else 0,
                "lineOpacity": 1 if tile is None else 0,
                "hollow": tile is None and not point,
                "color": hex_of(colour),
                "renderMode": "Cross" if point else "Rectangle" if tile is None else "Tile",
                "showName": tile is None,
                "tilesetId": None if tile is None else tile["tilesetUid"],
                "tileRenderMode": "FitInside",
                "tileRect": tile,
                "uiTileRect": None,
                "nineSliceBorders": [],
                "maxCount": 0,
                "limitScope": "PerLevel",
                "limitBehavior": "MoveLastOne",
                "pivotX": pivot,
                "pivotY": pivot,
                "fieldDefs": [*fields],
            }
        )
        return uid

    def field(self, name: str, type_name: str, enum: int | None = None) -> Json:
        """Return a field of the type Int, Float, Bool, String, EntityRef, or of the enum with the uid `enum`."""
        return {
            "identifier": name,
            "doc": None,
            "__type": type_name if enum is None else f"LocalEnum.{type_name}",
            "uid": self.new_uid(),
            "type": f"F_{type_name}" if enum is None else f"F_Enum({enum})",
            "isArray": False,
            "canBeNull": True,
            "arrayMinLength": None,
            "arrayMaxLength": None,
            "editorDisplayMode": "RefLinkBetweenCenters" if type_name == "EntityRef" else "Hidden",
            "editorDisplayScale": 1,
            "editorDisplayPos": "Above",
            "editorLinkStyle": "StraightArrow",
            "editorDisplayColor": None,
            "editorAlwaysShow": False,
            "editorShowInWorld": False,
            "editorCutLongValues": True,
            "editorTextSuffix": None,
            "editorTextPrefix": None,
            "useForSmartColor": False,
            "exportToToc": False,
            "searchable": False,
            "min": None,
            "max": None,
            "regex": None,
            "acceptFileTypes": None,
            "defaultOverride": None,
            "textLanguageMode": None,
            "symmetricalRef": False,
            "autoChainRef": False,
            "allowOutOfLevelRef": False,
            "allowedRefs": "Any",
            "allowedRefsEntityUid": None,
            "allowedRefTags": [],
            "tilesetUid": None,
        }

    def level_field(self, name: str, value: Any) -> Json:
        """Define a field of levels, which levels that were added before do not have; return its value."""
        field = self.field(name, type_of([value]))
        self._level_fields.append(field)
        return field_value(field, value)

    # -- levels

    def layer_instance(self, layer: Json, level: str, width: int, height: int, tileset: str | None) -> Json:
        """Return the layer of one level, without content. `tileset` is the file of its tiles."""
        has_tiles = layer["tilesetDefUid"] is not None
        return {
            "__identifier": layer["identifier"],
            "__type": layer["type"],
            "__cWid": width,
            "__cHei": height,
            "__gridSize": self.size,
            "__opacity": 1,
            "__pxTotalOffsetX": 0,
            "__pxTotalOffsetY": 0,
            "__tilesetDefUid": layer["tilesetDefUid"],
            "__tilesetRelPath": tileset if has_tiles else None,
            "iid": iid("layer", level, layer["identifier"]),
            "levelId": 0,
            "layerDefUid": layer["uid"],
            "pxOffsetX": 0,
            "pxOffsetY": 0,
            "visible": True,
            "optionalRules": [],
            "intGridCsv": [],
            "autoLayerTiles": [],
            "seed": 0,
            "overrideTilesetUid": None,
            "gridTiles": [],
            "entityInstances": [],
        }

    def add_level(
        self, name: str, level: str, place: tuple[int, int, int, int], layers: Sequence[Json], fields: Sequence[Json]
    ) -> None:
        """Add a level with the iid `level`; its place in the world is x, y, width, height in squares."""
        uid, (x, y, width, height) = self.new_uid(), (length * self.size for length in place)
        self._levels.append(
            {
                "identifier": name,
                "iid": level,
                "uid": uid,
                "worldX": x,
                "worldY": y,
                "worldDepth": 0,
                "pxWid": width,
                "pxHei": height,
                "__bgColor": hex_of(VOID),
                "bgColor": None,
                "useAutoIdentifier": False,
                "bgRelPath": None,
                "bgPos": None,
                "bgPivotX": 0.5,
                "bgPivotY": 0.5,
                "__smartColor": "#ADADB5",
                "__bgPos": None,
                "externalRelPath": None,
                "fieldInstances": [*fields],
                "layerInstances": [{**layer, "levelId": uid} for layer in layers],
                "__neighbours": [],
            }
        )

    def dumps(self) -> str:
        """Return the text of the file; equal projects give equal text."""
        root = {
            "__header__": {
                "fileType": "LDtk Project JSON",
                "app": "LDtk",
                "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
                "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": VERSION,
                "url": "https://ldtk.io",
            },
            "iid": self.iid,
            "jsonVersion": VERSION,
            "appBuildId": 0,
            "nextUid": self._last_uid + 1,
            "identifierStyle": "Free",
            "toc": [],
            "worldLayout": "Free",
            "worldGridWidth": self.size,
            "worldGridHeight": self.size,
            "defaultLevelWidth": self.size * 16,
            "defaultLevelHeight": self.size * 16,
            "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": self.size,
            "defaultEntityWidth": self.size,
            "defaultEntityHeight": self.size,
            "bgColor": hex_of(VOID),
            "defaultLevelBgColor": hex_of(VOID),
            "minifyJson": False,
            "externalLevels": False,
            "exportTiled": False,
            "simplifiedExport": False,
            "imageExportMode": "None",
            "exportLevelBg": True,
            "pngFilePattern": None,
            "backupOnSave": False,
            "backupLimit": 10,
            "backupRelPath": None,
            "levelNamePattern": "Level_%idx",
            "tutorialDesc": None,
            "customCommands": [],
            "flags": [],
            "defs": {
                "layers": self._layers,
                "entities": self._entities,
                "tilesets": self._tilesets,
                "enums": self._enums,
                "externalEnums": [],
                "levelFields": self._level_fields,
            },
            "levels": self._levels,
            "worlds": [],
            "dummyWorldIid": self.world,
        }
        return f"{_text(root)}\n"


def iid(*parts: str) -> str:
    """Return the identifier of what `parts` name: the same for the same parts."""
    return str(uuid5(_NAMESPACE, "\n".join(parts)))


def identifier(name: str, taken: Mapping[str, Any] | None = None) -> str:
    """Return a name that LDtk allows: letters, digits and `_`; with a number when it is taken."""
    plain = _NOT_IN_NAMES.sub("_", name).strip("_") or "none"
    plain = plain if plain[0].isalpha() else f"n_{plain}"
    taken = taken or {}
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
    kind = "String" if field["__type"].startswith("LocalEnum") or field["__type"] == "EntityRef" else field["__type"]
    plain = _plain(value, kind)
    shown = value.entity if isinstance(value, Reference) else plain
    return {
        "__identifier": field["identifier"],
        "__type": field["__type"],
        "__value": value.to_data() if isinstance(value, Reference) else plain,
        "__tile": None,
        "defUid": field["uid"],
        # What the editor reads.
        "realEditorValues": [] if value is None else [{"id": f"V_{kind}", "params": [shown]}],
    }


def tiles_text(cells: Cells, size: int, columns: int, rules: Cells | None = None) -> Text:
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
    return Text(",\n".join([pattern % row for row in rows]))


def _kind(value: Any) -> str:
    if isinstance(value, Reference):
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


def _text(value: Any) -> str:
    """Return JSON, with a line for each part that may be long."""
    if isinstance(value, dict) and not _LONG.isdisjoint(value):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {_long(key, part)}" for key, part in value.items()) + "\n}"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _long(key: str, value: Any) -> str:
    if key not in _LONG:
        return _text(value)
    if isinstance(value, Text):
        return f"[\n{value}\n]"
    return "[" + ",\n".join(map(_text, value)) + "]"
