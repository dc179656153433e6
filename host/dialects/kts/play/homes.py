"""Homes of players, and the houses whose colours they have (`--house-colours`)."""

from __future__ import annotations

from host.errors import RequestError
from host.model.game_map import GameMap
from host.model.objects import Home
from host.play.game import Game, Player

# Most houses without a list of colours: as many as a game can have players.
MOST_HOUSES = 64


def form_teams(game: Game, colours: int | None) -> int:
    """Give each player a house, of the chosen colour or the first that is free; return the number of teams.

    `colours` is the number of colours, None for any. When all are taken, players get the last. Raises RequestError
    for a chosen colour that does not exist.
    """
    most = MOST_HOUSES if colours is None else colours
    taken: set[int] = set()
    for player in game.players:
        if player.index < len(game.request.house_colours):
            colour = game.request.house_colours[player.index]
            if colour > most:
                raise RequestError(
                    f"the house colour of {player.name} is {colour}: kts.KNIGHT_HOUSE_COLOURS_MENU has the colours "
                    f"1 to {most}"
                )
            player.team = colour - 1
        else:
            player.team = next((house for house in range(most) if house not in taken), most - 1)
        taken.add(player.team)
    return len(taken)


def home_of(game_map: GameMap, player: int) -> Home | None:
    """Return the home where a player starts, or None."""
    return next((home for home in game_map.homes if player in home.players), None)


def assign_random_home(game: Game, game_map: GameMap, player: Player) -> None:
    """Give a player another random home that no other team has secured, if there is any."""
    others = {other.index for other in game.players if other.team != player.team}
    free = [home for home in _normal_homes(game_map) if home.secured_by not in others]
    if free:
        _assign_home(game_map, player, game.stream("host", "homes").choice(free))


def assign_unsecured_home(game: Game, game_map: GameMap, player: Player) -> None:
    """Give a player a random home that nobody has secured, or none."""
    free = [home for home in _normal_homes(game_map) if home.secured_by is None]
    _assign_home(game_map, player, game.stream("host", "homes").choice(free) if free else None)


def _assign_home(game_map: GameMap, player: Player, home: Home | None) -> None:
    """Give a home to a player, who leaves the one before."""
    for other in game_map.homes:
        if player.index in other.players:
            other.players.remove(player.index)
    if home is not None:
        home.players = sorted({*home.players, player.index})


def _normal_homes(game_map: GameMap) -> list[Home]:
    return [home for home in game_map.homes if not home.special and home.tile_square >= 0]
