"""Names that a mod calls or indexes and that neither the mod nor the host has, also in code that never ran."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from host.engine.engine import Engine
from host.errors import counted, in_one_line, shorten
from host.errors.spelling import find_misread
from host.mods.manifest import Manifest
from host.syntax.references import NameReference, References, read_references
from host.syntax.scopes import Names, resolve_names
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic
from host.tools.checking.host_names import HostNames, Words
from host.tools.checking.unread import read_chunks

# Names that reach all global variables, whatever their names: a mod that uses one may have any variable.
_REFLECTION = frozenset(("_ENV", "setfenv", "getfenv", "rawset", "load", "loadstring", "loadfile", "module"))
_GLOBALS = "_G"
# Next to these a name is tested: it may be missing.
_BEFORE_TEST = frozenset(("or", "and", "not", "#"))
_AFTER_TEST = frozenset(("or", "and", "then", "==", "~="))
# The most unknown names of a mod that are looked at, and characters of a name that are shown.
_MOST_NAMES, _LONGEST_NAME = 200, 120


class FileNames(NamedTuple):
    """The names of a file: its references, the global names that it tests, and whether it reaches any variable."""

    references: References
    tested: frozenset[str]
    is_reflective: bool

    @staticmethod
    def of(names: Names, references: References) -> FileNames:
        """Return the names of a parsed file."""
        return FileNames(references, _tested(names), _is_reflective(names))


def find_unknown_names(
    engine: Engine, mod: str, folder: Path, files: Mapping[str, FileNames], others: Mapping[str, Path]
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each name that a mod calls or indexes and that does not exist.

    files: the names of the files of the mod, by path.
    others: the folders of the other mods, by id.
    """
    manifest = engine.games.loader.find([folder]).in_folders.get(mod)
    if manifest is not None:
        yield from _Reader(engine, manifest, files, others).diagnostics()


class _Reader:
    def __init__(
        self, engine: Engine, manifest: Manifest, files: Mapping[str, FileNames], others: Mapping[str, Path]
    ) -> None:
        self._engine = engine
        self._manifest = manifest
        self._mod = manifest.id
        self._others = others
        self._host = HostNames(engine, manifest)
        self._files = files
        sources = self._files.values()
        self._variables = {*others, *(("arg",) if manifest.has_old_lua else ()), self._mod, _GLOBALS, "self"}.union(
            *map(_variables, sources)
        )
        self._members = set[str]().union(*(source.references.members for source in sources))
        self._tested = frozenset[str]().union(*(source.tested for source in sources))
        self._is_reflective = any(source.is_reflective for source in sources)
        paths = {path for source in sources for path, _ in source.references.modules}
        self._modules = self._host.modules_of(sorted(paths))
        # Tables that are passed on, or get members under computed names: what they have is not known from the text.
        self._opened = {
            reference.names
            for source in sources
            for reference in map(_plain, source.references.names)
            if not reference.is_followed
        }

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each name, at its first use."""
        # Name -> the source locations of its uses; and the names of which a use fails.
        uses: dict[str, list[tuple[str, int]]] = {}
        failing: set[str] = set()
        for file, source in self._files.items():
            for reference in map(_plain, source.references.names):
                name = self._unknown(reference)
                if name and (name in uses or len(uses) < _MOST_NAMES):
                    uses.setdefault(name, []).append((file, reference.line))
                    if reference.is_followed or reference.names[-1] != name.rpartition(".")[2]:
                        failing.add(name)
        foreign = self._variables_of_others() if uses else set()
        hinted = ((name, places, self._hint(name)) for name, places in uses.items() if name not in foreign)
        shown = [
            (name, places, hint)
            for name, places, hint in hinted
            # Folders of other programs use much that the host lacks: `check --compat` lists that.
            if hint or (name in failing and self._manifest.legacy is None)
        ]
        for name, places, hint in shown:
            file, line = places[0]
            more = f" ({counted(len(places) - 1, 'more use')} in the mod)" if len(places) > 1 else ""
            message = f"neither the host nor the mod has the name {shorten(in_one_line(name), _LONGEST_NAME)}{more}"
            yield new_diagnostic("unknown-name", self._mod, message, file=file, line=line, hint=hint)

    def _unknown(self, reference: NameReference) -> str:
        """Return the part of a name that does not exist, or an empty text."""
        module, names, _, is_followed = reference
        existing = 0
        if module:
            title = self._host.name_of_module(module) if module in self._modules else ""
            if not title:
                return ""
            existing = title.count(".") + 1
            names = (*title.split("."), *names)
        elif names[0] in self._variables or names[0] in self._tested or any("." in name for name in names):
            # A name with a dot, such as `data["base.item"]`, is an id.
            return ""
        lacking = self._host.first_lacking(names, existing, self._variables)
        if not lacking or lacking in self._tested:
            return ""
        owner, _, member = lacking.rpartition(".")
        if not owner:
            # A variable that is only read may be missing on purpose.
            is_known = self._is_reflective or not (is_followed or len(names) > 1)
        else:
            is_known = member in self._members or tuple(owner.split(".")) in self._opened
        return "" if is_known else lacking

    def _variables_of_others(self) -> set[str]:
        """Return the variables of the mods that this one names, which may write into its variables."""
        named = {*self._manifest.dependencies, *self._manifest.optional}
        named |= {path for source in self._files.values() for path, _ in source.references.modules}
        if self._manifest.legacy is not None:
            named |= {*self._others}
        return set[str]().union(
            *(
                _variables(source)
                for other in sorted(named & {*self._others})
                for source in _read_files(self._engine, self._others[other], other)
            )
        )

    def _hint(self, name: str) -> str | None:
        advice = self._host.advise(name)
        if advice:
            return advice
        words = self._host.words_beside(name)
        if "." not in name:
            words = Words(name, {*self._host.global_names, *(each for each in self._variables if "." not in each)})
        near = find_misread(words.word, sorted({*words.others} - {words.word}))
        return f'did you mean "{near}"?' if near else None


def _read_files(engine: Engine, folder: Path, mod: str) -> Iterator[FileNames]:
    """Yield the names of each Lua file of a mod that can be parsed; the check of that mod reports the others."""
    for _, _, chunk in read_chunks(engine, mod, folder, []):
        names = resolve_names(chunk)
        yield FileNames.of(names, read_references(chunk, names))


def _variables(source: FileNames) -> set[str]:
    """Return the variables that a file gives, and their members."""
    prefix = f"{_GLOBALS}."
    return {variable.removeprefix(prefix) for variable in source.references.variables}


def _plain(reference: NameReference) -> NameReference:
    """Return a reference without `_G` before it."""
    if not reference.module and reference.names[0] == _GLOBALS and len(reference.names) > 1:
        return reference._replace(names=reference.names[1:])
    return reference


def _tested(names: Names) -> frozenset[str]:
    """Return the global names that a file tests, or passes as the only argument of a call such as `type`."""
    tested = {
        use.name.removeprefix(f"{_GLOBALS}.")
        for use in names.globals
        if use.before in _BEFORE_TEST or use.after in _AFTER_TEST or (use.before == "(" and use.after == ")")
    }
    return frozenset(tested | names.declared)


def _is_reflective(names: Names) -> bool:
    used: Sequence[str] = [use.name.partition(".")[0] for use in names.globals]
    return (
        not _REFLECTION.isdisjoint(used)
        or any(local.name == "_ENV" for local in names.locals)
        # `_G` that is passed on, or indexed by a computed name.
        or any(use.name == _GLOBALS for use in names.globals)
    )
