"""Which versions of mods fit together; when none do, all that stands in the way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from host.errors import RequestError, listing, shorten
from host.mods.sharing.candidates import BUNDLED, Candidate, Candidates, Requirement, choose_matches, fits

if TYPE_CHECKING:
    from resolvelib import AbstractProvider

# Bounds of a search, which an index may make long.
_MOST_ROUNDS, _SECONDS = 5_000, 60.0
# Versions that a message lists, and mods of a dependency tree that it looks at.
_MOST_SHOWN, _MOST_MODS = 8, 2_000
# Characters of the line of a conflict.
_LONGEST = 1_000


def resolve(candidates: Candidates, asked: Sequence[Requirement]) -> dict[str, Candidate]:
    """Return the candidates to have, by id: what is asked for, what that needs, and what is installed.

    Installed mods that work now work afterwards, too; they change only when they must. Raises RequestError that lists
    all conflicts.
    """
    resolvelib = _import_resolvelib()
    roots = [*asked, *_installed_roots(candidates, {requirement.id for requirement in asked})]
    resolver = resolvelib.Resolver(_make_provider(candidates), resolvelib.BaseReporter())
    try:
        result = resolver.resolve(roots, max_rounds=_MOST_ROUNDS)
    except resolvelib.ResolutionImpossible as error:
        causes = [cause.requirement for cause in error.causes]
        raise _conflict_error(candidates, _find_conflicts(candidates, roots, causes)) from None
    except (resolvelib.ResolutionTooDeep, TimeoutError):
        raise RequestError(
            "the versions that fit together were not found in time: a range such as ==1.0.0 makes it easier"
        ) from None
    chosen: dict[str, Candidate] = dict(result.mapping)
    _refuse_conflicts(chosen, asked)
    return chosen


def _import_resolvelib() -> Any:
    try:
        import resolvelib
    except ImportError:
        from host.paths import how_to_install

        raise RequestError(
            f"install needs the Python package resolvelib: {how_to_install('[install]')} installs it"
        ) from None
    return resolvelib


def _installed_roots(candidates: Candidates, asked: set[str]) -> Iterator[Requirement]:
    """Yield requirements that installed mods stay, except those that lack something already."""
    here = candidates.fixed()
    for identity, candidate in sorted(here.items()):
        needs = candidate.dependencies.items()
        works = all(other in here and fits(here[other].version, wanted) for other, wanted in needs)
        if candidate.origin != BUNDLED and works and identity not in asked:
            yield Requirement(identity, "")


def _make_provider(candidates: Candidates) -> AbstractProvider[Requirement, Candidate, str]:
    """Return what resolvelib asks about mods."""
    from resolvelib import AbstractProvider

    end = time.monotonic() + _SECONDS

    class Provider(AbstractProvider[Requirement, Candidate, str]):
        def identify(self, requirement_or_candidate: Requirement | Candidate) -> str:
            return requirement_or_candidate.id

        def get_preference(self, identifier: str, *_: Any, **__: Any) -> str:
            return identifier

        def find_matches(
            self,
            identifier: str,
            requirements: Mapping[str, Iterator[Requirement]],
            incompatibilities: Mapping[str, Iterator[Candidate]],
        ) -> Any:
            if time.monotonic() > end:
                raise TimeoutError
            needs, refused = [*requirements[identifier]], [*incompatibilities[identifier]]
            # Called anew for each walk, and read only as far as needed: an index may not be needed at all.
            return lambda: (
                candidate for candidate in choose_matches(candidates.of(identifier), needs) if candidate not in refused
            )

        def is_satisfied_by(self, requirement: Requirement, candidate: Candidate) -> bool:
            return requirement.admits(candidate)

        def get_dependencies(self, candidate: Candidate) -> list[Requirement]:
            return [Requirement(identity, wanted, candidate) for identity, wanted in candidate.dependencies.items()]

    return Provider()


def _find_conflicts(
    candidates: Candidates, roots: Sequence[Requirement], causes: Iterable[Requirement]
) -> dict[str, list[Requirement]]:
    """Return the requirements of each mod of which no version fits: of the search, and of the best versions at hand.

    The search ends at the first conflict that it cannot avoid. So this goes through the best version of each mod, and
    finds the others.
    """
    needs: dict[str, list[Requirement]] = {}
    waiting, seen = [*roots], set[str]()
    while waiting and len(seen) < _MOST_MODS:
        need = waiting.pop(0)
        needs.setdefault(need.id, []).append(need)
        if need.id in seen:
            continue
        seen.add(need.id)
        best = next(choose_matches(candidates.of(need.id), [need]), None)
        waiting += [Requirement(other, wanted, best) for other, wanted in best.dependencies.items()] if best else []
    conflicts = {
        identity: listed
        for identity, listed in needs.items()
        if next(choose_matches(candidates.of(identity), listed), None) is None
    }
    for cause in causes:
        listed = conflicts.setdefault(cause.id, [])
        if cause not in listed:
            listed.append(cause)
    return conflicts


def _conflict_error(candidates: Candidates, conflicts: Mapping[str, Sequence[Requirement]]) -> RequestError:
    """Return an error with a line for each mod of which no version fits."""
    lines = [_describe(candidates, identity, needs) for identity, needs in sorted(conflicts.items())]
    error = _as_error(lines)
    if not candidates.has_indexes:
        error.hint = "name the archives of what is needed, too, or an index that has all: INDEX/ID"
    return error


def _describe(candidates: Candidates, identity: str, needs: Sequence[Requirement]) -> str:
    who = listing(dict.fromkeys(str(need) for need in needs), "and")
    known = [*candidates.of(identity)]
    if not known:
        hint = candidates.suggest(identity)
        return f'there is no mod "{identity}": {who}{f" ({hint})" if hint else ""}'
    versions = [str(candidate) for candidate in known[:_MOST_SHOWN]]
    more = f" and {len(known) - _MOST_SHOWN} more" if len(known) > _MOST_SHOWN else ""
    is_yanked = any(candidate.is_yanked for candidate in known)
    rule = "; a yanked version must be asked for exactly, such as ==1.0.0" if is_yanked else ""
    return f"no version of {identity} fits: {who}; there is {', '.join(versions)}{more}{rule}"


def _as_error(lines: Sequence[str]) -> RequestError:
    if len(lines) == 1:
        return RequestError(shorten(lines[0], _LONGEST))
    return RequestError("\n".join(["these mods cannot be installed together", *(shorten(x, _LONGEST) for x in lines)]))


def _refuse_conflicts(chosen: Mapping[str, Candidate], asked: Iterable[Requirement]) -> None:
    """Raise RequestError when a mod says that it cannot be loaded with another one that would load with it."""
    waiting, loaded = [requirement.id for requirement in asked], dict[str, Candidate]()
    while waiting:
        candidate = chosen[waiting.pop()]
        if candidate.id not in loaded:
            loaded[candidate.id] = candidate
            waiting += candidate.dependencies
    lines = [
        f"{mod.id} {mod.version} cannot be loaded with {other} {loaded[other].version}, as its manifest says"
        for _, mod in sorted(loaded.items())
        for other, wanted in sorted(mod.conflicts.items())
        if other in loaded and fits(loaded[other].version, wanted)
    ]
    if lines:
        raise _as_error(lines)
