"""Dungeons as scenes of the Godot engine, 4.3 and later: layers of tiles, a set of tiles, and a node for each thing.

Options: `--scene`. Layers: ground, walls, edges and others.

The text of scenes: https://docs.godotengine.org/en/stable/engine_details/file_formats/tscn.html
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.export.making import PROPERTY, describe_making
from host.export.things import (
    DRAWN_LAYERS,
    HOMES,
    LAYERS,
    LOCKABLES,
    TRIGGERS,
    PlacedThing,
    ThingNumber,
    describe_origin,
    list_things,
)
from host.metrics.collisions import COLLISIONS, collision_cells
from host.metrics.walkability import Means, walkable
from host.model.document import to_document
from host.model.game_map import GameMap
from host.render.formats import tile_set_beside, tiles_beside
from host.render.png import columns_for, write_sheet
from host.render.scene import CREATURES, FEATURES, ITEMS, draw_scene
from host.render.shapes import Picture
from host.render.style import PictureStyle

# Squares of the largest map, and of its longest side: positions of tiles have 16 bits.
MOST_SQUARES, LONGEST_SIDE = 4_000_000, 32_767
# Type of the node of a thing, by its layer; others are plain nodes.
_NODES = {ITEMS: "Sprite2D", CREATURES: "Sprite2D", HOMES: "Marker2D", LOCKABLES: "Area2D", TRIGGERS: "Area2D"}
_NOT_IN_NAMES = re.compile(r"\W+", re.ASCII)
_LARGEST_INT = 2**63 - 1
# Tiles of the layer of collisions: walls, obstacles, and open ground, on which agents find their ways.
_OPEN = len(COLLISIONS)


def godot_files(game_map: GameMap, path: Path, style: PictureStyle) -> dict[Path, bytes]:
    """Return the scene for `path`, and its set of tiles and their picture for files beside it.

    Raises RequestError without Pillow, and for a map that is too large.
    """
    squares = game_map.width * game_map.height
    if squares > MOST_SQUARES or max(game_map.width, game_map.height) > LONGEST_SIDE:
        raise RequestError(
            f"the map has {squares} squares: a tscn may have at most {MOST_SQUARES}, and {LONGEST_SIDE} on a side"
        )
    picture = draw_scene(game_map, style)
    # Tiles of collisions are transparent.
    picture.sprites.extend([()] * (_OPEN + 1))
    image, tile_set = tiles_beside(path), tile_set_beside(path)
    scene = _Scene(game_map, picture, (tile_set.name, image.name), dict(style.scenes), describe_making(game_map, style))
    sheet = write_sheet(picture.sprites, picture.size)
    texts = {tile_set: _tile_set(picture, image.name), path: scene.text()}
    return {image: sheet, **{file: text.encode("utf-8", "replace") for file, text in texts.items()}}


def unused_scenes(game_map: GameMap, style: PictureStyle) -> Iterator[tuple[str, str | None]]:
    """Yield the types of a style whose scenes nothing on a map gets, each with the nearest type on the map, or None."""
    if style.scenes:
        things = list_things(game_map, to_document(game_map))
        types = dict.fromkeys(word for thing in things for word in (thing.kind, thing.name))
        for wanted, _ in style.scenes:
            if wanted not in types:
                yield wanted, did_you_mean(wanted, types)


class _Scene:
    def __init__(
        self, game_map: GameMap, picture: Picture, files: tuple[str, str], scenes: Mapping[str, str], making: str
    ) -> None:
        self.map, self.picture = game_map, picture
        self.columns = columns_for(len(picture.sprites))
        document = to_document(game_map)
        self.origin = {**describe_origin(document), PROPERTY: making}
        self.things = list_things(game_map, document)
        self._names = _name_things(self.things)
        self._tile_set, self._image = files
        # Scenes by the kind or the name of things; of those of one thing, the name counts.
        self._scenes = {
            wanted: (number, scene)
            for number, (wanted, scene) in enumerate(scenes.items(), 1)
            if any(wanted in (thing.kind, thing.name) for thing in self.things)
        }

    def text(self) -> str:
        size = self.picture.size
        blocks = [
            [f"[gd_scene load_steps={4 + len(self._scenes)} format=4]"],
            [f'[ext_resource type="TileSet" path={_text(f"res://{self._tile_set}")} id="tiles"]'],
            [f'[ext_resource type="Texture2D" path={_text(f"res://{self._image}")} id="sheet"]'],
            *(
                [f'[ext_resource type="PackedScene" path={_text(scene)} id="scene_{number}"]']
                for number, scene in self._scenes.values()
            ),
            ['[sub_resource type="RectangleShape2D" id="square"]', f"size = Vector2({size}, {size})"],
            # Pixels stay sharp, and no colour of one tile bleeds into the next.
            ['[node name="Dungeon" type="Node2D"]', "texture_filter = 1", *_metadata(self.origin)],
        ]
        terrain = [layer for layer in self.picture.layers if layer.name not in DRAWN_LAYERS]
        last = [layer.name for layer in terrain].index(FEATURES) + 1
        blocks += [self._tiles(layer.name, layer.cells) for layer in terrain[:last]]
        blocks.append(self._tiles("collisions", self._collisions()))
        for layer in LAYERS:
            blocks.append([f'[node name="{_title(layer)}" type="Node2D" parent="."]'])
            for number, thing in enumerate(self.things):
                if thing.layer == layer:
                    blocks += self._node(number, thing)
        # Light lies above all.
        blocks += [self._tiles(layer.name, layer.cells) for layer in terrain[last:]]
        return "\n\n".join("\n".join(block) for block in blocks) + "\n"

    def _tiles(self, name: str, cells: npt.NDArray[np.int32]) -> list[str]:
        return [
            f'[node name="{_title(name)}" type="TileMapLayer" parent="."]',
            f'tile_map_data = PackedByteArray("{_pack(cells, self.columns)}")',
            'tile_set = ExtResource("tiles")',
        ]

    def _collisions(self) -> npt.NDArray[np.int32]:
        cells = collision_cells(self.map)
        cells[walkable(self.map, Means.DOORS)] = _OPEN
        cells[cells >= 0] += len(self.picture.sprites) - _OPEN - 1
        return cells

    def _node(self, number: int, thing: PlacedThing) -> Iterator[list[str]]:
        kind, layer, size = _NODES.get(thing.layer, "Node2D"), _title(thing.layer), self.picture.size
        given = self._scenes.get(thing.name) or self._scenes.get(thing.kind)
        node = f'type="{kind}"' if given is None else f'instance=ExtResource("scene_{given[0]}")'
        # Others lie in the middle of their square, as pictures do.
        shift = 0 if kind == "Node2D" else size / 2
        lines = [
            f'[node name="{self._names[number]}" parent="{layer}" {node}]',
            f"position = Vector2({thing.x * size + shift:g}, {thing.y * size + shift:g})",
        ]
        if thing.sprite is not None and given is None:
            sprite = self.picture.objects[thing.sprite]
            x, y = sprite % self.columns * size, sprite // self.columns * size
            region = f"Rect2({x}, {y}, {size}, {size})"
            lines += ['texture = ExtResource("sheet")', "region_enabled = true", f"region_rect = {region}"]
        extent = {} if thing.width <= 1 else {"width": thing.width, "height": thing.height}
        fields = {"kind": thing.kind, "name": thing.name, "x": thing.x, "y": thing.y, **extent, **thing.fields}
        yield [*lines, *_metadata({name: self._value(value) for name, value in fields.items()})]
        if kind == "Area2D" and given is None:
            path = f"{layer}/{self._names[number]}"
            yield [f'[node name="Shape" type="CollisionShape2D" parent="{path}"]', 'shape = SubResource("square")']

    def _value(self, value: Any) -> Any:
        """Return the value of a field; a thing is its path in the scene."""
        return f"{_title(self.things[value].layer)}/{self._names[value]}" if isinstance(value, ThingNumber) else value


def _tile_set(picture: Picture, image: str) -> str:
    """Return the text of the set of tiles: shapes of walls and obstacles, shadows of walls, and ground for ways."""
    size, count = picture.size, len(picture.sprites)
    columns, half = columns_for(count), picture.size / 2
    corners = f"{-half:g}, {-half:g}, {half:g}, {-half:g}, {half:g}, {half:g}, {-half:g}, {half:g}"
    square = f"PackedVector2Array({corners})"
    names = [f"{tile % columns}:{tile // columns}/0" for tile in range(count)]
    lines = [f"{name} = 0" for name in names]
    for name, (_, hides) in zip(names[count - _OPEN - 1 :], COLLISIONS, strict=False):
        lines.append(f"{name}/physics_layer_0/polygon_0/points = {square}")
        if hides:
            lines.append(f'{name}/occlusion_layer_0/polygon = SubResource("shadow")')
    lines.append(f'{names[-1]}/navigation_layer_0/polygon = SubResource("ground")')
    blocks = [
        ['[gd_resource type="TileSet" load_steps=5 format=3]'],
        [f'[ext_resource type="Texture2D" path={_text(f"res://{image}")} id="sheet"]'],
        ['[sub_resource type="OccluderPolygon2D" id="shadow"]', f"polygon = {square}"],
        [
            '[sub_resource type="NavigationPolygon" id="ground"]',
            f"vertices = {square}",
            "polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 3)])",
            f"outlines = Array[PackedVector2Array]([{square}])",
        ],
        [
            '[sub_resource type="TileSetAtlasSource" id="atlas"]',
            'texture = ExtResource("sheet")',
            f"texture_region_size = Vector2i({size}, {size})",
            *lines,
        ],
        [
            "[resource]",
            f"tile_size = Vector2i({size}, {size})",
            "occlusion_layer_0/light_mask = 1",
            "physics_layer_0/collision_layer = 1",
            "navigation_layer_0/layers = 1",
            'sources/0 = SubResource("atlas")',
        ],
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _pack(cells: npt.NDArray[np.int32], columns: int) -> str:
    """Return the tiles of a layer, (height, width) with -1 for none, as Godot stores them, in base64.

    After a version of 16 bits, each tile has six numbers of 16 bits: x, y, the source, x and y in its picture, and the
    alternative.
    """
    ys, xs = np.nonzero(cells >= 0)
    tiles = cells[ys, xs]
    rows = np.zeros((len(tiles), 6), dtype="<u2")
    rows[:, 0], rows[:, 1], rows[:, 3], rows[:, 4] = xs, ys, tiles % columns, tiles // columns
    return base64.b64encode(b"\0\0" + rows.tobytes()).decode()


def _metadata(fields: Mapping[str, Any]) -> list[str]:
    """Return the lines of the metadata of a node, without fields that are None."""
    return [f"metadata/{_name(name)} = {_text(value)}" for name, value in fields.items() if value is not None]


def _text(value: Any) -> str:
    """Return a value as Godot writes it: as JSON, but its numbers have 64 bits."""
    if isinstance(value, int) and abs(value) > _LARGEST_INT:
        value = str(value)
    return json.dumps(value, ensure_ascii=False)


def _name(name: str) -> str:
    """Return a name for a node or for metadata: ASCII letters, digits and `_`."""
    plain = _NOT_IN_NAMES.sub("_", name).strip("_") or "none"
    return f"n_{plain}" if plain[0].isdigit() else plain


def _title(name: str) -> str:
    """Return the name of the node of a layer: its words, each with a capital letter."""
    return "".join(word.capitalize() for word in _name(name).split("_"))


def _name_things(things: Sequence[PlacedThing]) -> list[str]:
    """Return the name of the node of each thing, which does not depend on the others as far as possible."""
    taken: set[tuple[str, str]] = set()
    names = []
    for thing in things:
        plain = _name(f"{thing.name} {thing.fields.get('uid', f'{thing.x} {thing.y}')}")
        number, name = 1, plain
        while (thing.layer, name) in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add((thing.layer, name))
        names.append(name)
    return names
