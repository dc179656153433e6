"""Tasks that run during play, and game time."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Function
from host.border.values import Table
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import INT, KTS
from host.dialects.kts.play.progress import Progress


@KTS.function("GameTime")
def game_time(call: Call) -> int:
    """Return the milliseconds since play began.

    -> integer
    > print(kts.GameTime()) --> 0
    """
    return call.session.current_game.clock


@KTS.function("AddTask", ("fn", Function(needed=True)), location=True)
def add_task(call: Call, file: str | None, line: int, is_function: bool) -> int:  # noqa: ARG001 - stays in Lua
    """Run a function as a task: at once, until it waits; what is after that runs during play.

    = kts.AddTask(fn: function)

    ! the number of tasks is limited
    > kts.AddTask(function()
    >   kts.Delay(1000)
    >   kts.PrintLoc "A bell rings."
    > end)
    """
    call.session.current_game.post("task", at=file and f"{file}:{line}")
    return call.session.current_game.clock


@KTS.function("Delay", ("ms", INT), context=True)
def delay(call: Call, context: Any, milliseconds: int) -> int | None:
    """Wait; the actor, if there is one, does nothing meanwhile. Without milliseconds above 0, do nothing.

    = kts.Delay(ms: integer) -- within

    ! only a task or a callback can wait
    > kts.AddTask(function() kts.Delay(500) end)
    """
    if milliseconds <= 0:
        return None
    here = Context(call, "Delay", context)
    actor = here.creature() if isinstance(context, Table) else None
    if actor is not None:
        game = call.session.current_game
        game.post("delayed", creature=actor.uid, ms=milliseconds)
        ready = game.part(Progress).ready
        ready[actor.uid] = max(ready.get(actor.uid, 0), game.clock + milliseconds)
    return milliseconds
