"""Fewer actions of a game whose last one has the same effect (delta debugging, Zeller and Hildebrandt 2002)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from host.engine.jobs import Operation
from host.engine.replays.difference import things_on, tiles_on
from host.errors import HostError
from host.model.document import to_document
from host.model.request import Request

if TYPE_CHECKING:
    from host.engine.engine import Engine
    from host.engine.playing.played_game import PlayedGame

# Returns the effect of the last action as text, empty for actions that cannot be done.
EFFECT = Operation("host.engine.replays.cut:find_effect", str)
# Games that are tried.
_MOST_TRIES = 60


def shorten_actions(actions: Sequence[str], effect_of: Callable[[list[str]], str]) -> list[str] | None:
    """Return the fewest of some actions, with the last one, that have the same effect; None when they have none.

    No one action can be left out of the result, as far as `_MOST_TRIES` games show.
    """
    needed = list(actions)
    effect = effect_of(needed)
    if not effect:
        return None
    tried, parts = set[tuple[str, ...]](), 1
    while len(needed) > 1:
        before = len(needed) - 1
        size = -(-before // parts)
        for start in range(0, before, size):
            if len(tried) == _MOST_TRIES:
                return needed
            fewer = [*needed[:start], *needed[min(start + size, before) :]]
            if tuple(fewer) in tried:
                continue
            tried.add(tuple(fewer))
            if effect_of(fewer) == effect:
                needed, parts = fewer, max(parts - 1, 1)
                break
        else:
            if size == 1:
                break
            parts = min(2 * parts, before)
    return needed


def find_effect(
    engine: Engine,
    request: Request,
    critters: bool,
    strict: bool,
    simulates: bool,
    actions: Sequence[str],
    square: Sequence[int] | None,
) -> str:
    """Return what the last of some actions does; an empty text when the actions before it cannot be done.

    What it does: what is read, what becomes of the player, and what of a square; from the same before.
    """
    played = engine.begin_play(request, critters=critters, strict=strict, simulates=simulates)
    try:
        for action in actions[:-1]:
            _step(played, action, simulates)
    except HostError:
        return ""
    before, health = _state_of(played, square), _health_of(played)
    try:
        read = _step(played, actions[-1], simulates)
    except HostError as error:
        return json.dumps([before, str(error)])
    return json.dumps([before, read, _state_of(played, square), _health_of(played) - health])


def _step(played: PlayedGame, action: str, simulates: bool) -> list[str]:
    """Do an action; return what is read then."""
    if simulates:
        return played.simulate(action)
    read = len(played.messages)
    played.do(action)
    return played.messages[read:]


def _state_of(played: PlayedGame, square: Sequence[int] | None) -> list[Any]:
    """Return where the player is, and what is on a square."""
    document, player = to_document(played.map), played.player
    state: list[Any] = [player and (player.x, player.y), played.outcome]
    if square is not None:
        at = square[0], square[1]
        state += [tiles_on(document, at), things_on(document).get(at)]
    return state


def _health_of(played: PlayedGame) -> float:
    player = played.player
    return (player and player.health) or 0.0
