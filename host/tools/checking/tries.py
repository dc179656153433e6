"""Tries of mods for `check`, each in a game of its own: each callback of kts is called once, each entity of actions
plays a few turns, and to each object of areas happens what its handlers are about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from types import NoneType
from typing import Any

from host.border.session import PLAY
from host.dialects import lua_functions
from host.dialects.kts.play.tries import CALLBACKS, queue_callback
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.simulation import begins_world
from host.errors import BudgetError, DanglingError, HostError
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import Plan
from host.model.registry import Prototype
from host.model.request import Request
from host.tools.checking.diagnostic import SHAPE, Diagnostic, from_error, in_order, new_diagnostic
from host.tools.checking.inspect import without_consequences

TURNS = 3
# Kinds of entries of areas whose objects are tried.
_KINDS = ("base.chara", "base.item", "base.feat", "base.mef")
# Errors of one event of an object that are reported.
_MOST_ERRORS = 10
# Tries in one run, each of some hundredths of a second.
_MOST_TRIES = 250
# How long a callback that waits may go on, and a monster may play, in seconds of the game.
_SECONDS = 2.0
# The small map: a room with walls.
_SIZE = 9

# Begins a game and makes its map.
Begin = Callable[[], None]
# Makes a try, and yields the diagnostics of what fails.
Attempt = Callable[[], Iterator[Diagnostic]]


def try_content(engine: Engine, mod: str, request: Request, first: int) -> dict[str, Any]:
    """Make tries of a mod, from that number on; return their diagnostics, and the number of the next try or None.

    request: the games on small maps.
    The tries of one run are few enough for its budget, which is for what the mod does in them.
    """
    diagnostics: list[Diagnostic] = []
    following = None
    tries = chain(
        _tries_of_callbacks(engine, mod, request),
        _tries_of_entities(engine, mod, request),
        _tries_of_objects(engine, mod, request),
    )
    try:
        for number, attempt in enumerate(islice(tries, first, None)):
            if number == _MOST_TRIES:
                following = first + number
                break
            diagnostics += attempt()
    except BudgetError as error:
        # Nothing runs after a budget is used up.
        diagnostics += from_error(error, mod)
    found = in_order(without_consequences(engine, diagnostics))
    return {"diagnostics": [diagnostic._asdict() for diagnostic in found], "following": following}


def _tries_of_callbacks(engine: Engine, mod: str, request: Request) -> Iterator[Attempt]:
    begins: list[Begin] = [partial(_begin_small, engine, request)]
    generators = [source.id for source in engine.sources() if source.mod == mod]
    begins += [partial(_begin_generated, engine, request.with_generator(generator)) for generator in generators]
    for kind, names in CALLBACKS.items():
        for prototype in engine.session.registry.all(kind):
            if prototype.mod != mod:
                continue
            present = engine.lua.call(lua_functions.list_callbacks, kind, prototype.index, [*names])
            for name in (*present, *([""] if kind == "monster" else [])):
                yield partial(_failures_of_callback, engine, prototype, name, begins)


def _failures_of_callback(engine: Engine, prototype: Prototype, name: str, begins: list[Begin]) -> Iterator[Diagnostic]:
    error = _try_callback(engine, prototype, name, begins)
    if error is not None:
        yield from _failed(error, f"{name} of {prototype.id}" if name else prototype.id, prototype)


def _try_callback(engine: Engine, prototype: Prototype, name: str, begins: list[Begin]) -> HostError | None:
    """Call a callback in games until it works in one; return the error of the last game, or None.

    What a callback needs may be there only on maps that the mod makes. Where players cannot enter, it is not called:
    such an error is returned only when it is not called anywhere.
    """
    error = error_of_entry = None
    for begin in begins:
        try:
            begin()
        except BudgetError:
            raise
        except HostError:
            # The error of a generator is reported where its maps are made.
            continue
        try:
            _enter(engine)
        except BudgetError:
            raise
        except HostError as problem:
            error_of_entry = problem
            continue
        try:
            if _is_tried(engine, prototype, name):
                return None
        except BudgetError:
            raise
        except HostError as problem:
            error = problem
    return error or error_of_entry


def _enter(engine: Engine) -> None:
    """Let all players enter the running game."""
    for player in () if engine.game.map.homes else engine.game.players:
        player.respawn = "anywhere"
    engine.games.enter_players()
    _pass_time(engine, 0)


def _is_tried(engine: Engine, prototype: Prototype, name: str) -> bool:
    """Call a callback in the running game; return False when that is not possible there."""
    if not queue_callback(engine.game, prototype, name):
        return False
    engine.lua.call(lua_functions.run_callbacks)
    _pass_time(engine, _SECONDS)
    return True


def _pass_time(engine: Engine, seconds: float) -> None:
    engine.games.pass_time(seconds, players_enter=False)


def _tries_of_entities(engine: Engine, mod: str, request: Request) -> Iterator[Attempt]:
    for prototype in engine.session.registry.all("entity"):
        if prototype.mod == mod:
            yield partial(_failures_of_entity, engine, prototype, request)


def _failures_of_entity(engine: Engine, prototype: Prototype, request: Request) -> Iterator[Diagnostic]:
    try:
        _begin_small(engine, request)
        engine.lua.call(lua_functions.try_entity, prototype.mod, prototype.id, _SIZE // 2, _SIZE // 2, TURNS)
    except BudgetError:
        raise
    except HostError as error:
        yield from _failed(error, prototype.id, prototype)


def _tries_of_objects(engine: Engine, mod: str, request: Request) -> Iterator[Attempt]:
    failures = [error for error in engine.failures if error.mod == mod and not error.loading]
    if not all(isinstance(error, DanglingError) for error in failures):
        # No entry takes effect while one is refused.
        return
    for kind in _KINDS:
        for prototype in engine.session.registry.all(kind):
            if prototype.mod != mod:
                continue
            for act in engine.lua.call(lua_functions.list_acts, kind, prototype.id):
                yield partial(_failures_of_act, engine, prototype, act, request)


def _failures_of_act(engine: Engine, prototype: Prototype, act: str, request: Request) -> Iterator[Diagnostic]:
    for error in _errors_of_act(engine, prototype, act, request):
        yield from _failed(error, prototype.id, prototype, f"it {act}")


def _errors_of_act(engine: Engine, prototype: Prototype, act: str, request: Request) -> list[HostError]:
    """Let something happen to an object in games until nothing fails in one; return the errors of the last game."""
    errors: list[HostError] = []
    for is_small in (True, False) if begins_world(engine.lua, prototype.mod) else (True,):
        found = _errors_in_game(engine, prototype, act, request, is_small=is_small)
        if found is not None:
            errors = found
            if not found:
                break
    return errors


def _errors_in_game(
    engine: Engine, prototype: Prototype, act: str, request: Request, *, is_small: bool
) -> list[HostError] | None:
    """Let something happen to an object in new games until no new error comes; return all, or None without a game."""
    errors: dict[str, HostError] = {}
    while True:
        try:
            _begin_small(engine, request)
            if not engine.lua.call(lua_functions.begin_tries, prototype.mod, is_small):
                return None
        except BudgetError:
            raise
        except HostError:
            # The error of a game that cannot begin is reported where its maps are made.
            return None
        try:
            engine.lua.call(lua_functions.try_object, prototype.type, prototype.id, act, len(errors))
        except BudgetError:
            raise
        except HostError as error:
            # An error outside of handlers is never dropped, so it comes again: that ends the loop.
            if len(errors) < _MOST_ERRORS and errors.setdefault(str(error), error) is error:
                continue
        return list(errors.values())


def _failed(error: HostError, what: str, prototype: Prototype, when: str = "it is tried") -> Iterator[Diagnostic]:
    for diagnostic in from_error(error, prototype.mod):
        message = f"{what} fails when {when}: {diagnostic.message}"
        file, line = (diagnostic.file, diagnostic.line) if diagnostic.file else (prototype.file, prototype.line)
        yield new_diagnostic("handler", prototype.mod, message, file=file, line=line, hint=diagnostic.hint)


# -- games


def _begin_small(engine: Engine, request: Request) -> None:
    """Begin a game on a small map of default tiles, where all players enter."""
    session = engine.session
    game = engine.games.begin(request, strict=True)
    plan = Plan(_SIZE, _SIZE)
    plan.add_room(1, 1, _SIZE - 2, _SIZE - 2)
    game.map = paint(plan, default_stacks(session.registry, session.tiles), session.tiles, session.registry, game.uids)
    game.add_map(game.map)
    session.phase = PLAY


def _begin_generated(engine: Engine, request: Request) -> None:
    """Begin a game on the map of a generator."""
    engine.generate(request)
    engine.lua.call(lua_functions.set_strict, True)
    engine.session.phase = PLAY


# -- operations

TRY = Operation("host.tools.checking.tries:try_content", {"diagnostics": [SHAPE], "following": (int, NoneType)})
