"""Projects of the LDtk editor, in its JSON format 1.5.3 (https://ldtk.io/json).

Engines read the parts whose names begin with two underscores, and the tiles as they are: what the editor would compute
when it opens a project is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from host.export.ldtk.values import Json, dump, hex_of, iid
from host.render.palette import VOID, Colour

VERSION = "1.5.3"
# Types with another name where engines read it.
_SHOWN = {"Text": "Multilines"}


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

    def add_entity(
        self, name: str, colour: Colour, fields: Sequence[Json], tile: Json | None = None, *, is_point: bool = False
    ) -> Json:
        """Add a kind of entity; return its definition."""
        pivot = 0.5 if is_point else 0
        entity = {
            "identifier": name,
            "uid": self.new_uid(),
            "tags": [],
            "exportToToc": False,
            "allowOutOfBounds": True,
            "doc": None,
            "width": self.size,
            "height": self.size,
            "resizableX": tile is None and not is_point,
            "resizableY": tile is None and not is_point,
            "minWidth": None,
            "maxWidth": None,
            "minHeight": None,
            "maxHeight": None,
            "keepAspectRatio": False,
            "tileOpacity": 1,
            "fillOpacity": 0.1 if tile is None else 0,
            "lineOpacity": 1 if tile is None else 0,
            "hollow": tile is None and not is_point,
            "color": hex_of(colour),
            "renderMode": "Cross" if is_point else "Rectangle" if tile is None else "Tile",
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
        self._entities.append(entity)
        return entity

    def field(self, name: str, type_name: str, enum: int | None = None) -> Json:
        """Return a field of the type Int, Float, Bool, String, Text, EntityRef, or of the enum with the uid `enum`."""
        return {
            "identifier": name,
            "doc": None,
            "__type": _SHOWN.get(type_name, type_name) if enum is None else f"LocalEnum.{type_name}",
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

    def add_level_field(self, name: str, type_name: str) -> Json:
        """Add a field that each level has; return its definition."""
        field = self.field(name, type_name)
        self._level_fields.append(field)
        return field

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

    def entity(
        self,
        definition: Json,
        own: str,
        x: int,
        y: int,
        size: tuple[int, int],
        fields: Sequence[Json],
        tile: Json | None,
    ) -> Json:
        """Return an entity with the iid `own`; its place and size are squares."""
        pivot = definition["pivotX"]
        at = [int((x + pivot) * self.size), int((y + pivot) * self.size)]
        return {
            "__identifier": definition["identifier"],
            "__grid": [x, y],
            "__pivot": [pivot, pivot],
            "__tags": [],
            "__tile": tile,
            "__smartColor": definition["color"],
            "__worldX": at[0],
            "__worldY": at[1],
            "iid": own,
            "width": size[0] * self.size,
            "height": size[1] * self.size,
            "defUid": definition["uid"],
            "px": at,
            "fieldInstances": [*fields],
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
        return f"{dump(root)}\n"
