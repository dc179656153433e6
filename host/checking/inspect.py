"""The checks that run beside a mod: what it registered, what it wrote, what its generators make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from host.checking.diagnostic import Finding, found, in_order, of_caution, of_error
from host.checking.maps import comparable, digest, in_walls, out_of_reach
from host.checking.pools import never_drawn
from host.checking.segments import sealed
from host.checking.source import old_names
from host.engine.host import Host
from host.engine.jobs import Operation
from host.engine.travel import begins_game
from host.errors import BudgetError, Faults, GivenError, HostError, ManifestError, listing
from host.generate.options import resolve
from host.model.map import Map
from host.mods.manifest import DIALECTS
from host.paths import BUNDLED_MODS

PLAYERS = 2
# What stands for the id of a generator where something else is tried: the game that `dungeon-host travel` begins, or
# the first floor of a unique area, whose id follows. No id has a blank in it.
TRAVEL, AREA = "a journey", "the area "
_AREA_TYPE = "base.unique_area"


def called(generator: str) -> str:
    """What messages call something that makes maps."""
    if generator == TRAVEL:
        return "the game that travel begins"
    return generator if generator.startswith(AREA) else f"the generator {generator}"


def survey(host: Host, folders: Sequence[str]) -> dict[str, Any]:
    """The mods in folders and the bundled ones, and what is wrong with their manifests."""
    known = host.games.loader.find(map(Path, folders))
    return {
        "mods": [
            {
                "id": manifest.id,
                "folder": str(manifest.folder),
                "bundled": manifest.folder.is_relative_to(BUNDLED_MODS),
                "dialects": list(manifest.dialects or DIALECTS),
            }
            for manifest in (*known.given.values(), *known.bundled.values())
        ],
        "findings": [_packed(finding) for error in known.errors for finding in of_error(error)],
    }


def inspect(host: Host, mod: str) -> dict[str, Any]:
    """What is wrong with a mod as it was loaded; its generators, each with file and line; and the ids of all that is
    loaded, in order."""
    # Manifests that cannot be read are those of the survey.
    failures = [error for error in host.failures if error.mod or not isinstance(error, ManifestError)]
    findings = [finding for error in failures for finding in of_error(error, mod)]
    generators: list[str] = []
    loaded = [one.id for one in host.mods]
    if mod in loaded:
        findings += sealed(host.session, mod)
        findings += never_drawn(host.pools(), mod)
        generators = [source.id for source in host.sources() if source.mod == mod]
        generators += [TRAVEL] if begins_game(host.games, mod) else []
        areas = (one for one in host.session.registry.all(_AREA_TYPE) if one.mod == mod)
        generators += [f"{AREA}{one.id}" for one in areas]
    findings += _told(host, mod)
    return {
        "findings": [_packed(finding) for finding in in_order(findings)],
        "generators": [[one, *_place_of(host, mod, one)] for one in generators],
        "loaded": loaded,
    }


def _place_of(host: Host, mod: str, generator: str) -> tuple[str, int | None]:
    """File and line where a generator is registered; the entry of its mod for what is none."""
    registry = host.session.registry
    area = generator.removeprefix(AREA)
    prototype = registry.find("generator", generator) if area == generator else registry.find(_AREA_TYPE, area)
    if prototype is not None:
        return prototype.file, prototype.line
    (manifest,) = (one.manifest for one in host.mods if one.id == mod)
    return f"{mod}/{manifest.entry or manifest.file.name}", None


def read_sources(_: Host, mod: str, folders: Sequence[str], dialects: Sequence[str]) -> dict[str, Any]:
    """What is wrong with the text of a mod's files; none of it is run."""
    findings = [finding for folder in folders for finding in old_names(mod, Path(folder), dialects)]
    return {"findings": [_packed(finding) for finding in findings]}


def trial(host: Host, mod: str, generators: Sequence[str], seeds: Sequence[int], whole: bool) -> dict[str, Any]:
    """Make maps with generators of a mod and their default options. Gives for each of them a digest a seed, or with
    `whole` the map as `comparable` gives it, and nothing for a seed that fails."""
    if all(one.id != mod for one in host.mods):
        # It was loaded before: in this order of names or mods it is not.
        failed = [finding for error in host.failures for finding in of_error(error, mod)]
        return {"findings": [_packed(one) for one in failed], "made": [[None for _ in seeds] for _ in generators]}
    findings: list[Finding] = []
    made = []
    for generator in generators:
        maps, wrong = _try(host, mod, generator, seeds)
        made.append([one and (one if whole else digest(one)) for one in maps])
        file, line = _place_of(host, mod, generator)
        findings += [one if one.file else one._replace(file=file, line=line) for one in wrong]
    findings += _told(host, mod)
    return {"findings": [_packed(one) for one in in_order(findings)], "made": made}


def _try(
    host: Host, mod: str, generator: str, seeds: Sequence[int]
) -> tuple[list[dict[str, Any] | None], list[Finding]]:
    """(a map for each seed, or None, and what is wrong with them)."""
    findings = [] if " " in generator else list(_defaults(host, mod, generator))
    made: list[dict[str, Any] | None] = []
    failures: dict[str, tuple[HostError, list[int]]] = {}
    for seed in () if any(finding.rule in ("menu", "budget") for finding in findings) else seeds:
        try:
            game_map = _make(host, mod, generator, seed)
        except HostError as error:
            made.append(None)
            failures.setdefault(str(error), (error, []))[1].append(seed)
            if isinstance(error, BudgetError):
                # The next one would take as long.
                break
            continue
        lost = out_of_reach(game_map)
        # One map shows it as well as three.
        if lost and not any(finding.rule == "unreachable" for finding in findings):
            findings.append(_unreachable(mod, generator, seed, lost))
        walled = in_walls(game_map)
        if walled and not any(finding.rule == "in-wall" for finding in findings):
            findings.append(_in_wall(mod, generator, seed, walled))
        made.append(comparable(game_map))
    findings += [_failed(mod, generator, *failure) for failure in failures.values()]
    return made + [None] * (len(seeds) - len(made)), findings


def _make(host: Host, mod: str, generator: str, seed: int) -> Map:
    if generator.startswith(AREA):
        return host.games.visit(generator.removeprefix(AREA), seed=seed)
    if generator != TRAVEL:
        return host.generate(generator, seed=seed, players=PLAYERS)
    maps: list[Map] = []
    # It ends where it begins: there is no key.
    host.travel(mod, lambda game_map, *_: maps.append(game_map), seed=seed, strict=True)
    return maps[0]


def _defaults(host: Host, mod: str, generator: str) -> Iterator[Finding]:
    """Findings for defaults that the generator does not take when they are given."""
    (source,) = (one for one in host.sources() if one.id == generator)
    try:
        described = source.describe(PLAYERS)
    except HostError as error:
        yield from of_error(error, mod, "menu")
        return
    defaults = {option.id: option.default for option in described.options}
    try:
        resolve(described, defaults)
        if defaults:
            host.generate(generator, seed=1, players=PLAYERS, options=defaults)
    except BudgetError as error:
        yield from of_error(error, mod)
    except HostError as error:
        for one in error.errors if isinstance(error, Faults) else (error,):
            # All else is told for the seeds that are tried.
            if isinstance(one, GivenError):
                what = one.message.removeprefix(f"{generator}: ")
                message = f"{called(generator)} does not take a default of its own: {what}"
                yield found("menu-default", mod, message, file=one.file, line=one.line, hint=one.hint)


def _failed(mod: str, generator: str, error: HostError, seeds: Sequence[int]) -> Finding:
    (finding, *_) = of_error(error, mod, "generate")
    plural = "seeds" if len(seeds) > 1 else "seed"
    message = f"{called(generator)} fails for {plural} {listing(map(str, seeds), 'and')}: {finding.message}"
    if finding.rule == "budget":
        return finding._replace(message=message, mod=mod)
    # Whoever runs into it: the generator is this mod's.
    return found("generate", mod, message, file=finding.file, line=finding.line, hint=finding.hint)


def _unreachable(mod: str, generator: str, seed: int, lost: Sequence[tuple[int, int]]) -> Finding:
    squares = f"{len(lost)} squares of floor, the first at {lost[0]}," if len(lost) > 1 else f"the floor at {lost[0]}"
    message = f"{called(generator)} with seed {seed}: {squares} cannot be reached from the homes"
    return found("unreachable", mod, message)


def _in_wall(mod: str, generator: str, seed: int, walled: Sequence[tuple[str, int, int]]) -> Finding:
    name, x, y = walled[0]
    what = f"{name} stands at {x, y}, which is closed"
    more = f", and so is it for {len(walled) - 1} more" if len(walled) > 1 else ""
    hint = "squares of World and Vec count from 1, those of maps and plans from 0"
    return found("in-wall", mod, f"{called(generator)} with seed {seed}: {what}{more}", hint=hint)


def _told(host: Host, mod: str) -> Iterator[Finding]:
    """What the host warned of, and old names that it saw used."""
    session = host.session
    for caution in (*host.cautions_of_failed, *session.cautions, *session.deprecated):
        yield of_caution(caution, mod)


def _packed(finding: Finding) -> list[Any]:
    return list(finding)


# -- operations

SURVEY = Operation(
    "host.checking.inspect:survey",
    {"mods": [{"id": str, "folder": str, "bundled": bool, "dialects": [str]}], "findings": [list]},
)
READ_SOURCES = Operation("host.checking.inspect:read_sources", {"findings": [list]})
INSPECT = Operation("host.checking.inspect:inspect", {"findings": [list], "generators": [[object]], "loaded": [str]})
TRIAL = Operation("host.checking.inspect:trial", {"findings": [list], "made": [[object]]})
