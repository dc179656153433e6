"""Prefabs: segments dropped into a map, with all that belongs to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from host.errors import GenerationError
from host.model.geometry import DX, DY
from host.model.map import Map
from host.model.objects import Creature, Home, ItemStack, Zone
from host.model.segment import OrientedSegment, Segment
from host.model.tile import EMPTY


class Laid(NamedTuple):
    """What a step of `stamp_steps` laid on a map: "tiles" (all of them at once, from this square on), "item", "monster"
    or "home"."""

    what: str
    x: int
    y: int
    monster: Creature | None = None


def stamp(game_map: Map, segment: Segment, x: int, y: int, orientation: int = 0) -> list[Creature]:
    """Lay a segment on a map so that its top left square, as it is turned, is (x, y), in place of what was there; where
    it has no tiles the map stays. Returns its monsters. Raises GenerationError, and changes nothing, when it does not
    fit in."""
    return [laid.monster for laid in stamp_steps(game_map, segment, x, y, orientation) if laid.monster]


def stamp_steps(game_map: Map, segment: Segment, x: int, y: int, orientation: int = 0) -> Iterator[Laid]:
    """`stamp`, one thing after the other: what each step has laid."""
    placed = segment.oriented(game_map.tileset, orientation)
    height, width = placed.stacks.shape
    if x < 0 or y < 0 or x + width > game_map.width or y + height > game_map.height:
        raise GenerationError(
            f"the segment of {width} × {height} squares does not fit at ({x}, {y}): the map has "
            f"{game_map.width} × {game_map.height}"
        )
    covered = np.zeros(game_map.stacks.shape, dtype=np.bool_)
    covered[y : y + height, x : x + width] = placed.stacks != EMPTY
    stacks = game_map.stacks.copy()
    stacks[y : y + height, x : x + width] = placed.stacks
    flat = covered.ravel()
    for creature in game_map.creatures:
        if covered[creature.y, creature.x]:
            game_map.remove_creature(creature)
    for square in [square for square in game_map.items if flat[square]]:
        game_map.take_item(square)
    game_map.homes = [home for home in game_map.homes if home.tile_square < 0 or not flat[home.tile_square]]
    game_map.set_stacks(covered, stacks)
    game_map.add_rooms(placed.rooms, x, y)
    game_map.zones.append(Zone(x, y, width, height, orientation, segment.prototype.index))
    yield Laid("tiles", x, y)
    yield from furnish(game_map, placed, x, y)


def furnish(game_map: Map, placed: OrientedSegment, x: int, y: int) -> Iterator[Laid]:
    """Put the items, monsters and homes of a segment where it lies, one after the other."""
    for ix, iy, item, count in placed.items:
        game_map.put_item(game_map.square(x + ix, y + iy), ItemStack(item, count))
        yield Laid("item", x + ix, y + iy)
    for mx, my, monster in placed.monsters:
        height = game_map.registry.get("monster", monster).fields.height
        creature = Creature(next(game_map.uids), x + mx, y + my, height, monster=monster)
        game_map.add_creature(creature)
        yield Laid("monster", x + mx, y + my, creature)
    for home in placed.homes:
        hx, hy, facing = x + home.x, y + home.y, home.facing
        game_map.homes.append(Home(hx - DX[facing], hy - DY[facing], facing, game_map.square(hx, hy), home.special))
        yield Laid("home", hx, hy)
