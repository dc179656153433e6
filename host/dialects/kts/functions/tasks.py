"""Tasks that run during play, and game time."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Function
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import COUNT, KTS


@KTS.function("GameTime")
def game_time(call: Call) -> int:
    """Return the milliseconds since play began.

    -> integer
    > print(kts.GameTime()) --> 0
    """
    return call.session.current_game.clock


@KTS.function("AddTask", ("fn", Function(needed=True)), location=True)
def add_task(call: Call, file: str | None, line: int, is_function: bool) -> int:  # noqa: ARG001 - it stays in Lua
    """Run a function during play, as a task that may wait.

    ! the number of tasks is limited
    > kts.AddTask(function()
    >   kts.Delay(1000)
    >   kts.PrintLoc "A bell rings."
    > end)
    """
    call.session.current_game.post("task", at=file and f"{file}:{line}")
    return call.session.current_game.clock


@KTS.function("Delay", ("ms", COUNT), context=True)
def delay(call: Call, context: Any, milliseconds: int) -> None:
    """Wait; the actor, if there is one, does nothing meanwhile.

    ! only a task or a callback can wait
    > kts.AddTask(function() kts.Delay(500) end)
    """
    actor = Context(call, "Delay", context).optional_actor()
    if actor is not None:
        call.session.current_game.post("delayed", creature=actor.uid, ms=milliseconds)
