"""What workers of a survey do: they make dungeons and measure them, also with metrics of mods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from math import isfinite, nan
from time import monotonic, perf_counter
from typing import Any

from host.border.deadline import set_deadline
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.playing.played_game import play_by_itself
from host.errors import BudgetError, HostError, InternalError, ModError
from host.errors.spelling import nearest
from host.generate.options import read_options
from host.metrics import measure
from host.metrics.contents import KINDS, SEGMENT, count_contents
from host.metrics.occurrence import OPTION, SEPARATOR
from host.model.digest import map_digest
from host.model.game_map import GameMap
from host.model.request import Request
from host.survey.draw_counter import DrawCounter

# Seconds after which a batch ends, so that its rows are stored and a worker can be stopped.
BATCH_SECONDS = 0.25
# Metrics for which a dungeon is played.
_PLAYED = frozenset({"outcome", "turns"})
# Outcomes of a dungeon.
MADE, FAILED = "made", "failed"


def describe_survey(engine: Engine, requests: Sequence[Mapping[str, Any]], contents: Sequence[str]) -> dict[str, Any]:
    """Return the id of the generator, the mods, the metrics of mods with their help, and the ids of contents.

    `requests` are plain data, one for each value of the swept option. `contents` are metrics of contents; those whose
    content no mod has are returned as missing, with the nearest name or an empty text. Raises RequestError for options
    that the generator does not have, and for values that an option in `contents` cannot have.
    """
    first, *others = (Request.from_data(data) for data in requests)
    source, first, _ = engine.prepare(first)
    generator = source.describe(first)
    options = [option.id for option in generator.options]
    for request in others:
        engine.prepare(request.with_generator(source.id))
    # Dungeons begin in fresh games.
    engine.games.discard()
    mods = [[mod.id, mod.version, mod.content_hash] for mod in engine.mods]
    metrics = {prototype.id: prototype.fields for prototype in engine.session.registry.all("metric")}
    registered = {kind: [prototype.id for prototype in engine.session.registry.all(kind)] for kind in KINDS}
    segments = [segment.fields.title for segment in engine.session.registry.all(SEGMENT) if segment.fields.title]
    # Creatures and items of some dialects have prototypes of other types.
    ids = [identity for identity in engine.session.registry.ids() if identity not in registered[SEGMENT]]
    known = {**dict.fromkeys(KINDS, ids), SEGMENT: [*registered[SEGMENT], *segments], OPTION: options}
    missing = {}
    for name in contents:
        kind, _, pattern = name.partition(SEPARATOR)
        option, is_compared, value = pattern.partition("=")
        if kind == OPTION and is_compared and option in options:
            read_options(generator, {option: value})
        elif not any(fnmatchcase(identity, option if kind == OPTION else pattern) for identity in known[kind]):
            missing[name] = _nearest(option if kind == OPTION else pattern, known[kind])
    return {
        "generator": source.id,
        "mods": mods,
        "metrics": metrics,
        "registered": registered,
        "missing": missing,
    }


def _nearest(name: str, ids: Sequence[str]) -> str:
    """Return the id that is most like a name, which may lack the mod; or an empty text."""
    short = {identity.rpartition(".")[2]: identity for identity in reversed(ids)}
    return short.get(name) or nearest(name, ids) or short.get(nearest(name, short) or "") or ""


def measure_dungeons(
    engine: Engine, request: Request, count: int, metrics: Sequence[str], seconds: float
) -> dict[str, Any]:
    """Make the dungeons of `count` seeds from the seed of a request on, each in at most `seconds`.

    Returns a row for each, [outcome, reason, file, line, seconds, digest, values of metrics], and how often segments,
    items and monsters are in them: {kind: {id: [number of dungeons, number]}}, and what was drawn (see `draws`). There
    are fewer rows when the time of a batch is up, and when a dungeon uses up a budget. The next batch makes that
    dungeon first, in a fresh process, because the dungeons before it may have left memory in use. Only a failure there
    is a row. Each dungeon finds mods as they were loaded, where the engine remembers that.
    """
    rows: list[list[Any]] = []
    usage: dict[str, dict[str, list[int]]] = {}
    draws = DrawCounter(engine.lua, engine.session.registry)
    end = monotonic() + BATCH_SECONDS
    is_fresh = engine.session.game is None
    prepared = engine.prepare(request)
    for number in range(count):
        if rows and monotonic() > end:
            break
        set_deadline(seconds)
        started = perf_counter()
        try:
            draws.begin()
            game_map = engine.make(prepared, request.seed + number)
            took = perf_counter() - started
            # Before metrics of mods, which may change the map.
            digest, contents = map_digest(game_map), count_contents(game_map)
            draws.read(engine.session.current_game, game_map)
            values = _measure(engine, game_map, metrics, seconds, is_first=is_fresh and not number)
            if number and engine.taint():
                # The dungeons before it may have changed it: it is made again.
                engine.restore_mods()
                break
            rows.append([MADE, None, None, None, took, digest, values])
            _add_usage(contents, usage)
            draws.add()
            if engine.lua.used_up is not None:
                break
        except BudgetError as error:
            if is_fresh and not number:
                rows.append(_failure(error, perf_counter() - started, metrics))
            break
        except InternalError:
            raise
        except HostError as error:
            rows.append(_failure(error, perf_counter() - started, metrics))
        # The next batch finds mods as they were loaded, if need be in a fresh process.
        if engine.taint() or engine.restore_mods():
            break
    return {"rows": rows, "usage": usage, "draws": draws.draws()}


def _measure(
    engine: Engine, game_map: GameMap, metrics: Sequence[str], seconds: float, *, is_first: bool
) -> list[float | None]:
    """Return the values of metrics; None for NaN, and for a metric of a mod that fails, which is a warning.

    `is_first`: no dungeon before may have left memory in use, so that a metric which uses up a budget fails, too.
    Otherwise raises BudgetError.
    """
    if not metrics:
        return []
    values = measure(game_map, [name for name in metrics if name not in _PLAYED and not belongs_to_mod(name)])
    registry = engine.session.registry
    for name in filter(belongs_to_mod, metrics):
        prototype = registry.find("metric", name)
        described = engine.game.number_of(game_map), game_map.width, game_map.height
        try:
            value = (
                None if prototype is None else engine.lua.call(lua_functions.measure_map, prototype.index, *described)
            )
        except BudgetError as error:
            if not is_first:
                raise
            # Nothing of the mods runs any more.
            engine.session.warn(
                f"the metric {name} used up a budget, so it and those after it have no value: {error.message}",
                error.file,
                error.line,
            )
            break
        except ModError as error:
            engine.session.warn(f"the metric {name} failed: {error.message}", error.file, error.line)
            value = None
        values[name] = nan if value is None else value
    if not _PLAYED.isdisjoint(metrics) and engine.lua.used_up is None:
        # At last, because it changes the map.
        _play(engine, seconds, is_first=is_first)
        values.update(measure(game_map, [name for name in metrics if name in _PLAYED]))
    return [float(values[name]) if isfinite(values.get(name, nan)) else None for name in metrics]


def _play(engine: Engine, seconds: float, *, is_first: bool) -> None:
    """Let the player play the dungeon that was made last, in at most `seconds`; errors are warnings, as above."""
    set_deadline(seconds)
    try:
        play_by_itself(engine.games)
    except InternalError:
        raise
    except HostError as error:
        if isinstance(error, BudgetError) and not is_first:
            raise
        engine.session.warn(f"outcome and turns have no value: {error.message}", error.file, error.line)


def belongs_to_mod(metric: str) -> bool:
    """Return whether a mod registered a metric: the id begins with the id of the mod, and counts no contents."""
    return "." in metric and SEPARATOR not in metric


def _failure(error: HostError, took: float, metrics: Sequence[str]) -> list[Any]:
    return [FAILED, str(error.message), error.file, error.line, took, None, [None] * len(metrics)]


def _add_usage(contents: Mapping[str, Mapping[str, int]], usage: dict[str, dict[str, list[int]]]) -> None:
    """Add the contents of a map to `usage`."""
    for kind, counter in contents.items():
        totals = usage.setdefault(kind, {})
        for identity, number in counter.items():
            total = totals.setdefault(identity, [0, 0])
            total[0] += 1
            total[1] += number


DESCRIBE = Operation(
    "host.survey.measuring:describe_survey",
    {"generator": str, "mods": [list], "metrics": {str: str}, "registered": {str: [str]}, "missing": {str: str}},
)
MEASURE = Operation(
    "host.survey.measuring:measure_dungeons",
    {"rows": [list], "usage": {str: {str: list}}, "draws": {str: {str: list}}},
)
