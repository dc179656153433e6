"""The end of a game of kts: who has won its quest or lost, and which players are eliminated."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from host.dialects.kts.play.creatures import GIVEN_UP, die
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.model.game_map import GameMap
from host.play.game import Game, Player


def eliminate_player(game: Game, game_map: GameMap, player: Player) -> None:
    """Remove a player from the game; the last team wins."""
    if player.eliminated:
        return
    player.eliminated, player.respawns_at = True, None
    game.post("player eliminated", player=player.index)
    for home in game_map.homes:
        if player.index in home.players:
            home.players.remove(player.index)
    if player.creature is not None:
        die(game, game_map, player.creature, GIVEN_UP)
        player.respawns_at = None
    if not game.part(Progress).has_begun:
        return
    teams = {other.team for other in game.players if not other.eliminated}
    if len(teams) <= 1:
        end_game(game, teams, "all_lose")


def win_game(game: Game, player: Player) -> None:
    """Let the team of a player win."""
    end_game(game, {player.team}, "all_lose")


def end_by_time(game: Game) -> None:
    """End the game when its time is over: most frags win a deathmatch; otherwise all lose."""
    if game.part(Quest).deathmatch and game.players:
        most = max(player.frags for player in game.players)
        end_game(game, {player.team for player in game.players if player.frags == most}, "time_expired")
    else:
        end_game(game, (), "time_expired")


def end_game(game: Game, teams: Collection[int], reason: str) -> None:
    """End the game: these teams win; if there are none, a message with the key `reason` is shown."""
    progress = game.part(Progress)
    if progress.is_over:
        return
    winners = [player for player in game.players if player.team in teams]
    for player in winners:
        game.post("game won", player=player.index)
    if not progress.has_begun:
        return
    progress.is_over = True
    progress.due.clear()
    game.callbacks.close()
    for player in game.players:
        player.respawns_at = None
    message: dict[str, Any] = {"key": reason}
    if winners:
        message = {"key": "is_winner", "params": [player.name for player in winners]}
    game.post("message", message=message)
    minutes, seconds = divmod(game.clock // 1000, 60)
    game.post("message", message={"key": "game_completed", "params": [minutes, seconds]})
