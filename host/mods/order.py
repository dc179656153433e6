"""Which mods to load, and in what order: dependencies first, ties by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from host.errors import GivenError, HostError, ManifestError, did_you_mean
from host.mods.finder import Found
from host.mods.manifest import Manifest, satisfies


def choose(found: Found, named: Iterable[str], *, backwards: bool = False) -> tuple[list[Manifest], list[HostError]]:
    """The mods to load, in order: those `named`, and what they need.

    `backwards` turns around what the ids decide. Everything that is wrong (missing, conflicting, circular) is returned,
    not raised.
    """
    errors: list[HostError] = []
    chosen: dict[str, Manifest] = {}
    waiting: list[str] = []
    for name in sorted(set(named)):
        if found.get(name) is None:
            hint = did_you_mean(name, found.ids())
            if Path(name).is_dir():
                hint = f'the folder is Path("{name}")'
            errors.append(GivenError(f'there is no mod "{name}"', hint=hint))
        else:
            waiting.append(name)
    while waiting:
        identity = waiting.pop()
        if identity in chosen:
            continue
        manifest = found.get(identity)
        if manifest is None:
            continue
        chosen[identity] = manifest
        for needed, wanted in sorted(manifest.dependencies.items()):
            errors += _check_dependency(found, manifest, needed, wanted)
            waiting.append(needed)
    errors += _conflicts(chosen)
    ordered, cycle = _sort(chosen, max if backwards else min)
    if cycle:
        chain = " → ".join([*cycle, cycle[0]])
        errors.append(
            ManifestError(f"mods need each other in a circle: {chain}", file=str(chosen[cycle[0]].file), mod=cycle[0])
        )
    return ordered, errors


def _check_dependency(found: Found, manifest: Manifest, needed: str, wanted: str) -> list[HostError]:
    other, key = found.get(needed), f"dependencies.{needed}"
    if needed in found.left_out:
        return [
            ManifestError(
                f'mod {manifest.id} needs the mod "{needed}", which is left out',
                file=str(manifest.file),
                mod=manifest.id,
                path=key,
            )
        ]
    if other is None:
        return [
            ManifestError(
                f'mod {manifest.id} needs the mod "{needed}", which is not there',
                file=str(manifest.file),
                mod=manifest.id,
                path=key,
                hint=did_you_mean(needed, found.ids()),
            )
        ]
    if not satisfies(other.version, wanted):
        return [
            ManifestError(
                f"mod {manifest.id} needs {needed} {wanted}, and {needed} is version {other.version} ({other.folder})",
                file=str(manifest.file),
                mod=manifest.id,
                path=key,
            )
        ]
    return []


def _conflicts(chosen: dict[str, Manifest]) -> list[HostError]:
    errors: list[HostError] = []
    for identity, manifest in sorted(chosen.items()):
        for other, wanted in sorted(manifest.conflicts.items()):
            if other in chosen and satisfies(chosen[other].version, wanted):
                errors.append(
                    ManifestError(
                        f"mod {identity} cannot be loaded with {chosen[other]}, as its manifest says",
                        file=str(manifest.file),
                        mod=identity,
                        path=f"conflicts.{other}",
                    )
                )
        for other, wanted in sorted(manifest.optional.items()):
            if other in chosen and not satisfies(chosen[other].version, wanted):
                errors.append(
                    ManifestError(
                        f"mod {identity} goes only with {other} {wanted}, and {other} is version "
                        f"{chosen[other].version}",
                        file=str(manifest.file),
                        mod=identity,
                        path=f"optional.{other}",
                    )
                )
    return errors


def _sort(chosen: dict[str, Manifest], first_of: Callable[[Iterable[str]], str]) -> tuple[list[Manifest], list[str]]:
    """(the mods in load order, a cycle of ids or nothing)."""
    needs = {identity: {n for n in (*m.dependencies, *m.optional) if n in chosen} for identity, m in chosen.items()}
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
    # Follow the needs of what is left until something comes again.
    trail = [min(needs)]
    while (following := min(needs[trail[-1]])) not in trail:
        trail.append(following)
    return ordered, trail[trail.index(following) :]
