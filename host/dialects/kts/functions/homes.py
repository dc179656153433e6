"""Homes, where players start."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import DIRECTION
from host.border.values import Handle
from host.dialects.kts.context import Context, player_of
from host.dialects.kts.declarations import (
    KTS,
    PLAYER_OR_CREATURE,
    POSITION,
    TILE,
    direction,
    position,
    tile_handle,
)
from host.dialects.kts.functions.tiles import lay_tile
from host.dialects.kts.play.homes import assign_unsecured_home, home_of
from host.errors import ModError
from host.model.objects import Home
from host.model.tile import HOME
from host.play.game import Game, Player


def _describe(call: Call, home: Home) -> dict[str, Any]:
    described: dict[str, Any] = {**position(home.x, home.y), "facing": direction(home.facing)}
    game_map = call.session.map
    if home.tile_square >= 0:
        for slot, tile in game_map.tile_slots(home.tile_square):
            if tile.kind == HOME:
                described["tile"] = tile_handle(game_map, slot)
    if home.secured_by is not None:
        described["secured_by"] = Handle("player", home.secured_by)
    return described


@KTS.function("GetAllHomes")
def get_all_homes(call: Call) -> list[dict[str, Any]]:
    """Return all homes: the normal homes sorted by y, x and facing, then the special homes.

    -> Home[]
    > print(#kts.GetAllHomes() > 1, kts.GetAllHomes()[1].facing ~= nil) --> true true
    """
    homes = [home for home in call.session.map.homes if home.tile_square >= 0]
    homes.sort(key=lambda home: (home.special, home.y, home.x, home.facing))
    return [_describe(call, home) for home in homes]


@KTS.function("GetHomeFor", ("player", PLAYER_OR_CREATURE))
def get_home_for(call: Call, handle: Handle) -> dict[str, Any] | None:
    """Return the home of a player, or nil.

    -> Home?
    > print(kts.GetHomeFor(player).tile ~= nil) --> true
    """
    home = home_of(call.session.map, player_of(call, handle).index)
    return None if home is None else _describe(call, home)


@KTS.function("SetHomeFor", ("player", PLAYER_OR_CREATURE), ("pos", POSITION), ("facing", DIRECTION))
def set_home_for(call: Call, handle: Handle, pos: tuple[int, int], facing: int) -> None:
    """Set the home of a player, or of the player of a knight: an existing home, or any other square of the map.

    - facing: the direction from pos to the home
    ! pos must lie on the map
    > kts.SetHomeFor(player, here, "north")
    > print(kts.GetHomeFor(player).facing) --> north
    """
    game_map = call.session.map
    if not game_map.contains(*pos):
        raise ModError(f"kts.SetHomeFor: pos ({pos[0]}, {pos[1]}) lies outside the map")
    player = player_of(call, handle)
    for home in game_map.homes:
        if player.index in home.players:
            home.players.remove(player.index)
    for home in game_map.homes:
        if (home.x, home.y, home.facing) == (*pos, facing):
            home.players = sorted({*home.players, player.index})
            return
    game_map.homes.append(Home(*pos, facing, tile_square=-1, players=[player.index]))


@KTS.function("Secure", ("wall_tile", TILE), context=True)
def secure(call: Call, context: Any, wall: Handle) -> list[Any]:
    """Secure the home in front of which the actor stands. Returns true, or false and the reason why not.

    A free home becomes a home of the actor's player; a home of another team turns into a copy of the wall.
    A player who loses a home this way gets another home that nobody has secured, or none.

    -> boolean, string?
    - result: false with "not_a_home", "already_secure", "special_exit" or "invalid"
    > print(kts.Secure(base.wall_stone)) --> false invalid
    """
    actor, game = Context(call, "Secure", context).creature(), call.session.current_game
    if actor is None or actor.player is None:
        return [False, "invalid"]
    player, place = game.players[actor.player], (actor.x, actor.y, actor.facing)
    home = next((home for home in game.map.homes if (home.x, home.y, home.facing) == place), None)
    if home is None or home.tile_square < 0:
        return [False, "not_a_home"]
    if home.special:
        return [False, "special_exit"]
    had_home = [other for other in game.players if home_of(game.map, other.index) is not None]
    if home.secured_by is None:
        home.secured_by = player.index
    elif not _is_of_another_team(game, home, player):
        return [False, "already_secure"]
    else:
        removed = [slot for slot, tile in game.map.tile_slots(home.tile_square) if tile.kind == HOME]
        game.map.homes.remove(home)
        lay_tile(call, home.tile_square, wall, player.index, removed=removed)
    game.post("home secured", x=home.x, y=home.y, creature=actor.uid)
    for other in had_home:
        current = home_of(game.map, other.index)
        if current is None or _is_of_another_team(game, current, other):
            assign_unsecured_home(game, game.map, other)
    return [True]


def _is_of_another_team(game: Game, home: Home, player: Player) -> bool:
    return home.secured_by is not None and game.players[home.secured_by].team != player.team
