"""Dungeons as projects of the LDtk editor: squares as numbers, tiles as they are drawn, things as entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from host.errors import RequestError
from host.export.ldtk.project import Project
from host.export.ldtk.rules import rule, rule_group
from host.export.ldtk.values import (
    Cells,
    EntityReference,
    Json,
    TilesText,
    field_value,
    identifier,
    iid,
    tiles_text,
    type_of,
)
from host.export.making import PROPERTY, describe_making
from host.export.things import (
    DRAWN_LAYERS,
    LAYERS,
    LOCKABLES,
    PlacedThing,
    ThingNumber,
    describe_origin,
    list_things,
)
from host.metrics.collisions import blocked_squares
from host.metrics.walkability import door_squares
from host.model.document import to_document
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.request import fields_of
from host.model.tile_set import EMPTY
from host.render.formats import tiles_beside
from host.render.palette import Colour, hue
from host.render.png import columns_for, write_sheet
from host.render.scene import CREATURES, FEATURES, ITEMS, draw_scene
from host.render.shapes import Picture, share_sprites
from host.render.style import PictureStyle

# Squares of the largest map: the editor holds each tile as an object.
MOST_SQUARES = 1_000_000
# Number of a square -> its name and colour; 0 is a square without tiles.
SQUARES = {
    "Wall": (1, Colour(122, 116, 112)),
    "Obstacle": (2, Colour(86, 132, 160)),
    "Door": (3, Colour(168, 112, 60)),
    "Floor": (4, Colour(214, 206, 190)),
}
_WALL, _OBSTACLE, _DOOR, _FLOOR = (number for number, _ in SQUARES.values())
# Layers of things whose names are types, of which a mod has many things.
_TYPED = (LOCKABLES, ITEMS, CREATURES)
# So many tiles of a rule are enough for the editor to draw squares that somebody changes.
_MOST_TILES = 16


def ldtk_files(
    maps: Sequence[GameMap], path: Path, style: PictureStyle, places: Sequence[tuple[int, int]] = ((0, 0),)
) -> dict[Path, bytes]:
    """Return the project for `path`, in which each map is a level, and the picture of the tiles for a file beside it.

    places: x and y of the levels in the world, in squares.

    Raises RequestError without Pillow, and for maps that are too large.
    """
    squares = sum(one.width * one.height for one in maps)
    if squares > MOST_SQUARES:
        what = "the map has" if len(maps) == 1 else "the maps have"
        raise RequestError(f"{what} {squares} squares: an ldtk may have at most {MOST_SQUARES}")
    sheet, pictures = share_sprites([draw_scene(one, style) for one in maps])
    image = tiles_beside(path)
    makings = (describe_making(one, style) for one in maps)
    levels = [_Level(*parts) for parts in zip(maps, pictures, makings, places, strict=True)]
    seen: Counter[str] = Counter()
    for level in levels:
        seen[level.name] += 1
        if seen[level.name] > 1:
            level.iid = iid("level", level.name, str(seen[level.name]))
    text = _World(levels, image.name, len(sheet), style.tile_size).text()
    return {image: write_sheet(sheet, style.tile_size), path: text.encode("utf-8", "replace")}


def number_squares(game_map: GameMap) -> Cells:
    """Return the number of each square, a value of `SQUARES` or 0."""
    blocked, hides = blocked_squares(game_map)
    numbers = np.where(hides, _WALL, np.where(blocked, _OBSTACLE, _FLOOR)).astype(np.int32)
    numbers[door_squares(game_map)] = _DOOR
    numbers[game_map.stacks == EMPTY] = 0
    return numbers


class _Thing(NamedTuple):
    """A thing on a level, and what its entity has."""

    placed: PlacedThing
    iid: str
    layer: Json
    values: dict[str, Any]
    tile: Json | None


class _Level:
    """A map that becomes a level, and its place in the world."""

    def __init__(self, game_map: GameMap, picture: Picture, making: str, place: tuple[int, int]) -> None:
        self.map = game_map
        self.picture = picture
        self.place = *place, game_map.width, game_map.height
        document = to_document(game_map)
        self.things = list_things(game_map, document)
        self.origin = {**describe_origin(document), PROPERTY: making}
        self.name = " ".join(map(str, fields_of(document).values()))
        self.iid = iid("level", self.name)
        self.numbers = number_squares(game_map)
        self.terrain = [layer for layer in picture.layers if layer.name not in DRAWN_LAYERS]

    def title(self) -> str:
        """Return what people call the level: the floor of an area, or its generator and seed."""
        area, floor = self.origin.get("option area"), self.origin.get("option floor")
        if area:
            return f"{area} {floor}"
        return f"{self.origin['generator'] or 'map'} {self.origin['seed']}"


class _World:
    def __init__(self, levels: Sequence[_Level], image: str, tiles: int, size: int) -> None:
        self.levels = levels
        self.image = image
        self.size = size
        self.project = Project(" / ".join(level.name for level in levels), size)
        self.columns = columns_for(tiles)
        self.tileset = self.project.add_tileset("Tiles", image, self.columns, -(-tiles // self.columns))
        # Index of a level -> identifier of a layer -> that layer of the level.
        self._layers: list[dict[str, Json]] = [{} for _ in levels]

    def text(self) -> str:
        # In LDtk the highest layer is first.
        entities = [self._add_layer("Entities", layer.title()) for layer in reversed(LAYERS)]
        names = [layer.name for layer in self.levels[0].terrain]
        last = names.index(FEATURES)
        above = [self._tile_layer(number) for number in reversed(range(last, len(names)))]
        squares = self._square_layer(last)
        # Light lies above all.
        order = [*above[:-1], *entities, above[-1], squares]
        self._fill_entities()
        keys = dict.fromkeys(name for level in self.levels for name in level.origin)
        named = {
            name: self.project.add_level_field(
                identifier(name), type_of([level.origin.get(name) for level in self.levels])
            )
            for name in keys
        }
        taken: set[str] = set()
        for level, layers in zip(self.levels, self._layers, strict=True):
            fields = [field_value(field, level.origin.get(name)) for name, field in named.items()]
            title = identifier(level.title(), taken)
            taken.add(title)
            self.project.add_level(title, level.iid, level.place, [layers[name] for name in order], fields)
        return self.project.dumps()

    def _add_layer(self, kind: str, name: str, **more: Any) -> str:
        """Add a layer below the others to each level, and return its identifier."""
        layer = self.project.add_layer(kind, identifier(name), **more)
        for level, layers in zip(self.levels, self._layers, strict=True):
            layers[layer["identifier"]] = self.project.layer_instance(
                layer, level.iid, level.map.width, level.map.height, self.image
            )
        return str(layer["identifier"])

    def _tile_layer(self, number: int) -> str:
        """Add a layer of tiles, by its number in the picture."""
        name = self._add_layer("Tiles", self.levels[0].terrain[number].name.capitalize(), tileset=self.tileset)
        for level, layers in zip(self.levels, self._layers, strict=True):
            layers[name]["gridTiles"] = tiles_text(level.terrain[number].cells, self.size, self.columns)
        return name

    def _square_layer(self, count: int) -> str:
        """Add the layer of numbers, with the tiles of the lowest `count` layers that are drawn on them."""
        groups: list[list[Json]] = []
        texts: list[list[str]] = [[] for _ in self.levels]
        for number in range(count):
            rules, made_by = self._rules([level.terrain[number].cells for level in self.levels])
            groups.append(rules)
            for level, of_rules, lines in zip(self.levels, made_by, texts, strict=True):
                lines.append(tiles_text(level.terrain[number].cells, self.size, self.columns, of_rules))
        # Of the groups of rules of the editor, the first is the highest.
        group = rule_group(self.project.new_uid(), "drawn", [one for rules in reversed(groups) for one in rules])
        name = self._add_layer("IntGrid", "Squares", tileset=self.tileset, values=SQUARES, rules=[group])
        for level, layers, lines in zip(self.levels, self._layers, texts, strict=True):
            tiles = TilesText(",\n".join(filter(None, lines)))
            layers[name] |= {"intGridCsv": level.numbers.ravel().tolist(), "autoLayerTiles": tiles}
        return name

    def _rules(self, cells: Sequence[Cells]) -> tuple[list[Json], list[Cells]]:
        """Return a rule for each number that is drawn in a layer, and for each square of a level the uid of its rule.

        cells: the tiles of the layer in each level.
        """
        made_by = [np.zeros_like(level.numbers) for level in self.levels]
        rules = []
        for number in (0, *(number for number, _ in SQUARES.values())):
            drawn = [(level.numbers == number) & (tiles >= 0) for level, tiles in zip(self.levels, cells, strict=True)]
            counts = Counter(tile for tiles, mask in zip(cells, drawn, strict=True) for tile in tiles[mask].tolist())
            if counts:
                tiles = [tile for tile, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST_TILES]]
                rules.append(rule(self.project.new_uid(), number, tiles))
                for of_rules, mask in zip(made_by, drawn, strict=True):
                    of_rules[mask] = rules[-1]["uid"]
        return rules, made_by

    # -- things

    def _fill_entities(self) -> None:
        """Put each thing into its layer."""
        kinds: dict[str, list[_Thing]] = {}
        listed = [self._list(level, layers) for level, layers in zip(self.levels, self._layers, strict=True)]
        for things in listed:
            for thing in things:
                kinds.setdefault(thing.placed.kind, []).append(thing)
        names: set[str] = set()
        facing = self.project.add_enum("Facing", [direction.capitalize() for direction in DIRECTIONS])
        entities: dict[str, Json] = {}
        for i, (kind, members) in enumerate(kinds.items()):
            name = identifier(kind.capitalize(), names)
            names.add(name)
            entities |= self._entities(name, hue(i), members, facing)
        for things in listed:
            for thing in things:
                thing.layer["entityInstances"].append(entities[thing.iid])

    def _list(self, level: _Level, layers: Mapping[str, Json]) -> list[_Thing]:
        """Return the things of a level, each with its layer and its fields, its name first."""
        iids = self._iids(level)
        homes = [layers[identifier(thing.layer.title())] for thing in level.things]
        references = [
            EntityReference(own, layer["iid"], level.iid, self.project.world)
            for own, layer in zip(iids, homes, strict=True)
        ]
        return [
            _Thing(thing, own, layer, self._values(thing, references), self._tile(level.picture, thing))
            for thing, own, layer in zip(level.things, iids, homes, strict=True)
        ]

    def _iids(self, level: _Level) -> list[str]:
        """Return the iid of each thing, which does not depend on the others as far as possible."""
        seen: Counter[tuple[str, ...]] = Counter()
        iids = []
        for thing in level.things:
            identity = thing.fields.get("uid", f"{thing.x},{thing.y},{thing.fields.get('slot')}")
            parts = thing.kind, thing.name, str(identity)
            seen[parts] += 1
            iids.append(iid("entity", level.iid, *parts, str(seen[parts])))
        return iids

    def _entities(self, name: str, colour: Colour, members: Sequence[_Thing], facing: int) -> dict[str, Json]:
        """Define a kind of entity, and return iid of a thing -> its entity."""
        fields: dict[str, Json] = {}
        taken: set[str] = set()
        for key in dict.fromkeys(key for thing in members for key in thing.values):
            values = [thing.values.get(key) for thing in members]
            free = identifier(key, taken)
            if key == "facing":
                field = self.project.field(free, "Facing", facing)
            elif key == "type":
                enum = f"{name}Type"
                field = self.project.field(free, enum, self.project.add_enum(enum, dict.fromkeys(map(str, values))))
            else:
                field = self.project.field(free, type_of(values))
            taken.add(free)
            fields[key] = field
        first = members[0]
        is_point = first.placed.width == 0
        entity = self.project.add_entity(name, colour, [*fields.values()], first.tile, is_point=is_point)
        return {
            thing.iid: self.project.entity(
                entity,
                thing.iid,
                thing.placed.x,
                thing.placed.y,
                (max(thing.placed.width, 1), max(thing.placed.height, 1)),
                [field_value(field, thing.values.get(key)) for key, field in fields.items()],
                thing.tile,
            )
            for thing in members
        }

    def _values(self, thing: PlacedThing, references: list[EntityReference]) -> dict[str, Any]:
        """Return the fields of a thing, its name first."""
        fields: dict[str, Any] = {
            key: references[value] if isinstance(value, ThingNumber) else value for key, value in thing.fields.items()
        }
        if "facing" in fields:
            fields["facing"] = fields["facing"].capitalize()
        typed = {"type": identifier(thing.name)} if thing.layer in _TYPED else {}
        return {"name": thing.name, **typed, **fields}

    def _tile(self, picture: Picture, thing: PlacedThing) -> Json | None:
        if thing.sprite is None:
            return None
        sprite, size = picture.objects[thing.sprite], self.size
        x, y = sprite % self.columns * size, sprite // self.columns * size
        return {"tilesetUid": self.tileset, "x": x, "y": y, "w": size, "h": size}
