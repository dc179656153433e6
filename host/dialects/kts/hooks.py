"""What kts does at the turning points of a game: knights enter, and the quest is shown and saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.border.hooks import GameHooks
from host.play import updates
from host.play.game import Game
from host.play.progress import Progress
from host.play.quest import Hint, Quest, quest_summary
from host.save import progress
from host.save.quest import fill, to_data


class KtsHooks(GameHooks):
    """The hooks of kts."""

    def enter_players(self, game: Game) -> None:
        updates.begin(game)

    def finish_map(self, game: Game) -> None:
        game.map.quest = quest_summary(game)

    def to_header(self, game: Game) -> dict[str, Any]:
        quest = game.part(Quest)
        hints = [[*hint] for hint in quest.hints]
        header: dict[str, Any] = {"play": to_data(quest, game.registry, game.tiles), "hints": hints}
        current = game.part(Progress)
        if current.has_begun:
            header["progress"] = progress.to_data(current, game.players, game.registry)
        return header

    def from_header(self, game: Game, header: Mapping[str, Any]) -> None:
        description = game.part(Quest).description
        quest = game.renew(Quest)
        quest.description = description
        if "play" in header:
            fill(quest, header["play"], game.registry)
        if "progress" in header:
            current = updates.renew_progress(game)
            progress.restore(current, game.players, header["progress"], game.registry)
            if current.is_over:
                game.callbacks.close()
        quest.hints = [Hint(text, float(order), float(group)) for text, order, group in header.get("hints", ())]
