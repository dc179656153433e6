"""Operations of jobs: what commands do with loaded mods. They take plain data and return plain data."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from host.dialects import lua_functions
from host.engine.engine import Engine
from host.engine.generators import only
from host.engine.jobs import Ask, Operation, Say, ignore
from host.errors import UnplayableWorldError
from host.generate.options import Generator
from host.model.document import to_document
from host.model.game_map import GameMap
from host.model.request import Request
from host.process.task import resolve


def generate(engine: Engine, request: Request, play: float = 0.0) -> dict[str, Any]:
    """Generate a map; `play` seconds of game time follow. Returns a document of the map."""
    prepared = engine.prepare(request)
    game_map = engine.make(prepared, request.seed)
    if play:
        engine.play(play)
    return to_document(game_map)


def explain(engine: Engine, request: Request, play: float = 0.0) -> dict[str, Any]:
    """Generate a map as `generate` does, and explain why if that fails; see `Outcome.to_data`."""
    outcome = engine.explain(request)
    if play and outcome.map:
        engine.play(play)
    return outcome.to_data()


def explain_failure(engine: Engine, function: str, callbacks: Sequence[str], **arguments: Any) -> dict[str, Any]:
    """Call the function of an operation that fails, twice, and explain why; see `Outcome.to_data`."""
    arguments |= dict.fromkeys(callbacks, ignore)

    def make() -> GameMap:
        resolve(function)(engine, **arguments)
        return engine.session.map

    return engine.explain_making(make).to_data()


# The path of a script that is no file: it has no files beside it.
_INPUT = Path(os.devnull) / "stdin.lua"


def _unbundled_worlds(engine: Engine) -> list[str]:
    """Return the ids of the loaded mods that are not bundled and begin a world."""
    return [mod for mod in engine.unbundled_mods() if engine.lua.call(lua_functions.begins_world, mod)]


def run_script(
    engine: Engine, script: str | None, request: Request, play: float, strict: bool = False, text: str = ""
) -> dict[str, Any]:
    """Run a script, or without one a text; return a document of its map."""
    source = None if script else text.encode("utf-8", "surrogateescape")
    return to_document(engine.run_script(script or _INPUT, request, play=play, strict=strict, source=source))


def _choose_played(engine: Engine, request: Request) -> Request:
    """Return a request that names what is played, by default the only mod that begins a world, or only generator."""
    if request.generator:
        return request
    worlds = _unbundled_worlds(engine)
    return request.with_generator(worlds[0] if len(worlds) == 1 else engine.default_generator(warns=True))


def travel(engine: Engine, request: Request, strict: bool, ask: Ask) -> bool:
    """Play a mod that begins a game; `ask` shows a view, as `play` does, and returns the key that is pressed.

    The mod is the generator of the request, or else the only mod that is not bundled and begins a game: its views have
    "is_world", and mods print what happens. A generator is played as `play` does, with its views and actions.
    """
    worlds, name = _unbundled_worlds(engine), request.generator
    generators = [listed.id for listed in engine.generators()] if name else engine.unbundled_generators()
    is_world = bool(worlds) if name is None else engine.lua.call(lua_functions.begins_world, name)
    if not is_world and (name in generators if name else generators):
        return bool(play(engine, request, critters=False, strict=strict, ask=ask))
    if request.generator is None:
        # The error for a single mod that begins no game names its file.
        mods = worlds or (engine.named_mods if len(engine.named_mods) == 1 else [])
        request = request.with_generator(only(mods, "mods that begin a game"))
    from host.engine.playing.view import name_of, views_of_world

    show = views_of_world(ask, lambda: name_of(engine, request))
    engine.travel(request, show, strict=strict)
    return True


def play(
    engine: Engine,
    request: Request,
    critters: bool,
    strict: bool,
    ask: Ask,
    actions: Sequence[str] = (),
    simulates: bool = False,
) -> dict[str, Any]:
    """Play a game action by action, as `Host.play` does; `ask` shows a view and returns the id of an action.

    `actions` are done before the first view: a game that goes on. It begins before the first of them that is no action
    there, and a message says so. With `simulates` actions are moves of a simulation.

    When the request names no generator, it is chosen as `simulate` does. The game ends when `ask` returns None. An id
    that is no action raises RequestError. The last view is returned, too. A view has the keys

    * "map": what changed of the document of the map since the view before, by key; at first all of it but "events".
    * "place": a number, another one on each map of a world.
    * "printed": the lines among them that mods printed.
    * "name": what is played: the name of its mod, and the options that were chosen, in the words of that mod.
    * "title", "status": the name of the place (empty on a map), and a line about the game.
    * "messages": texts that came since the view before, in order; the hints of a quest come first.
    * "actions": what the player can do now, each {"id", "text", "reason"}; the reason is None where it can be done.
      Ids are the eight directions ("east": walk or bump), "wait", "script", and what the dialects and mods offer:
      "get", "up", "down", "use", "strike", "drop:ITEM", "control:NAME" and others. None when the game is over.
    * "player": None while it is on no map, or {"x", "y", "health", "max_health", "inventory"}, from 0; health may be
      None. The inventory has things {"id", "name", "count", "use", "held"}; "use" may be empty.
    * "visible": a text for each row of the map, a character for each square: "2" the player sees it now, "1" it has
      seen it before, "0" never.
    * "friends": the uids of the creatures on the map that are friends of the player.
    * "pits": the numbers of squares that the player has seen, and into which no way leads, such as pits.
    * "outcome": None, "won" or "lost". "goal": a line, or empty. "turn": how many turns were played.
    """
    from host.engine.playing.view import Views, do_again, name_of

    chosen = _choose_played(engine, request)
    name = name_of(engine, chosen)
    played = engine.begin_play(chosen, critters=critters, strict=strict, simulates=simulates)
    do_again(played, actions)
    views = Views(played, name)
    messages, read = played.messages, 0
    while True:
        view = views.next(messages, offers=not simulates)
        read = len(played.messages)
        action = ask(view)
        if action is None:
            return view
        if simulates:
            messages = played.simulate(action)
        else:
            played.do(action)
            messages = played.messages[read:]


def simulate(
    engine: Engine,
    request: Request,
    turns: int | None,
    player: str,
    strict: bool,
    watched: bool,
    say: Say,
    ask: Ask,
    moves: Sequence[str] = (),
    ends: bool = False,
    steered: bool = False,
    critters: bool = False,
    recorded: bool = False,
) -> dict[str, Any]:
    """Run a simulation and return its log and its sums.

    When the request names no generator, it is the only mod that is not bundled and begins a world which can be
    simulated, else the only generator of such mods. `say` takes each line of the log at once. With `watched`, `ask`
    takes them instead, each with the square, health and items of the player and the changed parts of the map, after the
    whole map at the start. After it returns None, it takes no more. The player makes the `moves` first, see `KeyMoves`.
    With `ends` nothing follows. Else with `steered` it makes the move that `ask` returns, if it is not empty, and
    otherwise acts as `player` says. With `recorded`, `ask` also takes a view for the recording, before that.
    """
    # Imported here, because other commands simulate nothing.
    from host.engine.key_moves import KeyMoves
    from host.engine.simulation import Course

    chosen = _choose_played(engine, request)
    last: dict[str, Any] = {}
    line = ""
    answer: str | None = ""
    # What the player is told about a key is no part of a recording, which holds moves and no keys.
    keys = KeyMoves(moves, engine.session.print) if moves else None

    def set_line(turn: str) -> None:
        nonlocal line
        line = turn

    def watch(game_map: GameMap) -> None:
        nonlocal answer, last, watched
        if not watched:
            return
        document = {"objects": [], **to_document(game_map)}
        changes = {key: value for key, value in document.items() if last.get(key) != value}
        last = document
        square = engine.lua.call(lua_functions.square_of_simulated_player)
        answer = ask({"map": changes, "line": line, "player": square})
        watched = answer is not None

    def choose(_: GameMap) -> str | None:
        move = keys and keys.next()
        if move is None and ends:
            return None
        return move or (steered and answer) or player

    with ExitStack() as stack:
        record = None
        if recorded:
            from host.engine.playing.view import recording_turns

            record = stack.enter_context(recording_turns(engine.session, ask))
        course = Course(
            turns=turns,
            player=choose if moves or steered else player,
            strict=strict,
            watch=watch if watched else None,
            log_line=set_line if watched else say,
            critters=critters,
            record=keys.watch(record) if keys else record,
        )
        try:
            simulation = engine.simulate(chosen, course)
        except UnplayableWorldError:
            others = engine.unbundled_generators()
            if request.generator or len(others) != 1:
                raise
            chosen = request.with_generator(others[0])
            simulation = engine.simulate(chosen, course)
    if keys and (left := keys.drop_rest()):
        unpressed = "key was" if left == 1 else f"{left} keys were"
        engine.session.warn(f"the simulation ended before the last {unpressed} pressed")
    result = {name: value for name, value in simulation._asdict().items() if name not in ("map", "digest")}
    # The last line of the log of a world that ended is not a turn; turns before a save are not in the log.
    turns = min(simulation.turns, len(simulation.log))
    return {**result, "generator": chosen.generator, "log": list(simulation.log), "turns": turns}


def list_generators(engine: Engine, players: int, name: str | None, folder: str | None = None) -> dict[str, Any]:
    """Return generators with their options, and the ids of the loaded mods.

    These are all generators, or by `name` one or the generators of a mod, or the generators of the mods in a folder.
    """
    mods = None if folder is None else engine.mods_in([folder])
    described = [_describe(listed) for listed in engine.generators(players, name) if mods is None or listed.mod in mods]
    return {"generators": described, "loaded": [mod.id for mod in engine.mods]}


def _describe(generator: Generator) -> dict[str, Any]:
    return {
        "id": generator.id,
        "mod": generator.mod,
        "help": generator.help,
        "options": [
            {
                **option._asdict(),
                "choices": [choice.value for choice in option.choices],
                "texts": [choice.text for choice in option.choices],
            }
            for option in generator.options
        ],
    }


def list_states(engine: Engine) -> dict[str, tuple[str, str, Mapping[str, str]]]:
    """Return id -> version, hash and hashes of the files of the loaded mods, in load order."""
    from host.mods.lock import states_of

    return {**states_of(engine.mods)}


def list_mods(engine: Engine) -> list[dict[str, Any]]:
    """Return the loaded mods, in load order."""
    return [
        {
            "id": mod.id,
            "version": mod.version,
            "name": mod.manifest.name,
            "folder": str(mod.manifest.folder),
            "needs": {**mod.manifest.dependencies},
            "registered": engine.registered(mod.id),
        }
        for mod in engine.mods
    ]


def list_pools(engine: Engine, path: str, draw: int, seed: int) -> dict[str, Any]:
    """Return the pool at a path and, unless `draw` asks for that many draws from it, those below it."""
    pools = engine.pools(path or None, below=not draw)
    return {
        "pools": [
            {
                **pool._asdict(),
                "place": pool.place and list(pool.place),
                "entries": [[*entry[:-1], [list(place) for place in entry.places]] for entry in pool.entries],
            }
            for pool in pools
        ],
        "drawn": engine.sample_pool(path, draw, seed=seed) if draw else [],
    }


def list_sprites(engine: Engine, mod: str | None) -> list[dict[str, Any]]:
    """Return the sprites of the things of a mod, or of those that the caller named, as data."""
    return [thing.to_data() for name in ([mod] if mod else engine.named_mods) for thing in engine.sprites(name)]


# -- the operations, with the shapes of their results

_MAP = {"format": str}
_OPTION = {
    "id": str, "default": object, "choices": [object], "texts": [str], "numeric": bool, "digits": object,
    "random": bool, "text": str, "real": bool, "least": object, "most": object, "help": str,
}  # fmt: skip
_MOD = {"id": str, "version": str, "name": str, "folder": str, "needs": {str: str}, "registered": {str: int}}
_POOL = {
    "path": str, "name": str, "depth": int, "infinite": bool, "current": bool, "total": (int, float), "place": object,
    # The fields of PoolEntry, in their order.
    "entries": [[object]],
}  # fmt: skip
_SIMULATION = {
    "generator": str,
    "log": [str],
    "turns": int,
    "alive": bool,
    "left": int,
    "damage": {str: object},
    "deaths": {str: object},
    "distance": {str: object},
    "names": {str: str},
}

GENERATE = Operation("host.engine.operations:generate", _MAP)
EXPLAIN = Operation("host.engine.operations:explain", {"map": object, "error": object, "explanation": object})
EXPLAIN_FAILURE = EXPLAIN._replace(function="host.engine.operations:explain_failure")
LIST_GENERATORS = Operation(
    "host.engine.operations:list_generators",
    {"generators": [{"id": str, "mod": str, "help": str, "options": [_OPTION]}], "loaded": [str]},
)
LIST_MODS = Operation("host.engine.operations:list_mods", [_MOD])
LIST_STATES = Operation("host.engine.operations:list_states", {str: [object]})
LIST_POOLS = Operation("host.engine.operations:list_pools", {"pools": [_POOL], "drawn": [int]})
LIST_SPRITES = Operation(
    "host.engine.operations:list_sprites",
    [{"kind": str, "id": str, "name": str, "sprite": str, "role": str, "glyph": str, "colour": object, "art": list}],
)
RUN_SCRIPT = Operation("host.engine.operations:run_script", _MAP)
SIMULATE = Operation("host.engine.operations:simulate", _SIMULATION, ("say", "ask"))
TRAVEL = Operation("host.engine.operations:travel", bool, ("ask",))
