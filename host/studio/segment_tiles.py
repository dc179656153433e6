"""The tiles with which a page paints segments, as data: their pictures, names and characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.errors import RequestError, visible
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.render.looks import Look, creature_look, item_look, stack_look, tile_look
from host.render.scene import draw_alone
from host.studio.drawing import SIZE, encode_sprite


def describe_palette(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the palette of a tile table, which a worker described. Raises RequestError."""
    numbers: list[int] = table["numbers"]
    palette = {"mod": table["mod"], "is_loaded": table["is_loaded"], "empty": table["empty"], "size": SIZE}
    if not numbers:
        return {**palette, "tiles": []}
    shown = from_document(table["map"])
    if shown.height != 1 or shown.width != len(numbers):
        raise RequestError("the tile numbers of the mod cannot be shown")
    sprites = draw_alone(shown, SIZE)
    tiles = []
    for x, (number, sprite) in enumerate(zip(numbers, sprites, strict=True)):
        looks = _looks(shown, x)
        tiles.append(
            {
                "number": number,
                "name": visible(", ".join(look.name for look in looks)) or "nothing",
                "glyph": visible(looks[0].glyph) if looks else "",
                "sprite": encode_sprite(sprite),
            }
        )
    return {**palette, "tiles": tiles}


def _looks(shown: GameMap, x: int) -> list[Look]:
    """Return what is on a square of a map with one row, from the top."""
    creatures = [creature_look(shown, creature) for creature in shown.living_creatures if creature.x == x]
    items = []
    if x in shown.loose_items:
        stack = shown.loose_items[x]
        look = item_look(shown, stack)
        items.append(look._replace(name=f"{look.name} × {stack.count}") if stack.count > 1 else look)
    tiles = shown.tileset.tiles_of(int(shown.stacks[0, x]))
    top = stack_look(tiles)
    # What one sees comes first.
    first = [top[0]] if top else []
    others = [look for tile in reversed(tiles) if (look := tile_look(tile)) not in first]
    return [*creatures, *items, *first, *others]
