"""What a mod uses that the host lacks, found in the text of the mod: nothing of it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple

from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.errors import in_one_line, shorten
from host.errors.spelling import find_misread
from host.mods.files import is_mod_file, list_lua_files
from host.mods.manifest import Manifest
from host.syntax.references import CallReference, EntryReference, NameReference, References, read_references
from host.tools.checking.diagnostic import SHAPE, Diagnostic, new_diagnostic
from host.tools.checking.host_names import HostNames, Words
from host.tools.checking.unread import read_chunks

MODULE, FUNCTION, EVENT, TYPE, FIELD = KINDS = ("module", "function", "event", "type", "field")
# The most names of a mod, source locations of a name, and source locations of all names that are reported.
_MOST_NAMES, _MOST_PLACES, _MOST_PLACES_OF_ALL = 2000, 1000, 20000
# Characters of the longest name that is reported whole.
_LONGEST_NAME = 120
_EVENT_TYPE = "base.event"
# Functions of Event that add an event, and what its id begins with.
_ADDING_EVENTS = {"create": "", "define_hook": "hook_"}
# Functions of Advice, and the position of the path of a module among their arguments. A function follows it.
_ADVISING = {"add": 1, "remove": 0, "set_enabled": 0, "is_advised": 0, "remove_all": 0}
# Functions of `types` whose argument is a type of data.
_OF_DATA = frozenset(("data_id", "data_entry", "map_object"))
# What holds for entries of a type that is not declared.
_OF_TYPES = "its entries are kept, and the host does not read them"
# Fields that entries of every type have.
_OF_ENTRIES = frozenset(("_id", "_type", "_ext", "_ordering"))


class Missing(NamedTuple):
    """A name that a mod uses and the host lacks."""

    # One of KINDS.
    kind: str
    name: str
    # How often the mod uses it.
    uses: int
    # "mod/path" and line of the uses, at most 1000.
    places: tuple[tuple[str, int], ...]
    hint: str | None = None

    def diagnostics(self, mod: str) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each source location."""
        for file, line in self.places:
            message = f"the host has no {self.kind} {self.name}"
            yield new_diagnostic(f"missing-{self.kind}", mod, message, file=file, line=line, hint=self.hint)


class _Use(NamedTuple):
    """A use of a name that the host lacks, and the names of the host that could be meant."""

    kind: str
    name: str
    line: int
    words: Words


def list_missing(engine: Engine, mod: str, folders: Sequence[str], neighbours: Sequence[str]) -> dict[str, Any]:
    """Return what a mod uses that the host lacks, most used first, and diagnostics of files that cannot be read.

    folders: the folder of the mod, and the folders of the mods that it may require.
    neighbours: ids of the mods in all folders but the first.
    """
    manifest = engine.games.loader.find([Path(folders[0])]).in_folders[mod]
    others = dict(zip(neighbours, map(Path, folders[1:]), strict=True))
    diagnostics: list[Diagnostic] = []
    sources = dict(_read_sources(engine, manifest.folder, mod, diagnostics))
    missing = _MissingNames(engine, manifest, sources, others).run()
    return {
        "diagnostics": [diagnostic._asdict() for diagnostic in diagnostics],
        "missing": [
            {**each._asdict(), "places": [{"file": file, "line": line} for file, line in each.places]}
            for each in missing
        ],
    }


def _read_sources(
    engine: Engine, folder: Path, mod: str, diagnostics: list[Diagnostic]
) -> Iterator[tuple[str, References]]:
    """Yield path and references of each Lua file of a mod."""
    for inside, _, chunk in read_chunks(engine, mod, folder, diagnostics):
        yield inside, read_references(chunk)


class _MissingNames:
    """Compares the references of a mod with the names of the host."""

    def __init__(
        self, engine: Engine, manifest: Manifest, sources: Mapping[str, References], others: Mapping[str, Path]
    ) -> None:
        self._mod = manifest.id
        self._sources = sources
        self._files = {path.relative_to(manifest.folder).as_posix() for path in list_lua_files(manifest.folder)}
        self._others = others
        self._engine = engine
        self._host = HostNames(engine, manifest)
        self._variables = set[str]().union(*(source.variables for source in sources.values()))
        self._members = set[str]().union(*(source.members for source in sources.values()))
        # Id of a mod -> the ids of events and the names of types that it adds.
        self._added = {self._mod: _added_by(self._mod, sources.values())}
        # (kind, name) -> how often it is used, its source locations, and the names beside it.
        self._uses = Counter[tuple[str, str]]()
        self._places: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._words: dict[tuple[str, str], Words] = {}
        # The number of all source locations.
        self._place_count = 0

    def run(self) -> list[Missing]:
        """Return what is missing, most used first."""
        paths = {path for source in self._sources.values() for path, _ in [*source.modules, *_advised(source)]}
        outside = sorted(path for path in paths if not self._is_of_mods(path))
        self._modules = self._host.modules_of(outside)
        self._reasons = self._host.reasons_for([path for path in outside if path not in self._modules])
        for inside, source in self._sources.items():
            file = f"{self._mod}/{in_one_line(inside)}"
            for use in self._compare(source):
                self._note(use, file)
        missing = []
        for (kind, name), places in self._places.items():
            shown = shorten(in_one_line(name), _LONGEST_NAME)
            missing.append(Missing(kind, shown, self._uses[kind, name], tuple(places), self._hint(kind, name)))
        return sorted(missing, key=lambda each: (-each.uses, KINDS.index(each.kind), each.name))

    def _note(self, use: _Use, file: str) -> None:
        key = use.kind, use.name
        if key not in self._places:
            if len(self._places) == _MOST_NAMES:
                return
            self._places[key], self._words[key] = [], use.words
        self._uses[key] += 1
        places = self._places[key]
        # Each name has a source location at least.
        if not places or (len(places) < _MOST_PLACES and self._place_count < _MOST_PLACES_OF_ALL):
            places.append((file, use.line))
            self._place_count += 1

    def _hint(self, kind: str, name: str) -> str | None:
        reason = self._reasons.get(name) if kind == MODULE else None
        if kind == FUNCTION:
            reason = self._host.advise(name)
        words = self._words[kind, name]
        near = None if reason else find_misread(words.word, [*words.others])
        if near:
            return f'did you mean "{words.prefix}{near}"?'
        return reason or (_OF_TYPES if kind == TYPE else None)

    def _compare(self, source: References) -> Iterator[_Use]:
        """Yield each use that the host lacks."""
        for path, line in [*source.modules, *_advised(source)]:
            if path in self._reasons:
                yield _Use(MODULE, path, line, Words(path, self._host.module_paths))
        for reference in source.names:
            yield from self._compare_reference(reference)
        for call in source.calls:
            yield from self._compare_call(call)
        for event, line in source.events:
            yield from self._compare_id(EVENT, event, line)
        for entry in source.entries:
            yield from self._compare_entry(entry)

    def _compare_reference(self, reference: NameReference) -> Iterator[_Use]:
        module, names, line, is_followed = reference
        existing = 0
        if names and is_followed and self._reasons.get(module) and names[0] not in self._members:
            # The host leaves out the module, with all of its functions.
            yield _Use(FUNCTION, f"{module}.{names[0]}", line, Words(names[0], ()))
            return
        if module:
            title = self._host.name_of_module(module) if module in self._modules else ""
            existing = title.count(".") + 1
            names = (*title.split("."), *names) if title else ()
        elif names[0] in self._variables:
            return
        if names[:1] == ("data",) and len(names) > 1 and "." in names[1]:
            yield from self._compare_id(TYPE, names[1], line)
            return
        lacking = self._host.first_lacking(names, existing, self._variables)
        if lacking and (is_followed or len(names) > 1):
            yield _Use(FUNCTION, lacking, line, self._host.words_beside(lacking))

    def _compare_call(self, call: CallReference) -> Iterator[_Use]:
        is_unknown = call.path is None and call.is_method
        if is_unknown and call.name not in self._host.methods and call.name not in self._members:
            yield _Use(FUNCTION, f":{call.name}", call.line, Words(call.name, self._host.methods))
        owner = self._owner_of(call)
        if owner == "types" and call.name in _OF_DATA and call.texts and "." in call.texts[0]:
            yield from self._compare_id(TYPE, call.texts[0], call.line)
        path, function = _advice_of(call)
        if path in self._modules and function:
            yield from self._compare_reference(NameReference(path, (function,), call.line, is_followed=True))
        if self._host.takes_event(owner, call.name, is_method=is_unknown) and call.texts and "." in call.texts[0]:
            yield from self._compare_id(EVENT, call.texts[0], call.line)
        if call.fields and owner and owner not in self._variables:
            fields = self._host.fields_taken(f"{owner}.{call.name}", len(call.texts) - 1)
            for name, line in call.fields:
                if fields and name not in fields:
                    yield _Use(FIELD, f"{owner}.{call.name}: {name}", line, Words(name, fields))

    def _owner_of(self, call: CallReference) -> str:
        """Return the table of the host that has a called function, as declarations name it, or an empty text."""
        if call.path is None or len(call.path) < 2:
            return ""
        module, *names = call.path
        if module:
            title = self._host.name_of_module(module) if module in self._modules else ""
            names = [title, *names] if title else []
        return ".".join(names[:-1])

    def _compare_id(self, kind: str, name: str, line: int) -> Iterator[_Use]:
        """Compare the id of an event or the name of a type."""
        ids = self._host.events if kind == EVENT else self._host.types
        owner = name.partition(".")[0]
        if owner in self._others and owner not in self._added:
            sources = _read_sources(self._engine, self._others[owner], owner, [])
            self._added[owner] = _added_by(owner, [source for _, source in sources])
        if name not in ids and name not in self._added.get(owner, ()):
            prefix = f"{owner}."
            beside = [other.removeprefix(prefix) for other in ids if other.startswith(prefix)]
            yield _Use(kind, name, line, Words(name.removeprefix(prefix), beside, prefix))

    def _compare_entry(self, entry: EntryReference) -> Iterator[_Use]:
        if "." in entry.type:
            yield from self._compare_id(TYPE, entry.type, entry.line)
        fields = self._host.fields_of_type(entry.type)
        for name, line in entry.fields:
            if fields and name not in fields and name not in _OF_ENTRIES:
                yield _Use(FIELD, f"{entry.type}: {name}", line, Words(name, fields))

    def _is_of_mods(self, path: str) -> bool:
        """Return whether a path that a mod requires is a file of it, or another mod, or a file of that."""
        if path == self._mod or path in self._others:
            return True
        first, _, rest = path.partition(".")
        owner, _, inside = rest.partition(".")
        if first in ("mod", "modules") and inside:
            if owner == self._mod:
                return inside == "main" or self._has_file(inside)
            return owner in self._others and (inside == "main" or _exists(self._others[owner], inside))
        return self._has_file(path.removeprefix(".").replace("/", "."))

    def _has_file(self, dotted: str) -> bool:
        return any(candidate in self._files for candidate in _candidates(dotted))


def _advice_of(call: CallReference) -> tuple[str, str]:
    """Return module and function that a call of Advice names, or empty texts."""
    if call.name not in _ADVISING or call.path not in (("api.Advice", call.name), ("", "Advice", call.name)):
        return "", ""
    first = _ADVISING[call.name]
    path, function = (*call.texts[first : first + 2], "", "")[:2]
    return path, function


def _advised(source: References) -> list[tuple[str, int]]:
    """Return the modules that calls of Advice name, and their lines."""
    return [(path, call.line) for call in source.calls if (path := _advice_of(call)[0])]


def _candidates(dotted: str) -> tuple[str, str]:
    """Return the files that a dotted name may mean."""
    path = dotted.replace(".", "/")
    return f"{path}.lua", f"{path}/init.lua"


def _exists(folder: Path, dotted: str) -> bool:
    """Return whether a mod in a folder has the file of a dotted name."""
    return any(is_mod_file(folder, candidate) for candidate in _candidates(dotted))


def _added_by(mod: str, sources: Iterable[References]) -> set[str]:
    """Return the ids of events and the names of types that a mod adds."""
    added = set()
    for source in sources:
        added |= {f"{mod}.{name}" for name in source.types}
        for call in source.calls:
            is_of_events = call.path in (("api.Event", call.name), ("", "Event", call.name))
            if is_of_events and call.name in _ADDING_EVENTS and call.texts:
                added.add(f"{mod}.{_ADDING_EVENTS[call.name]}{call.texts[0]}")
        added |= {f"{mod}.{entry.id}" for entry in source.entries if entry.type == _EVENT_TYPE}
    return added


_MISSING = {
    "kind": str,
    "name": str,
    "uses": int,
    "places": [{"file": str, "line": int}],
    "hint": (str, NoneType),
}
LIST_MISSING = Operation(
    "host.tools.checking.missing_names:list_missing", {"diagnostics": [SHAPE], "missing": [_MISSING]}
)
