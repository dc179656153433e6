"""Inputs of the REPL: Lua, commands with a colon such as `:reload`, and questions for documentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.request import check_seed
from host.paths import relative_path
from host.tools.repl.session import Repl

# Command -> what it takes, and what it does.
COMMANDS = {
    ":map": ("", "draw the map of the game"),
    ":generate": ("[GENERATOR] [KEY=VALUE]…", "make the map of the game with a generator"),
    ":seed": ("N", "begin a new game with a seed; variables stay"),
    ":reload": ("", "reload the mods that changed, and begin again with the same seed"),
    ":time": ("LUA", "evaluate, and say how long that took"),
    ":help": ("", "list what can be typed"),
    ":quit": ("", "end, as Ctrl-D does"),
    "?": ("NAME", "show the documentation of a name, as ?kts.AddStuff"),
}

# Returns the documentation of a name as text.
Document = Callable[[str], str]


def answer_input(session: Repl, text: str, document: Document, *, draws: bool) -> dict[str, Any]:
    """Answer an input of a person, as data; `draws` adds maps and plans that are results. Raises HostError.

    The answer has `results` (Lua literals) and `seconds`, and as far as there are any `incomplete`, `text`, `plan`
    (rows), `map` (a document) and `changed` (paths).
    """
    if text.startswith("?"):
        return {"results": [], "seconds": 0.0, "text": document(text[1:].strip())}
    if not text.startswith(":") or text.startswith("::"):
        return _evaluate(session, text, draws=draws)
    command, _, rest = text.partition(" ")
    return {"results": [], "seconds": 0.0, **_run_command(session, command, rest.strip(), draws=draws)}


def _evaluate(session: Repl, text: str, *, draws: bool) -> dict[str, Any]:
    result = session.evaluate(text, draws=draws)
    answer = {"results": result.results, "seconds": result.seconds, "incomplete": result.is_incomplete}
    if result.document is not None:
        answer["map"] = result.document
    if result.plan is not None:
        answer["plan"] = result.plan
    return answer


def _run_command(session: Repl, command: str, rest: str, *, draws: bool) -> dict[str, Any]:
    """Run a command that begins with a colon, and return parts of the answer."""
    if rest and command in COMMANDS and not COMMANDS[command][0]:
        raise RequestError(f'{command} takes nothing: leave out "{rest}"')
    match command:
        case ":help":
            lines = [f"{name} {takes}".ljust(36) + does for name, (takes, does) in COMMANDS.items()]
            return {"text": "\n".join([*lines, "Anything else is Lua; an input that is not complete goes on."])}
        case ":map":
            return {"map": session.document()}
        case ":generate":
            words = rest.split()
            options = dict(word.split("=", 1) for word in words if "=" in word)
            generators = [word for word in words if "=" not in word]
            if len(generators) > 1:
                raise RequestError(
                    f":generate takes one generator: leave out {listing(generators[1:], 'and')}",
                    hint="an option is KEY=VALUE",
                )
            session.generate(next(iter(generators), None), options)
            return {"map": session.document()}
        case ":seed":
            session.restart(_read_seed(rest))
            return {"text": f"a new game with seed {session.request.seed}; variables stay"}
        case ":reload":
            changed = session.reload()
            names = ", ".join(map(relative_path, changed[:3])) + (" …" if len(changed) > 3 else "")
            state = f"{names} changed: the mods were read again" if changed else "no file changed"
            return {"text": f"{state}; seed {session.request.seed}, and variables are gone", "changed": changed}
        case ":time":
            answer = _evaluate(session, rest, draws=draws)
            return {**answer, "text": f"{answer['seconds'] * 1000:.2f} ms"}
        case ":quit":
            raise RequestError(":quit works only in the command repl")
    raise RequestError(f'there is no command "{command}"', hint=did_you_mean(command, COMMANDS) or ":help lists them")


def _read_seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        raise RequestError(f"{text!r} is not a whole number") from None
    return check_seed(seed)
