"""Checks that run in a child process, beside the mods: what they register, their text, and trials of generators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any

from host.dialects import lua_functions
from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.simulation import begins_world
from host.errors import BudgetError, DanglingError, HostError, HostErrors, ManifestError, RequestError, listing
from host.generate.options import read_options
from host.model.game_map import GameMap
from host.model.request import Request
from host.mods.finder import may_add_to_base
from host.mods.manifest import DIALECTS
from host.paths import BUNDLED_MODS
from host.syntax.references import References
from host.syntax.scopes import Names
from host.tools.checking.diagnostic import SHAPE, Diagnostic, from_error, from_warning, in_order, new_diagnostic
from host.tools.checking.maps import comparable, digest, in_walls, out_of_reach
from host.tools.checking.pools import never_drawn
from host.tools.checking.segments import check_segments
from host.tools.checking.source import check_sources
from host.tools.checking.unknown_names import FileNames, find_unknown_names

PLAYERS = 2
# Two sources of maps that are not generators: the game of `dungeon-host travel`, and the first floors of unique areas.
# These texts replace the id of a generator, AREA with the id of the area after it. Ids have no spaces, so they differ.
TRAVEL, AREA = "a journey", "the area "
_AREA_TYPE = "base.unique_area"


def describe(generator: str) -> str:
    """Return what messages call a generator, or another maker of maps."""
    if generator == TRAVEL:
        return "the game that travel begins"
    return generator if generator.startswith(AREA) else f"the generator {generator}"


def survey(engine: Engine, folders: Sequence[str]) -> dict[str, Any]:
    """Return the mods in folders and the bundled mods, and the diagnostics of their manifests."""
    mods = engine.games.loader.find(map(Path, folders))
    return {
        "mods": [
            {
                "id": manifest.id,
                "folder": str(manifest.folder),
                "bundled": manifest.folder.is_relative_to(BUNDLED_MODS),
                "dialects": list(manifest.dialects or DIALECTS),
                "has_old_lua": manifest.has_old_lua,
                "may_add_to_base": may_add_to_base(manifest.folder),
            }
            for manifest in (*mods.in_folders.values(), *mods.bundled.values())
        ],
        "diagnostics": [diagnostic._asdict() for error in mods.errors for diagnostic in from_error(error)],
    }


def inspect(engine: Engine, mod: str) -> dict[str, Any]:
    """Return the diagnostics of a loaded mod, its generators with file and line, and the ids of all loaded mods.

    Mods of which entries are refused count as not loaded.
    """
    # The survey reports manifests that cannot be read.
    failures = [error for error in engine.failures if error.mod or not isinstance(error, ManifestError)]
    diagnostics: list[Diagnostic] = []
    # Errors of statements.
    raised: list[Diagnostic] = []
    generators: list[str] = []
    loaded = [other.id for other in engine.mods]
    # No entry takes effect while one is refused, so that no map can be made.
    refusing = {error.mod for error in failures if not isinstance(error, DanglingError)}
    if mod in loaded:
        diagnostics += _check_content(engine, mod)
        diagnostics += check_segments(engine.session, mod)
        diagnostics += never_drawn(engine.pools(), mod)
        generators = [source.id for source in engine.sources() if source.mod == mod]
        generators += [TRAVEL] if begins_world(engine.games.lua, mod) else []
        areas = (area for area in engine.session.registry.all(_AREA_TYPE) if area.mod == mod)
        generators += [f"{AREA}{area.id}" for area in areas]
    diagnostics += _warnings(engine, mod)
    raised += [from_warning(warning, mod) for warning in engine.warnings_of_failed]
    for error in failures:
        found = from_error(error, mod)
        (raised if error.loading else diagnostics).extend(found)
    diagnostics = [*raised, *without_consequences(engine, diagnostics)]
    return {
        "diagnostics": [diagnostic._asdict() for diagnostic in in_order(diagnostics)],
        "generators": [_describe_maker(engine, mod, generator) for generator in generators],
        "loaded": [other for other in loaded if other not in refusing],
    }


def without_consequences(engine: Engine, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics that do not only follow from statements which are left out because they fail."""
    recovery = engine.recovery
    if recovery is None:
        return [*diagnostics]
    return [one for one in diagnostics if not recovery.is_consequence(one.file, one.line, one.message)]


def _check_content(engine: Engine, mod: str) -> list[Diagnostic]:
    """Warn about what a mod describes in tables; return the diagnostics of errors."""
    try:
        engine.lua.call(lua_functions.check_content, mod)
    except HostError as error:
        return from_error(error, mod)
    return []


def _describe_maker(engine: Engine, mod: str, generator: str) -> dict[str, Any]:
    file, line = _place_of(engine, mod, generator)
    return {"id": generator, "file": file, "line": line}


def _place_of(engine: Engine, mod: str, generator: str) -> tuple[str, int | None]:
    """Return file and line where a generator is registered; the entry file of its mod for other makers of maps."""
    registry = engine.session.registry
    area = generator.removeprefix(AREA)
    prototype = registry.find("generator", generator) if area == generator else registry.find(_AREA_TYPE, area)
    if prototype is not None:
        return prototype.file, prototype.line
    (manifest,) = (other.manifest for other in engine.mods if other.id == mod)
    return f"{mod}/{manifest.entry or manifest.file.name}", None


def read_sources(
    engine: Engine,
    mod: str,
    folders: Sequence[str],
    neighbours: Sequence[str],
    dialects: Sequence[str],
    has_old_lua: bool,
) -> dict[str, Any]:
    """Return the diagnostics of the text of a mod; none of it runs.

    folders: of the mod, and of `neighbours`, the ids of the other mods.
    """
    folder, *others = map(Path, folders)
    files: dict[str, FileNames] = {}

    def note(file: str, names: Names, references: References) -> None:
        files[file] = FileNames.of(names, references)

    diagnostics = [
        *check_sources(engine, mod, folder, dialects, has_old_lua=has_old_lua, note=note),
        *find_unknown_names(engine, mod, folder, files, dict(zip(neighbours, others, strict=True))),
    ]
    return {"diagnostics": [diagnostic._asdict() for diagnostic in diagnostics]}


def trial(
    engine: Engine, mod: str, generators: Sequence[str], seeds: Sequence[int], whole: bool, players: int = PLAYERS
) -> dict[str, Any]:
    """Make maps with generators of a mod and their default options, and return the diagnostics of the maps.

    "made" holds a list for each generator: for each seed a digest of the map, or with `whole` the map as `comparable`
    returns it, or None when it failed.
    """
    if any(error.loading == mod for error in engine.failures):
        # The mod loaded in the first order of names and mods, and fails to load in this one.
        failed = [diagnostic for error in engine.failures for diagnostic in from_error(error, mod)]
        return {
            "diagnostics": [diagnostic._asdict() for diagnostic in failed],
            "made": [[None for _ in seeds] for _ in generators],
        }
    diagnostics: list[Diagnostic] = []
    made = []
    engine.remember_mods()
    for generator in generators:
        maps, problems = _try(engine, mod, Request(generator, seed=1, players=players), seeds)
        made.append([data and (data if whole else digest(data)) for data in maps])
        file, line = _place_of(engine, mod, generator)
        diagnostics += [problem if problem.file else problem._replace(file=file, line=line) for problem in problems]
    # Generators make classes, too. Nothing runs after a budget is used up.
    if not any(diagnostic.rule == "budget" for diagnostic in diagnostics):
        diagnostics += _check_content(engine, mod)
    diagnostics += _warnings(engine, mod)
    return {"diagnostics": [diagnostic._asdict() for diagnostic in in_order(diagnostics)], "made": made}


def _try(
    engine: Engine, mod: str, request: Request, seeds: Sequence[int]
) -> tuple[list[dict[str, Any] | None], list[Diagnostic]]:
    """Return a map for each seed, or None where it failed, and the diagnostics."""
    generator = str(request.generator)
    diagnostics = [] if " " in generator else list(_defaults(engine, mod, request))
    made: list[dict[str, Any] | None] = []
    failures: dict[str, tuple[HostError, list[int]]] = {}
    for seed in () if any(diagnostic.rule in ("menu", "budget") for diagnostic in diagnostics) else seeds:
        try:
            game_map = _make(engine, mod, request.with_seed(seed))
        except HostError as error:
            made.append(None)
            failures.setdefault(str(error), (error, []))[1].append(seed)
            if isinstance(error, BudgetError):
                # The next seed would take as long.
                break
            continue
        made_with = f"{describe(generator)} with seed {seed}"
        lost = out_of_reach(game_map)
        # One map is enough to report it.
        if lost and not any(diagnostic.rule == "unreachable" for diagnostic in diagnostics):
            diagnostics.append(_unreachable(mod, made_with, lost))
        walled = in_walls(game_map)
        if walled and not any(diagnostic.rule == "in-wall" for diagnostic in diagnostics):
            diagnostics.append(_in_wall(mod, made_with, walled))
        made.append(comparable(game_map))
    # By explanation: the plain reasons of seeds differ more often than the conflicting requirements.
    explained: dict[str, tuple[HostError, list[int]]] = {}
    for failure, failed_seeds in failures.values():
        cause, text = _explain(engine, mod, request.with_seed(failed_seeds[0]), failure)
        explained.setdefault(text or str(cause), (cause, []))[1].extend(failed_seeds)
    for cause, group in explained.values():
        diagnostic = _failed(mod, generator, cause, sorted(group))
        players, alone = request.players, replace(request, seed=group[0], players=1)
        if players > 1 and diagnostic.hint is None and _works(engine, mod, alone, cause):
            hint = f"it works for 1 player: check tried {players}, and --players 1 checks it for one"
            diagnostic = diagnostic._replace(hint=hint)
        diagnostics.append(diagnostic)
    return made + [None] * (len(seeds) - len(made)), diagnostics


def _make(engine: Engine, mod: str, request: Request) -> GameMap:
    # As for everybody who makes a map, what other maps left in the variables of mods changes nothing.
    engine.restore_mods()
    generator = str(request.generator)
    if generator.startswith(AREA):
        return engine.games.visit(generator.removeprefix(AREA), seed=request.seed)
    if generator != TRAVEL:
        return engine.generate(request)
    maps: list[GameMap] = []
    # The view returns None, so the game ends at once.
    world = Request(mod, seed=request.seed, players=1)
    engine.travel(world, lambda played: maps.append(played.map), strict=True)
    return maps[0]


def _works(engine: Engine, mod: str, alone: Request, error: HostError) -> bool:
    """Return whether a map that fails for several players, with an error, can be made for one."""
    if isinstance(error, BudgetError) or " " in str(alone.generator):
        return False
    try:
        _make(engine, mod, alone)
    except HostError:
        return False
    return True


def _explain(engine: Engine, mod: str, request: Request, error: HostError) -> tuple[HostError, str]:
    """Return the error of a map that cannot be made, with an explanation if there is one, and the text of that."""
    if isinstance(error, BudgetError):
        return error, ""
    try:
        outcome = engine.explain_making(lambda: _make(engine, mod, request))
    except BudgetError:
        return error, ""
    explanation = outcome.explanation
    if outcome.error is None or explanation is None or not explanation.wishes:
        return error, ""
    text = explanation.text()
    if text not in outcome.error.message:
        outcome.error.message += f"\n{explanation.request} failed before that: {explanation.reason}\n{text}"
    return outcome.error, text


def _defaults(engine: Engine, mod: str, request: Request) -> Iterator[Diagnostic]:
    """Yield diagnostics for defaults that the generator rejects when the caller gives them."""
    (source,) = (source for source in engine.sources() if source.id == request.generator)
    try:
        described = source.describe(request)
    except HostError as error:
        yield from from_error(error, mod, "menu")
        return
    defaults = {option.id: option.default for option in described.options}
    try:
        read_options(described, defaults)
        if defaults:
            engine.generate(replace(request, options=defaults))
    except BudgetError as error:
        yield from from_error(error, mod)
    except HostError as error:
        for part in error.errors if isinstance(error, HostErrors) else (error,):
            # Other errors are reported when the seeds are tried.
            if isinstance(part, RequestError):
                reason = part.message.removeprefix(f"{source.id}: ")
                message = f"{describe(source.id)} does not accept one of its own defaults: {reason}"
                yield new_diagnostic("menu-default", mod, message, file=part.file, line=part.line, hint=part.hint)


def _failed(mod: str, generator: str, error: HostError, seeds: Sequence[int]) -> Diagnostic:
    (diagnostic, *_) = from_error(error, mod, "generate")
    plural = "seeds" if len(seeds) > 1 else "seed"
    message = f"{describe(generator)} fails for {plural} {listing(map(str, seeds), 'and')}: {diagnostic.message}"
    if diagnostic.rule == "budget":
        return diagnostic._replace(message=message, mod=mod)
    # Another mod may raise the error, but the generator belongs to this mod.
    return new_diagnostic("generate", mod, message, file=diagnostic.file, line=diagnostic.line, hint=diagnostic.hint)


def _unreachable(mod: str, made_with: str, lost: Sequence[tuple[int, int]]) -> Diagnostic:
    squares = f"{len(lost)} squares of floor, the first at {lost[0]}," if len(lost) > 1 else f"the floor at {lost[0]}"
    message = f"{made_with}: {squares} cannot be reached from the homes"
    return new_diagnostic("unreachable", mod, message)


def _in_wall(mod: str, made_with: str, walled: Sequence[tuple[str, int, int]]) -> Diagnostic:
    name, x, y = walled[0]
    problem = f"{name} stands at {x, y}, a square that it cannot enter"
    more = f", and so do {len(walled) - 1} more" if len(walled) > 1 else ""
    hint = "squares of World and Vec count from 1, squares of maps and plans from 0"
    return new_diagnostic("in-wall", mod, f"{made_with}: {problem}{more}", hint=hint)


def _warnings(engine: Engine, mod: str) -> Iterator[Diagnostic]:
    """Yield the warnings of the host, and the old names that mods used."""
    session = engine.session
    for warning in (*engine.warnings_of_failed, *session.warnings, *session.notes):
        yield from_warning(warning, mod)


# -- operations

SURVEY = Operation(
    "host.tools.checking.inspect:survey",
    {
        "mods": [
            {"id": str, "folder": str, "bundled": bool, "dialects": [str], "has_old_lua": bool, "may_add_to_base": bool}
        ],
        "diagnostics": [SHAPE],
    },
)
READ_SOURCES = Operation("host.tools.checking.inspect:read_sources", {"diagnostics": [SHAPE]})
INSPECT = Operation(
    "host.tools.checking.inspect:inspect",
    {"diagnostics": [SHAPE], "generators": [{"id": str, "file": str, "line": (int, NoneType)}], "loaded": [str]},
)
TRIAL = Operation("host.tools.checking.inspect:trial", {"diagnostics": [SHAPE], "made": [[object]]})
