"""Tiles on the map, and positions and directions in rotated segments."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from host.border.function import Call
from host.border.schema import DIRECTION, Maybe
from host.border.values import Handle
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import (
    INT,
    KTS,
    MAYBE_POSITION,
    POSITION,
    TILE,
    direction,
    position,
    square_at,
    tile_handle,
    tile_of,
)
from host.dialects.kts.play.creatures import exchange_tiles
from host.dialects.kts.play.movement import notify_tile
from host.errors import ModError
from host.model.geometry import turn_direction, turn_offset
from host.model.tile import MAX_TILES
from host.play.rolls import roll_hit_points_of


@KTS.function("GetTiles", ("pos", MAYBE_POSITION))
def get_tiles(call: Call, pos: tuple[int, int] | None) -> list[Handle]:
    """Return the tiles of a square, from the bottom up; an empty list outside the map.

    -> Tile[]
    > print(#kts.GetTiles(here) > 0, #kts.GetTiles { x = -1, y = 0 }) --> true 0
    """
    game_map = call.session.map
    square = square_at(game_map, pos)
    if square is None:
        return []
    return [tile_handle(game_map, slot) for slot, _ in game_map.tile_slots(square)]


@KTS.function("AddTile", ("pos", MAYBE_POSITION), ("tile", Maybe(TILE)), context=True)
def add_tile(call: Call, context: Any, pos: tuple[int, int] | None, tile: Handle | None) -> None:
    """Add a tile to a square; outside the map and for nil, do nothing.

    During play, who cannot stand there any more loses `door_closed_damage` of `kts.MISC_CONFIG`, by default 1000 hit
    points. Items that may not lie there move to the nearest square that takes them.

    ! the game must have a map
    ! a square holds a limited number of tiles
    > kts.AddTile(here, base.puddle)
    """
    if not call.session.map.width:
        raise ModError(
            "kts.AddTile: the game has no map yet: kts.LayoutDungeon, or plan:map() of the toolbox, makes one"
        )
    square = square_at(call.session.map, pos)
    if square is not None and tile is not None:
        lay_tile(call, square, tile, Context(call, "AddTile", context).originator())


def lay_tile(call: Call, square: int, tile: Handle, originator: int | None, *, removed: Collection[int] = ()) -> None:
    """Add a tile to a square of the map in place of others, roll its hit points, and let it notice who is there.

    Who cannot stand there any more is hurt.
    """
    game = call.session.current_game
    if len(game.tiles.stacks[game.map.stack(square)]) - len(removed) >= MAX_TILES:
        x, y = game.map.position(square)
        raise ModError(f"the square ({x}, {y}) holds {MAX_TILES} tiles: must hold at most {MAX_TILES}")
    slot = exchange_tiles(game, game.map, square, tile_of(call, tile), removed=removed, originator=originator)
    roll_hit_points_of(game, game.map, slot)
    notify_tile(game, game.map, slot, square, originator)


@KTS.function("RemoveTile", ("pos", MAYBE_POSITION), ("tile", Maybe(TILE)))
def remove_tile(call: Call, pos: tuple[int, int] | None, tile: Handle | None) -> None:
    """Remove a tile from a square; when the tile is not there, do nothing.

    > local tiles = kts.GetTiles(here)
    > kts.RemoveTile(here, tiles[#tiles])
    """
    game_map = call.session.map
    square = square_at(game_map, pos)
    if tile is None:
        return
    for slot, _ in () if square is None else list(game_map.tile_slots(square)):
        handle = tile_handle(game_map, slot)
        if handle.copy == -tile.index if tile.index < 0 else not handle.copy and handle.index == tile.index:
            game_map.remove_tile(slot)
            return


@KTS.function("ChangeTile", ("tile", Maybe(TILE)), context=True)
def change_tile(call: Call, context: Any, tile: Handle | None) -> None:
    """Replace the tile that the callback is about; for nil, do nothing.

    > local tiles = kts.GetTiles(here)
    > cxt.tile, cxt.tile_pos = tiles[#tiles], here
    > kts.ChangeTile(base.floor_moss)
    """
    if tile is None:
        return
    here = Context(call, "ChangeTile", context)
    square, prototype = here.square("tile_pos"), here.tile()
    slots = [slot for slot, lying in call.session.map.tile_slots(square) if prototype in (None, lying.prototype.index)]
    lay_tile(call, square, tile, here.originator(), removed=slots[-1:])


@KTS.function("RotateAddPos", ("pos", POSITION), ("dx", INT), ("dy", INT))
def rotate_add_pos(call: Call, pos: tuple[int, int], dx: int, dy: int) -> dict[str, int]:
    """Return pos plus (dx, dy), rotated as the segment around pos is.

    -> Position
    > print(kts.RotateAddPos(here, 0, 0).x == here.x) --> true
    """
    zone = call.session.map.zone_at(*pos)
    if zone is not None:
        dx, dy = turn_offset(dx, dy, zone.orientation)
    return position(pos[0] + dx, pos[1] + dy)


@KTS.function("RotateDirection", ("pos", POSITION), ("dir", DIRECTION))
def rotate_direction(call: Call, pos: tuple[int, int], facing: int) -> str:
    """Return a direction, rotated as the segment around pos is.

    -> "north" | "east" | "south" | "west"
    > print(kts.RotateDirection(here, "north") ~= nil) --> true
    """
    zone = call.session.map.zone_at(*pos)
    return direction(facing if zone is None else turn_direction(facing, zone.orientation))
