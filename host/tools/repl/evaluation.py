"""The evaluation of inputs: what the child of a REPL does with loaded mods."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from host.dialects import lua_functions
from host.dialects.functions import DIALECTS
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.errors import RequestError
from host.model.document import to_document
from host.model.request import Request
from host.syntax.tree import KEYWORDS

_MOST_NAMES = 500
# Codes of the squares of a plan -> glyphs: edge, wall, hallway, room, door.
_GLYPHS = bytes.maketrans(bytes(range(5)), b" #..+")


def evaluate(engine: Engine, text: str, line: int, draws: bool, request: Request) -> dict[str, Any]:
    """Evaluate an input as the mod "script", in the game that runs; the first input begins one.

    Returns the results as Lua literals, the seconds that it took, and whether the input goes on in the next line. With
    `draws` also `map`, a document, when the first result is a map, or `plan`, rows of text, when it is a plan.
    """
    number = _begin(engine, request)
    source, name = text.encode("utf-8", "surrogateescape"), f"script/line_{line}.lua"
    engine.games.loader.add_text(name, source)
    started = perf_counter()
    is_incomplete, results, shown, squares, width = engine.lua.call(lua_functions.evaluate, number, source, name)
    answer = {"incomplete": is_incomplete, "results": results, "seconds": perf_counter() - started}
    maps = engine.game.maps
    if shown is not None and shown < len(maps):
        game_map = maps[shown]
        results[0] = f"a map of {game_map.width} × {game_map.height} squares"
        if draws:
            engine.games.gather_objects(game_map)
            answer["map"] = to_document(game_map)
    elif squares is not None and width:
        rows = [squares[start : start + width] for start in range(0, len(squares), width)]
        results[0] = f"a plan of {width} × {len(rows)} squares"
        if draws:
            answer["plan"] = [row.translate(_GLYPHS).decode("ascii", "replace") for row in rows]
    return answer


def restart(engine: Engine, request: Request) -> bool:
    """Begin a new game; variables stay."""
    _begin(engine, request)
    engine.begin(request)
    return True


def generate(engine: Engine, request: Request) -> str:
    """Make the map of the game with a generator, by default the only one of the mods; return its id."""
    _begin(engine, request)
    prepared = engine.prepare(request)
    engine.make(prepared, request.seed)
    if prepared.source.mod == "host":
        # No code of mods has run, so no dialect knows of the game.
        engine.lua.call(lua_functions.start_game, False)
    return prepared.source.id


def show_map(engine: Engine, request: Request) -> dict[str, Any]:
    """Return a document of the map of the game. Raises RequestError when there is none yet."""
    _begin(engine, request)
    game = engine.game
    if not game.map.width:
        raise RequestError("the game has no map yet", hint=":generate makes the map of a generator")
    engine.games.gather_objects(game.map)
    return to_document(game.map)


def complete(engine: Engine, text: str, request: Request) -> list[str]:
    """Return what a name may go on to: variables and fields that begin with it, and ids of prototypes."""
    number = _begin(engine, request)
    path, dot, _ = text.rpartition(".")
    names: list[str]
    if dot:
        names = [f"{path}.{field}" for field in engine.lua.call(lua_functions.list_fields, number, path)]
    else:
        names = engine.lua.call(lua_functions.variable_names, "script")
    ids = engine.session.registry.ids()
    matches = dict.fromkeys(name for name in (*names, *ids) if name.startswith(text) and name.isprintable())
    return list(islice(matches, _MOST_NAMES))


def _begin(engine: Engine, request: Request) -> int:
    """Begin the game and load the mod of the lines, unless that is done; return the number of the mod.

    Its variables are the toolbox, and the other mods by their ids.
    """
    for mod in engine.mods:
        if mod.id == "script":
            return mod.number
    ids = [mod.id for mod in engine.mods if mod.id.isidentifier() and mod.id not in (*DIALECTS, *KEYWORDS)]
    lines = ['toolbox = require "host.toolbox"', *(f'{identity} = require "{identity}"' for identity in ids)]
    engine.begin(request)
    engine.games.loader.load_script(Path(os.devnull) / "start.lua", "\n".join(lines).encode())
    return engine.mods[-1].number


EVALUATE = Operation(
    "host.tools.repl.evaluation:evaluate", {"incomplete": bool, "results": [str], "seconds": (int, float)}
)
RESTART = Operation("host.tools.repl.evaluation:restart", bool)
GENERATE = Operation("host.tools.repl.evaluation:generate", str)
SHOW_MAP = Operation("host.tools.repl.evaluation:show_map", {"format": str})
COMPLETE = Operation("host.tools.repl.evaluation:complete", [str])
