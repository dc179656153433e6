"""Stamp segments on a map, with their items, monsters and homes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from host.errors import GenerationError
from host.model.game_map import GameMap, HasModel, model_of
from host.model.geometry import DX, DY
from host.model.objects import Creature, Home, ItemStack, Zone
from host.model.segment import OrientedSegment, Segment
from host.model.tile_set import EMPTY


class Laid(NamedTuple):
    """A step of `stamp_steps`.

    `what` is "item", "monster" or "home", or "tiles" for all tiles, with the top left square.
    """

    what: str
    x: int
    y: int
    monster: Creature | None = None


def stamp(shown: GameMap | HasModel, segment: Segment, x: int, y: int, orientation: int = 0) -> list[Creature]:
    """Put a segment on a map, with the top left square of the turned segment at (x, y), and return its monsters.

    The segment replaces the tiles, items and creatures that were there; squares without tiles in the segment do not
    change. `orientation` is 0 to 7
    (see `host.model.geometry`). Raises GenerationError, without a change, when the segment does not fit.
    """
    return [laid.monster for laid in stamp_steps(shown, segment, x, y, orientation) if laid.monster]


def stamp_steps(shown: GameMap | HasModel, segment: Segment, x: int, y: int, orientation: int = 0) -> Iterator[Laid]:
    """Stamp a segment step by step: yield what each step has placed. Arguments and errors are as for `stamp`."""
    game_map = model_of(shown)
    oriented = segment.oriented(game_map.tileset, orientation)
    height, width = oriented.stacks.shape
    if x < 0 or y < 0 or x + width > game_map.width or y + height > game_map.height:
        raise GenerationError(
            f"the segment of {width} × {height} squares does not fit at ({x}, {y}): the map has "
            f"{game_map.width} × {game_map.height}"
        )
    covered = np.zeros(game_map.stacks.shape, dtype=np.bool_)
    covered[y : y + height, x : x + width] = oriented.stacks != EMPTY
    stacks = game_map.stacks.copy()
    stacks[y : y + height, x : x + width] = oriented.stacks
    flat = covered.ravel()
    for creature in game_map.living_creatures:
        if covered[creature.y, creature.x]:
            game_map.remove_creature(creature)
    for square in [square for square in game_map.loose_items if flat[square]]:
        game_map.take_item(square)
    game_map.homes = [home for home in game_map.homes if home.tile_square < 0 or not flat[home.tile_square]]
    game_map.set_stacks(covered, stacks)
    game_map.add_rooms(oriented.rooms, x, y)
    game_map.zones.append(Zone(x, y, width, height, orientation, segment.prototype.index))
    yield Laid("tiles", x, y)
    yield from furnish(game_map, oriented, x, y)


def furnish(game_map: GameMap, oriented: OrientedSegment, x: int, y: int) -> Iterator[Laid]:
    """Place the items, monsters and homes of a segment whose top left square is (x, y), one by one.

    Monsters whose squares are occupied are left out.
    """
    for ix, iy, item, count in oriented.items:
        game_map.put_item(game_map.square(x + ix, y + iy), ItemStack(item, count))
        yield Laid("item", x + ix, y + iy)
    for mx, my, monster in oriented.monsters:
        height = game_map.registry.get("monster", monster).fields.height
        if game_map.is_occupied(game_map.square(x + mx, y + my), height):
            continue
        creature = Creature(next(game_map.uids), x + mx, y + my, height, monster=monster)
        game_map.add_creature(creature)
        yield Laid("monster", x + mx, y + my, creature)
    for home in oriented.homes:
        hx, hy, facing = x + home.x, y + home.y, home.facing
        game_map.homes.append(Home(hx - DX[facing], hy - DY[facing], facing, game_map.square(hx, hy), home.special))
        yield Laid("home", hx, hy)
