"""The quest of a game: hints, starting gear, items that appear again, the time limit, the mode, and who wins."""

from __future__ import annotations

import math
from typing import Any

from host.border.function import Call
from host.border.schema import Anything, ListOf, Number, Truth
from host.border.session import START
from host.border.values import Handle
from host.dialects.kts.context import player_of
from host.dialects.kts.declarations import COUNT, INT, ITEM, KTS, PLAYER_OR_CREATURE
from host.dialects.kts.functions.messages import read_message
from host.dialects.kts.play.quest import Hint, Quest
from host.errors import ModError

_MOST_HINTS = 1000


def _quest(call: Call) -> Quest:
    return call.session.current_game.part(Quest)


@KTS.function("AddHint", ("msg", Anything()), ("order", Number()), ("group", Number()))
def add_hint(call: Call, text: Any, order: float, group: float) -> None:
    """Add a line to the description of the quest, which is sorted by group, order and text.

    An empty line stands between groups when players read it.

    - msg: a string, or a table { key = "…", params = { … } }
    - order: the rank of the hint in its group
    - group: the rank of its group
    > kts.AddHint("Bring the crown home.", 1, 1)
    """
    hints = _quest(call).hints
    if len(hints) >= _MOST_HINTS:
        raise ModError(f"kts.AddHint: the quest has {_MOST_HINTS} hints: must have at most {_MOST_HINTS}")
    hints.append(Hint(read_message(call, text, "msg"), order, group))


@KTS.function("ClearHints")
def clear_hints(call: Call) -> None:
    """Remove all hints.

    > kts.ClearHints()
    """
    _quest(call).hints.clear()


@KTS.function("ResendHints")
def resend_hints(call: Call) -> None:
    """Show the hints to the players again.

    > kts.AddHint("Bring the crown home.", 1, 1)
    > kts.ResendHints()
    """
    call.session.current_game.post("hints", hints=_quest(call).shown_hints())


@KTS.function("AddStartingGear", ("item", ITEM), ("numbers", COUNT), phases=START, variadic=True)
def add_starting_gear(call: Call, item: Handle, *counts: int) -> None:
    """Give knights an item at the start of each life.

    = kts.AddStartingGear(item: ItemType, ...: integer)
    - ...: how many in the first life, the second, and so on
    > kts.AddStartingGear(base.dagger, 3, 1)
    """
    _quest(call).starting_gear.append((item.index, list(counts)))


@KTS.function("SetStuffRespawning", ("items", ListOf(ITEM)), ("ms", INT), phases=START)
def set_stuff_respawning(call: Call, items: list[Handle], milliseconds: int) -> None:
    """Let items of these types appear again after a time.

    - ms: milliseconds; below 0 they do not appear again
    > kts.SetStuffRespawning({ base.dagger, base.bolts }, 60000)
    """
    _quest(call).stuff_respawn = ([item.index for item in items], milliseconds) if milliseconds >= 0 else None


@KTS.function("SetLockpickSpawn", ("item", ITEM), ("first_ms", INT), ("interval_ms", COUNT), phases=START)
def set_lockpick_spawn(call: Call, item: Handle, first: int, interval: int) -> None:
    """Let lockpicks appear after a time, and then at intervals.

    - first_ms: milliseconds until the first; below 0 none appear
    > kts.SetLockpickSpawn(base.lockpicks, 120000, 60000)
    """
    _quest(call).lockpick_spawn = (item.index, first, interval) if first >= 0 else None


@KTS.function("SetPremapped", phases=START)
def set_premapped(call: Call) -> None:
    """Show players the whole map from the start.

    > kts.SetPremapped()
    """
    _quest(call).premapped = True


@KTS.function("SetTimeLimit", ("seconds", Number()), phases=START)
def set_time_limit(call: Call, seconds: float) -> None:
    """End the game after a number of seconds; 0 and less remove the limit.

    > kts.SetTimeLimit(600)
    """
    _quest(call).time_limit = max(0, math.floor(seconds))


@KTS.function("SetDeathmatchMode", ("on", Truth()))
def set_deathmatch_mode(call: Call, on: bool) -> None:
    """Count kills instead of quest goals.

    > kts.SetDeathmatchMode(true)
    """
    _quest(call).deathmatch = on


@KTS.function("WinGame", ("player", PLAYER_OR_CREATURE))
def win_game(call: Call, handle: Handle) -> None:
    """End the game with a player, or the player of a knight, as the winner.

    > kts.WinGame(player)
    """
    # Imported here, because most dungeons are made without it.
    from host.dialects.kts.play import ending

    ending.win_game(call.session.current_game, player_of(call, handle))
