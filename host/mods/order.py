"""Load order of mods: dependencies first, then by id; modules of kts without a manifest come after `base`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from host.errors import HostError, ManifestError, RequestError
from host.errors.spelling import did_you_mean
from host.mods.finder import AvailableMods
from host.mods.manifest import Manifest, satisfies
from host.paths import why_no_folder

# The module of kts whose menu and whose content other modules change.
_BASE = "base"


def choose(
    available: AvailableMods, named: Iterable[str], *, backwards: bool = False
) -> tuple[list[Manifest], list[HostError]]:
    """Return the mods to load, in order: those `named` and their dependencies; and all errors.

    `backwards` reverses the order of mods that do not depend on each other. Errors are missing mods, conflicts and
    cycles.
    """
    errors: list[HostError] = []
    chosen: dict[str, Manifest] = {}
    waiting: list[str] = []
    for name in sorted(set(named)):
        if available.get(name) is None:
            hint = did_you_mean(name, available.ids())
            if why_no_folder(Path(name)) is None:
                hint = f'the folder is Path("{name}")'
            errors.append(RequestError(f'there is no mod "{name}"', hint=hint))
        else:
            waiting.append(name)
    while waiting:
        identity = waiting.pop()
        if identity in chosen:
            continue
        manifest = available.get(identity)
        if manifest is None:
            continue
        chosen[identity] = manifest
        for needed, wanted in sorted(manifest.dependencies.items()):
            errors += _check_dependency(available, manifest, needed, wanted)
            waiting.append(needed)
    errors += _conflicts(chosen)
    ordered, cycle = _sort(chosen, max if backwards else min)
    if cycle:
        chain = " → ".join([*cycle, cycle[0]])
        errors.append(chosen[cycle[0]].error(f"mods depend on each other in a cycle: {chain}", "dependencies"))
    return ordered, errors


def _check_dependency(
    available: AvailableMods, manifest: Manifest, needed: str, wanted: str
) -> Iterator[ManifestError]:
    other, key = available.get(needed), f"dependencies.{needed}"
    if needed in available.left_out:
        yield manifest.error(f'mod {manifest.id} needs the mod "{needed}", which is left out', key)
    elif other is None:
        hint = did_you_mean(needed, available.ids()) or how_to_find(manifest.id, needed)
        yield manifest.error(f'mod {manifest.id} needs the mod "{needed}", which is not there', key, hint)
    elif not satisfies(other.version, wanted):
        found = f"{needed} is version {other.version} ({other.folder})"
        yield manifest.error(f"mod {manifest.id} needs {needed} {wanted}, and {found}", key)


def _conflicts(chosen: dict[str, Manifest]) -> Iterator[ManifestError]:
    for identity, manifest in sorted(chosen.items()):
        for other, wanted in sorted(manifest.conflicts.items()):
            if other in chosen and satisfies(chosen[other].version, wanted):
                rule = f"cannot be loaded with {chosen[other]}, as its manifest says"
                yield manifest.error(f"mod {identity} {rule}", f"conflicts.{other}")
        for other, wanted in sorted(manifest.optional.items()):
            if other in chosen and not satisfies(chosen[other].version, wanted):
                rule = f"goes only with {other} {wanted}, and {other} is version {chosen[other].version}"
                yield manifest.error(f"mod {identity} {rule}", f"optional.{other}")


def _all_needs(identity: str, needs: dict[str, set[str]]) -> set[str]:
    """Return the mods that a mod needs, those that they need, and the mod itself."""
    ids = {identity}
    waiting = [identity]
    while waiting:
        added = needs.get(waiting.pop(), set()) - ids
        ids |= added
        waiting += added
    return ids


def _sort(chosen: dict[str, Manifest], first_of: Callable[[Iterable[str]], str]) -> tuple[list[Manifest], list[str]]:
    """Return the mods in load order, and a cycle of ids or an empty list."""
    needs = {identity: {n for n in (*m.dependencies, *m.optional) if n in chosen} for identity, m in chosen.items()}
    before_base = _all_needs(_BASE, needs)
    for identity, manifest in chosen.items():
        if manifest.legacy == "init.lua" and _BASE in chosen and identity not in before_base:
            needs[identity].add(_BASE)
    ready = {identity for identity, needed in needs.items() if not needed}
    ordered = []
    while ready:
        identity = first_of(ready)
        ready.remove(identity)
        ordered.append(chosen[identity])
        del needs[identity]
        for other, needed in needs.items():
            if identity in needed:
                needed.remove(identity)
                if not needed:
                    ready.add(other)
    if not needs:
        return ordered, []
    # Follow dependencies among the remaining mods until one repeats.
    trail = [min(needs)]
    while (following := min(needs[trail[-1]])) not in trail:
        trail.append(following)
    return ordered, trail[trail.index(following) :]


def how_to_find(mod: str, other: str) -> str:
    """Return how to let a mod find another mod."""
    return f"put the folder of {other} beside the folder of {mod}, or name it in --mods or `Host([…])`"
