"""Dungeons as projects of the LDtk editor: squares as numbers, tiles as they are drawn, things as entities."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

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
    BEINGS,
    DRAWN_LAYERS,
    LAYERS,
    LOCKABLES,
    THINGS,
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
from host.model.tile_set import EMPTY
from host.render.formats import tiles_beside
from host.render.palette import Colour, hue
from host.render.png import columns_for, write_sheet
from host.render.scene import FEATURES, draw_scene
from host.render.shapes import Picture
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
_TYPED = (LOCKABLES, THINGS, BEINGS)
# So many tiles of a rule are enough for the editor to draw squares that somebody changes.
_MOST_TILES = 16


def ldtk_files(game_map: GameMap, path: Path, style: PictureStyle) -> dict[Path, bytes]:
    """Return the project for `path` and the picture of its tiles for a file beside it.

    Raises RequestError without Pillow, and for a map that is too large.
    """
    squares = game_map.width * game_map.height
    if squares > MOST_SQUARES:
        raise RequestError(f"the map has {squares} squares: an ldtk may have at most {MOST_SQUARES}")
    picture = draw_scene(game_map, style)
    image = tiles_beside(path)
    text = _Dungeon(game_map, picture, image.name, describe_making(game_map, style)).text()
    sheet = write_sheet(picture.sprites, picture.size)
    return {image: sheet, path: text.encode("utf-8", "replace")}


def number_squares(game_map: GameMap) -> Cells:
    """Return the number of each square, a value of `SQUARES` or 0."""
    blocked, hides = blocked_squares(game_map)
    numbers = np.where(hides, _WALL, np.where(blocked, _OBSTACLE, _FLOOR)).astype(np.int32)
    numbers[door_squares(game_map)] = _DOOR
    numbers[game_map.stacks == EMPTY] = 0
    return numbers


class _Dungeon:
    def __init__(self, game_map: GameMap, picture: Picture, image: str, making: str) -> None:
        self.map = game_map
        self.picture = picture
        self.image = image
        document = to_document(game_map)
        self.things = list_things(game_map, document)
        self.origin = {**describe_origin(document), PROPERTY: making}
        name = " ".join(str(document[key]) for key in ("generator", "seed", "players", "options"))
        self.project = Project(name, picture.size)
        self.level = iid("level", name)
        count = len(picture.sprites)
        self.columns = columns_for(count)
        self.tileset = self.project.add_tileset("Tiles", image, self.columns, -(-count // self.columns))

    def text(self) -> str:
        # In LDtk the highest layer is first.
        entities = [self._entity_layer(layer) for layer in reversed(LAYERS)]
        terrain = [layer for layer in self.picture.layers if layer.name not in DRAWN_LAYERS]
        last = [layer.name for layer in terrain].index(FEATURES)
        above = [self._tile_layer(layer.name, layer.cells) for layer in reversed(terrain[last:])]
        squares = self._square_layer([layer.cells for layer in terrain[:last]])
        # Light lies above all.
        layers = [*above[:-1], *entities, above[-1], squares]
        self._fill_entities(entities)
        generator = self.origin["generator"] or "map"
        named = {name: self.project.add_level_field(identifier(name), type_of([v])) for name, v in self.origin.items()}
        fields = [field_value(field, self.origin[name]) for name, field in named.items()]
        place = 0, 0, self.map.width, self.map.height
        self.project.add_level(identifier(f"{generator} {self.origin['seed']}"), self.level, place, layers, fields)
        return self.project.dumps()

    def _layer(self, kind: str, name: str, **more: Any) -> Json:
        layer = self.project.add_layer(kind, name, **more)
        return self.project.layer_instance(layer, self.level, self.map.width, self.map.height, self.image)

    def _tile_layer(self, name: str, cells: Cells) -> Json:
        layer = self._layer("Tiles", identifier(name.capitalize()), tileset=self.tileset)
        return {**layer, "gridTiles": tiles_text(cells, self.picture.size, self.columns)}

    def _square_layer(self, terrain: list[Cells]) -> Json:
        """Return the layer of numbers, with the tiles that are drawn on them."""
        numbers = number_squares(self.map)
        groups, texts = [], []
        for cells in terrain:
            rules, made_by = self._rules(numbers, cells)
            groups.append(rules)
            texts.append(tiles_text(cells, self.picture.size, self.columns, made_by))
        # Of the groups of rules of the editor, the first is the highest.
        group = rule_group(self.project.new_uid(), "drawn", [one for rules in reversed(groups) for one in rules])
        layer = self._layer("IntGrid", "Squares", tileset=self.tileset, values=SQUARES, rules=[group])
        tiles = TilesText(",\n".join(text for text in texts if text))
        return {**layer, "intGridCsv": numbers.ravel().tolist(), "autoLayerTiles": tiles}

    def _rules(self, numbers: Cells, cells: Cells) -> tuple[list[Json], Cells]:
        """Return a rule for each number that is drawn in a layer, and for each square the uid of its rule."""
        made_by = np.zeros_like(numbers)
        rules = []
        for number in (0, *(number for number, _ in SQUARES.values())):
            drawn = (numbers == number) & (cells >= 0)
            if drawn.any():
                counts = Counter(cells[drawn].tolist())
                tiles = [tile for tile, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST_TILES]]
                rules.append(rule(self.project.new_uid(), number, tiles))
                made_by[drawn] = rules[-1]["uid"]
        return rules, made_by

    # -- things

    def _entity_layer(self, layer: str) -> Json:
        return self._layer("Entities", identifier(layer.title()))

    def _fill_entities(self, layers: list[Json]) -> None:
        """Put each thing into its layer."""
        by_layer = dict(zip(reversed(LAYERS), layers, strict=True))
        iids = self._iids()
        references = [
            EntityReference(own, by_layer[thing.layer]["iid"], self.level, self.project.world)
            for own, thing in zip(iids, self.things, strict=True)
        ]
        kinds: dict[str, list[int]] = {}
        for number, thing in enumerate(self.things):
            kinds.setdefault(thing.kind, []).append(number)
        names: set[str] = set()
        facing = self.project.add_enum("Facing", [direction.capitalize() for direction in DIRECTIONS])
        entities: dict[int, Json] = {}
        for i, (kind, members) in enumerate(kinds.items()):
            name = identifier(kind.capitalize(), names)
            names.add(name)
            entities |= self._entities(name, hue(i), members, iids, references, facing)
        for number, thing in enumerate(self.things):
            by_layer[thing.layer]["entityInstances"].append(entities[number])

    def _iids(self) -> list[str]:
        """Return the iid of each thing, which does not depend on the others as far as possible."""
        seen: Counter[tuple[str, ...]] = Counter()
        iids = []
        for thing in self.things:
            identity = thing.fields.get("uid", f"{thing.x},{thing.y},{thing.fields.get('slot')}")
            parts = thing.kind, thing.name, str(identity)
            seen[parts] += 1
            iids.append(iid("entity", self.level, *parts, str(seen[parts])))
        return iids

    def _entities(
        self,
        name: str,
        colour: Colour,
        members: list[int],
        iids: list[str],
        references: list[EntityReference],
        facing: int,
    ) -> dict[int, Json]:
        """Define a kind of entity, and return number of a thing -> its entity."""
        things = [self.things[number] for number in members]
        rows = [self._values(thing, references) for thing in things]
        fields: dict[str, Json] = {}
        taken: set[str] = set()
        for key in dict.fromkeys(key for row in rows for key in row):
            values = [row.get(key) for row in rows]
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
        first = things[0]
        entity = self.project.add_entity(name, colour, [*fields.values()], self._tile(first), is_point=first.width == 0)
        return {
            number: self.project.entity(
                entity,
                iids[number],
                thing.x,
                thing.y,
                (max(thing.width, 1), max(thing.height, 1)),
                [field_value(field, row.get(key)) for key, field in fields.items()],
                self._tile(thing),
            )
            for number, thing, row in zip(members, things, rows, strict=True)
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

    def _tile(self, thing: PlacedThing) -> Json | None:
        if thing.sprite is None:
            return None
        sprite, size = self.picture.objects[thing.sprite], self.picture.size
        x, y = sprite % self.columns * size, sprite // self.columns * size
        return {"tilesetUid": self.tileset, "x": x, "y": y, "w": size, "h": size}
