"""Knights: they enter the map, heal at home, and come back after they died; a player whose knight cannot is out."""

from __future__ import annotations

from host.dialects.kts.play.ending import eliminate_player
from host.dialects.kts.play.homes import assign_random_home, home_of
from host.dialects.kts.play.items import give
from host.dialects.kts.play.movement import find_nearest_free, notify_square
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.errors import ModError
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.tile import WALKING
from host.play.game import Game, Player
from host.play.queue import Callback

# How long a player waits who cannot enter now, in milliseconds.
_RETRY = 100


def begin_play(game: Game, game_map: GameMap) -> None:
    """Begin play: every player enters as soon as the clock runs.

    Raises ModError for a player without a home who needs one.
    """
    for player in game.players:
        if player.eliminated:
            continue
        if player.respawn == "different" and home_of(game_map, player.index) is None:
            assign_random_home(game, game_map, player)
        if player.respawn == "normal" and game_map.zones and home_of(game_map, player.index) is None:
            raise ModError(
                f"player {player.index + 1} has no home to enter at: choose another entry_type of kts.LayoutDungeon, "
                'or call kts.SetRespawnType("anywhere")'
            )
        if player.creature is None:
            player.respawns_at = game.clock


def spawn_when_due(game: Game, game_map: GameMap, player: Player, *, has_function: bool) -> None:
    """Let a waiting player enter; with `has_function`, the function of the mod chooses the square."""
    player.respawns_at = None
    if player.creature is not None or player.eliminated:
        return
    if has_function:
        game.callbacks.append(Callback("respawn", player.index, "SetRespawnFunction"))
    else:
        _spawn_by_rule(game, game_map, player)


def spawn_at_choice(
    game: Game, game_map: GameMap, player: Player, position: tuple[int, int, int] | None, *, later: bool
) -> None:
    """Let a player enter where the function of a mod chose: (x, y, facing), None for the rule, or `later`."""
    if player.creature is not None or player.eliminated:
        return
    if later:
        player.respawns_at = game.clock + _RETRY
    elif position is None:
        _spawn_by_rule(game, game_map, player)
    else:
        _spawn_near(game, game_map, player, *position)


def _spawn_by_rule(game: Game, game_map: GameMap, player: Player) -> None:
    home = home_of(game_map, player.index)
    if player.respawn == "anywhere":
        stream = game.stream("host", "knights enter")
        if game_map.width < 3 or game_map.height < 3:
            return
        x, y = stream.between(1, game_map.width - 2), stream.between(1, game_map.height - 2)
        _spawn_near(game, game_map, player, x, y, stream.below(4))
    elif home is not None:
        _spawn_near(game, game_map, player, home.x, home.y, (home.facing + 2) % 4)
    elif game_map.homes or game_map.zones:
        left = [other for other in game.players if not other.eliminated and other is not player]
        if len(left) > 1:
            message = {"key": "player_eliminated_num", "params": [player.name, len(left)]}
        else:
            message = {"key": "player_eliminated", "params": [player.name]}
        game.post("message", message=message)
        eliminate_player(game, game_map, player)


def _spawn_near(game: Game, game_map: GameMap, player: Player, x: int, y: int, facing: int) -> None:
    position = find_nearest_free(game_map, x, y)
    if position is None:
        player.respawns_at = game.clock + _RETRY
        return
    progress = game.part(Progress)
    health = progress.settings["knight_hitpoints"]
    knight = Creature(next(game.uids), *position, WALKING, facing, player=player.index, health=health)
    game_map.add_creature(knight)
    player.creature = knight
    game.post("entrance", player=player.index, creature=knight.uid, x=knight.x, y=knight.y)
    for item, counts in game.part(Quest).starting_gear:
        if player.lives < len(counts) and counts[player.lives]:
            give(game, knight, item, counts[player.lives])
    player.lives += 1
    notify_square(game, game_map, knight)


def show_quest(game: Game) -> None:
    """Show knights that have entered the map, if the quest says so, and the hints."""
    quest = game.part(Quest)
    for player in game.players:
        if quest.premapped and player.creature is not None:
            game.post("magic mapping", creature=player.creature.uid)
    if quest.hints:
        game.post("hints", hints=quest.shown_hints())


def heal_at_homes(game: Game, game_map: GameMap) -> None:
    """Heal knights by a point that look at their homes from the squares in front."""
    most = game.part(Progress).settings["knight_hitpoints"]
    for player in game.players:
        knight, home = player.creature, home_of(game_map, player.index)
        if knight is None or home is None or knight.health >= most:
            continue
        if (knight.x, knight.y, knight.facing) == (home.x, home.y, home.facing):
            game_map.set_health(knight, knight.health + 1)
            game.post("healed", creature=knight.uid, health=knight.health)
