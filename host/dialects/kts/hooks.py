"""What kts does at the turning points of a game: knights enter, and the quest is shown and saved."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

from host.dialects.kts.play import effects
from host.dialects.kts.play.homes import home_of
from host.dialects.kts.play.progress import Progress, progress_to_data, renew_progress, restore_progress
from host.dialects.kts.play.quest import Hint, Quest, quest_summary, quest_to_data, restore_quest
from host.errors import counted
from host.model.game_map import GameMap
from host.play.game import Game, GameHooks

if TYPE_CHECKING:
    from host.play.action import Blow, PlayerView


class KtsHooks(GameHooks):
    """The hooks of kts."""

    def enter_players(self, game: Game) -> None:
        # Imported here, as below, because most maps are not played.
        from host.dialects.kts.play import updates

        updates.begin(game)

    def entrance(self, game: Game) -> int | None:
        player = game.players[0]
        home = home_of(game.map, player.index)
        if home is not None:
            return game.map.square(home.x, home.y)
        enters = player.respawn == "anywhere" or (player.respawn == "different" and game.map.homes)
        return -1 if enters else None

    def turn_time(self, game: Game) -> int:
        time = game.part(Progress).settings["walk_time"]
        knight = game.players[0].creature
        return time if knight is None else effects.quickened(game, knight, time)

    def turns_left(self, game: Game) -> int | None:
        progress = game.part(Progress)
        ends_at = progress.due.get("time limit")
        return None if ends_at is None else max(0, ceil((ends_at - game.clock) / progress.settings["walk_time"]))

    def can_act(self, game: Game) -> bool:
        knight = game.players[0].creature
        return knight is None or not effects.is_paralysed(game, knight)

    def goes_on(self, game: Game) -> bool:
        player = game.players[0]
        is_in = player.creature is not None or player.respawns_at is not None
        return is_in and not game.part(Progress).is_over

    def player(self, game: Game) -> PlayerView | None:
        from host.dialects.kts.play import turns
        from host.play.action import PlayerView

        knight = turns.knight_of(game)
        if knight is None:
            return None
        most = max(game.part(Progress).settings["knight_hitpoints"], knight.health)
        return PlayerView(knight.x, knight.y, knight.health, most, turns.inventory(game, knight))

    def outcome(self, game: Game) -> str | None:
        if not game.part(Progress).is_over:
            return None
        has_won = any(event["type"] == "game won" and event["player"] == 0 for event in game.events)
        return "won" if has_won else "lost"

    def says_outcome(self, game: Game, text: str) -> bool:
        from host.dialects.kts.play.messages import says_outcome

        return says_outcome(game, text)

    def absence(self, game: Game) -> str:
        player = game.players[0]
        if player.creature is not None or player.respawns_at is None or game.part(Progress).is_over:
            return ""
        turns = max(1, -(-(player.respawns_at - game.clock) // self.turn_time(game)))
        return f"you come back in {counted(turns, 'turn')}: wait (.) until then"

    def goal(self, game: Game) -> str:
        from host.dialects.kts.play.messages import goal_of

        return goal_of(game)

    def describe(self, game: Game, event: Mapping[str, Any]) -> list[str]:
        from host.dialects.kts.play.messages import describe_event

        return describe_event(game, event)

    def friends(self, game: Game) -> list[int]:
        from host.dialects.kts.play.turns import is_friend

        return [creature.uid for creature in game.map.living_creatures if is_friend(game, creature)]

    def take_blows(self, game: Game) -> list[Blow]:
        from host.dialects.kts.play.creatures import Blows

        latest = game.part(Blows).latest
        blows = list(latest)
        latest.clear()
        return blows

    def why_idle(self, game_map: GameMap, *, in_world: bool) -> str | None:
        if all(creature.monster is None for creature in game_map.living_creatures):
            return None
        reason = (
            "knights of kts enter no map of a world"
            if in_world
            else "the map has no home at which a knight of kts enters"
        )
        return f"{reason}, so its monsters of kts stand still"

    def why_different(self, game_map: GameMap) -> str | None:
        reason = "the versions 0.1.0 and 0.2.0 removed the monsters of kts from the map, and now they act"
        return reason if game_map.living_creatures else None

    def finish_map(self, game: Game) -> None:
        game.map.quest = quest_summary(game)

    def to_header(self, game: Game) -> dict[str, Any]:
        quest = game.part(Quest)
        hints = [[*hint] for hint in quest.hints]
        header: dict[str, Any] = {"play": quest_to_data(quest, game.registry, game.tiles), "hints": hints}
        current = game.part(Progress)
        if current.has_begun:
            header["progress"] = progress_to_data(current, game.players, game.registry)
        return header

    def from_header(self, game: Game, header: Mapping[str, Any]) -> None:
        description = game.part(Quest).description
        quest = game.renew(Quest)
        quest.description = description
        if "play" in header:
            restore_quest(quest, header["play"], game.registry)
        if "progress" in header:
            current = renew_progress(game)
            restore_progress(current, game.players, header["progress"], game.registry)
            if current.is_over:
                game.callbacks.close()
        quest.hints = [Hint(text, float(order), float(group)) for text, order, group in header.get("hints", ())]
