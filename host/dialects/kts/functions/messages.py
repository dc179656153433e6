"""What players read, see and hear: messages, windows, flashes and sounds."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Anything, HandleOf, Maybe, Number, Text, refuse, to_number
from host.border.session import ALWAYS, GAME
from host.border.values import Handle, Opaque, Table
from host.dialects.kts.context import player_of
from host.dialects.kts.declarations import COUNT, KTS, MAYBE_POSITION, PLAYER_OR_CREATURE, plain

_SOUND = HandleOf(("sound",), name="Sound")


def read_message(call: Call, value: Any, path: str) -> Any:
    """Read a message: a string, or a table with a key and optional params and plural."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Table) or not isinstance(value.fields.get("key"), str):
        refuse(path, value, 'must be a string or a table {key = "…", params = {…}}')
    params = value.fields.get("params")
    if params is not None and not isinstance(params, Table):
        refuse(f"{path}.params", params, "must be a list")
    for i, param in enumerate(params.items if params else (), 1):
        if isinstance(param, Opaque | bool) or param is None:
            refuse(f"{path}.params[{i}]", param, "must be a string, a number, a player or another message")
    plural = value.fields.get("plural")
    if plural is not None and to_number(plural) is None:
        refuse(f"{path}.plural", plural, "must be a number")
    return plain(call, value, path)


@KTS.function("PrintLoc", ("arguments", Anything()), phases=GAME, variadic=True)
def print_loc(call: Call, *arguments: Any) -> None:
    """Show a message to all players, or to one player.

    = kts.PrintLoc(...: any)
    - ...: the player, if the message is for one player; then a string, or a table { key = "…", params = { … } }
    ! the message must be a string or such a table
    > kts.PrintLoc "The ground shakes."
    > kts.PrintLoc(player, "You hear steps.")
    """
    player = None
    if arguments and isinstance(arguments[0], Handle):
        player = player_of(call, PLAYER_OR_CREATURE.read(arguments[0], "player")).index
        arguments = arguments[1:]
    text = read_message(call, arguments[0] if arguments else None, "msg")
    call.session.current_game.post("message", message=text, player=player)


@KTS.function("PopUpWindow", ("arguments", Anything()), variadic=True)
def pop_up_window(call: Call, *arguments: Any) -> None:
    """Show a window with a message.

    = kts.PopUpWindow(...: any)
    - ...: the content of the window: texts, numbers and tables of these
    > kts.PopUpWindow { title = "The vault", body = "It is empty." }
    """
    call.session.current_game.post(
        "window", content=[plain(call, argument, f"argument {i}") for i, argument in enumerate(arguments, 1)]
    )


@KTS.function("FlashMessage", ("msg", Anything()), ("times", Maybe(COUNT, 4)))
def flash_message(call: Call, message: Any, times: int) -> None:
    """Flash a message on the screen.

    - msg: a string, or a table { key = "…", params = { … } }
    - times: how often; 4 by default
    > kts.FlashMessage("Hurry!", 2)
    """
    call.session.current_game.post("flash message", message=plain(call, message, "message"), times=times)


@KTS.function("FlashScreen", ("delay", Maybe(COUNT, 0)))
def flash_screen(call: Call, delay: int) -> None:
    """Flash the screen.

    - delay: milliseconds until it flashes; 0 by default
    > kts.FlashScreen(100)
    """
    call.session.current_game.post("flash screen", delay=delay)


@KTS.function("DebugPrint", ("text", Text(100_000)), phases=ALWAYS)
def debug_print(call: Call, text: str) -> None:
    """Write a line to standard output.

    > kts.DebugPrint("seed drawn") --> seed drawn
    """
    call.session.print(text)


@KTS.function("PlaySound", ("pos", MAYBE_POSITION), ("sound", _SOUND), ("frequency", Maybe(Number())))
def play_sound(call: Call, pos: tuple[int, int] | None, sound: Handle, frequency: float | None) -> None:
    """Play a sound.

    - pos: where it is heard; nil for everywhere
    - frequency: its pitch, in Hz
    > kts.PlaySound(here, creak, 20000)
    """
    name = call.session.registry.get("sound", sound.index).fields
    x, y = pos or (None, None)
    call.session.current_game.post("sound", sound=name, x=x, y=y, frequency=frequency)
