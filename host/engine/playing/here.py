"""What the player of a running game knows."""

from __future__ import annotations

from collections.abc import Collection

from host.engine.playing.played_game import PlayedGame
from host.play.action import THROW, THROW_CARRIED
from host.play.surroundings import Memories, Surroundings


class Onlooker:
    """Looks around in a game for its player. It does what is in `ids` alone, if they are passed."""

    def __init__(self, played: PlayedGame, ids: Collection[str] | None = None) -> None:
        self._played, self._ids = played, ids
        self._memories = Memories()
        # Number of messages that were read.
        self._read = 0
        self.here = self.look()

    def _is_allowed(self, action: str) -> bool:
        ids = self._ids
        return ids is None or action in ids or (THROW in ids and action.startswith(THROW_CARRIED))

    def look(self) -> Surroundings:
        """Return what the player knows now, with what it has read since it looked last."""
        played, player = self._played, self._played.player
        read, self._read = self._read, len(played.messages)
        place = played.game.number_of(played.game.map)
        self.here = Surroundings(
            played.map,
            player and (player.x, player.y),
            played.seen,
            played.visible,
            memory=self._memories.at(place),
            offers={offer.id: offer for offer in played.actions() if self._is_allowed(offer.id)},
            friends=frozenset(played.friends),
            pits=played.pits,
            things=player.inventory if player else (),
            health=player and player.health,
            most_health=player and player.max_health,
            messages=played.messages[read:],
            outcome=played.outcome,
            turn=played.turns,
            place=place,
        )
        return self.here
