"""Tiles, doors and traps on the map; positions in turned segments."""

from __future__ import annotations

from typing import Any

from host.border.data import Handle
from host.border.function import Call
from host.border.schema import DIRECTION, Choice, Integer, Maybe, OneOf, to_number
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import (
    INT,
    ITEM,
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
from host.errors import ModError
from host.model.objects import PICK_ONLY, SPECIAL_LOCK, Trap
from host.model.tile import MAX_TILES
from host.play import play

_LOCK = OneOf(
    (
        (lambda value: to_number(value) is not None, Integer(1, 1000)),
        (
            lambda value: isinstance(value, str),
            Choice({"special": SPECIAL_LOCK, "pick_only": PICK_ONLY}),
        ),
    ),
    'must be a key number, "special" or "pick_only"',
    name='integer|"special"|"pick_only"',
)


@KTS.function("GetTiles", ("pos", MAYBE_POSITION))
def get_tiles(call: Call, pos: tuple[int, int] | None) -> list[Handle]:
    """The tiles of a square, from the bottom up; none outside the map.

    -> Tile[]
    > print(#kts.GetTiles(here) > 0, #kts.GetTiles { x = -1, y = 0 }) --> true 0
    """
    game_map = call.session.map
    square = square_at(game_map, pos)
    if square is None:
        return []
    return [tile_handle(game_map, place) for place, _ in game_map.tile_slots(square)]


@KTS.function("AddTile", ("pos", MAYBE_POSITION), ("tile", TILE))
def add_tile(call: Call, pos: tuple[int, int] | None, tile: Handle) -> None:
    """Lay a tile on a square of the map of the game; nothing outside it.

    ! a square holds so many tiles and no more
    > kts.AddTile(here, base.puddle)
    """
    if not call.session.map.width:
        raise ModError(
            "kts.AddTile: the game has no map yet: kts.LayoutDungeon, or plan:map() of the toolbox, makes one"
        )
    square = square_at(call.session.map, pos)
    if square is not None:
        lay_tile(call, square, tile)


def lay_tile(call: Call, square: int, tile: Handle) -> None:
    """Lay a tile on a square of the map, and have its hit points rolled."""
    game = call.session.current_game
    if len(game.tiles.stacks[game.map.stack(square)]) >= MAX_TILES:
        x, y = game.map.position(square)
        raise ModError(f"the square ({x}, {y}) holds {MAX_TILES} tiles already: that is the most it may hold")
    place = play.add_tile(game, square, tile_of(call, tile))
    call.session.roll_hit_points_of(game.map, place)


@KTS.function("RemoveTile", ("pos", MAYBE_POSITION), ("tile", TILE))
def remove_tile(call: Call, pos: tuple[int, int] | None, tile: Handle) -> None:
    """Take that very tile off a square; nothing when it does not lie there.

    > local tiles = kts.GetTiles(here)
    > kts.RemoveTile(here, tiles[#tiles])
    """
    square = square_at(call.session.map, pos)
    if square is not None:
        take_tile(call, square, tile)


def take_tile(call: Call, square: int, tile: Handle) -> bool:
    """Take a tile off a square; whether it lay there."""
    game_map = call.session.map
    for place, _ in list(game_map.tile_slots(square)):
        found = tile_handle(game_map, place)
        same = found.copy == -tile.index if tile.index < 0 else not found.copy and found.index == tile.index
        if same:
            game_map.remove_tile(place)
            return True
    return False


@KTS.function("OpenDoor", ("pos", MAYBE_POSITION))
def open_door(call: Call, pos: tuple[int, int] | None) -> None:
    """Open the door on a square.

    > kts.AddTile(here, base.door_wood_h)
    > kts.OpenDoor(here)
    > print(kts.IsDoorOpen(here)) --> true
    """
    _turn_door(call, pos, True)


@KTS.function("CloseDoor", ("pos", MAYBE_POSITION))
def close_door(call: Call, pos: tuple[int, int] | None) -> None:
    """Close the door on a square, if nothing is in the way.

    > kts.AddTile(here, base.door_wood_h)
    > kts.CloseDoor(here)
    """
    _turn_door(call, pos, False)


@KTS.function("OpenOrCloseDoor", ("pos", MAYBE_POSITION))
def open_or_close_door(call: Call, pos: tuple[int, int] | None) -> None:
    """Open the door on a square when it is closed, and close it when it is open.

    > kts.AddTile(here, base.door_wood_h)
    > kts.OpenOrCloseDoor(here)
    > print(kts.IsDoorOpen(here)) --> true
    """
    _turn_door(call, pos, None)


def _turn_door(call: Call, pos: tuple[int, int] | None, shall_open: bool | None) -> None:
    square = square_at(call.session.map, pos)
    if square is not None:
        play.open_or_close(call.session.current_game, square, shall_open)


@KTS.function("IsDoorOpen", ("pos", MAYBE_POSITION))
def is_door_open(call: Call, pos: tuple[int, int] | None) -> bool | None:
    """Whether the door on a square is open; nothing when there is none.

    -> boolean?
    > print(kts.IsDoorOpen(here)) --> nil
    """
    square = square_at(call.session.map, pos)
    found = None if square is None else play.first_lockable(call.session.map, square)
    return None if found is None else found[1].is_open


@KTS.function("LockDoor", ("pos", POSITION), ("lock", _LOCK))
def lock_door(call: Call, pos: tuple[int, int], lock: int) -> None:
    """Give the door or chest on a square a lock: a key number, "special" or "pick_only".

    ! there must be a door or a chest
    > kts.AddTile(here, base.door_wood_h)
    > kts.LockDoor(here, "pick_only")
    """
    call.session.map.locks[_lockable(call, "LockDoor", pos)] = lock


def _lockable(call: Call, function: str, pos: tuple[int, int]) -> int:
    square = square_at(call.session.map, pos)
    found = None if square is None else play.first_lockable(call.session.map, square)
    if found is None:
        raise ModError(f"kts.{function}: there is no door or chest at ({pos[0]}, {pos[1]})")
    return found[0]


@KTS.function("SetPoisonTrap", ("pos", POSITION), ("trap_item", Maybe(ITEM)))
def set_poison_trap(call: Call, pos: tuple[int, int], item: Handle | None) -> None:
    """Put a poison trap on the door or chest of a square.

    - trap_item: what is got back from a trap that is taken off
    ! there must be a door or a chest
    > kts.AddTile(here, base.chest_n)
    > kts.SetPoisonTrap(here, base.poison_trap)
    """
    set_trap(call, "SetPoisonTrap", pos, Trap("poison", -1 if item is None else item.index))


@KTS.function("SetBladeTrap", ("pos", POSITION), ("trap_item", Maybe(ITEM)), ("bolt_item", ITEM), ("dir", DIRECTION))
def set_blade_trap(call: Call, pos: tuple[int, int], item: Handle | None, bolt: Handle, facing: int) -> None:
    """Put a trap that shoots bolts on the door or chest of a square.

    - trap_item: what is got back from a trap that is taken off
    - dir: where the bolts fly
    ! there must be a door or a chest
    > kts.AddTile(here, base.chest_n)
    > kts.SetBladeTrap(here, base.blade_trap, base.trap_bolt, "north")
    """
    trap = Trap("blade", -1 if item is None else item.index, bolt.index, facing)
    set_trap(call, "SetBladeTrap", pos, trap)


def set_trap(call: Call, function: str, pos: tuple[int, int], trap: Trap) -> None:
    """Put a trap on a door or chest; one that was there goes off."""
    place = _lockable(call, function, pos)
    play.spring_trap(call.session.current_game, place, None)
    call.session.map.traps[place] = trap


@KTS.function("RotateAddPos", ("pos", POSITION), ("dx", INT), ("dy", INT))
def rotate_add_pos(call: Call, pos: tuple[int, int], dx: int, dy: int) -> dict[str, int]:
    """pos plus (dx, dy), turned as the segment around pos is.

    -> Position
    > print(kts.RotateAddPos(here, 0, 0).x == here.x) --> true
    """
    return position(*play.turned_offset(call.session.map, *pos, dx, dy))


@KTS.function("RotateDirection", ("pos", POSITION), ("dir", DIRECTION))
def rotate_direction(call: Call, pos: tuple[int, int], facing: int) -> str:
    """A direction, turned as the segment around pos is.

    -> "north" | "east" | "south" | "west"
    > print(kts.RotateDirection(here, "north") ~= nil) --> true
    """
    return direction(play.turned_direction(call.session.map, *pos, facing))


@KTS.function("ChangeTile", ("tile", Maybe(TILE)), context=True)
def change_tile(call: Call, context: Any, tile: Handle | None) -> None:
    """Exchange the tile that the callback is about for another, or with nil take it away.

    > local tiles = kts.GetTiles(here)
    > cxt.tile, cxt.tile_pos = tiles[#tiles], here
    > kts.ChangeTile(base.floor_moss)
    """
    here = Context(call, "ChangeTile", context)
    square = here.square("tile_pos")
    about = here.tile()
    piled = list(call.session.map.tile_slots(square))
    places = [place for place, lying in piled if about in (None, lying.prototype.index)]
    if places:
        call.session.map.remove_tile(places[-1])
    if tile is not None:
        lay_tile(call, square, tile)
