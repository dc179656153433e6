"""Loading of mods into a Lua state: all of them, or with `--keep-going` all but those that fail."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from host.border.deadline import is_deadline_over
from host.border.game import GameServices, SaveServices
from host.border.invokers import Invokers
from host.border.output import OutputServices
from host.border.session import GAME, LOAD, OPTIONS, ModWarning, Session
from host.border.signatures import SignatureServices
from host.border.state import LuaState, Observer
from host.border.values import Table
from host.dialects import lua_functions
from host.dialects.functions import DIALECTS, SERVICES, functions_of, services_of
from host.errors import DanglingError, HostError, HostErrors, ManifestError, ModError, RequestError, listing, together
from host.model.request import SCRIPT
from host.mods.files import ModFiles, ModHashes, read_mod_file
from host.mods.finder import AvailableMods, find_mods
from host.mods.loaded_mods import LoadedMod, LoadedMods
from host.mods.manifest import LEGACY, Manifest
from host.mods.mods_to_load import ModsToLoad
from host.mods.order import choose
from host.mods.services import LoadingServices, RegistryServices
from host.process.budgets import Budgets

if TYPE_CHECKING:
    from host.mods.advice import Advisor
    from host.mods.recovery import Recovery


class Loader:
    """The mods of one host and their Lua state; `services` are objects with further services."""

    def __init__(
        self,
        session: Session,
        files: ModFiles,
        *,
        budgets: Budgets,
        hash_seed: int,
        services: Sequence[object] = (),
    ) -> None:
        self._session = session
        self._files = files
        self._numbers = count(1)
        self.loaded = loaded = LoadedMods(session, files)
        # Ids of the mods that are being loaded, outermost first.
        self._under_way: list[str] = []
        # Errors of loaded mods that do not keep them from running.
        self.tolerated: list[HostError] = []
        # Ids of the mods that others need.
        self.needed: set[str] = set()
        groups = (
            LoadingServices(loaded, self),
            OutputServices(session, budgets.output),
            RegistryServices(session, loaded),
            GameServices(session),
            SaveServices(session, loaded),
            SignatureServices(),
            *(make_services(session, loaded) for make_services in SERVICES),
            *services,
        )
        invokers = Invokers(session, loaded, functions_of)
        self.lua = LuaState(groups, invokers, services_of, budgets=budgets, hash_seed=hash_seed)
        self.lua.advise_nil = lambda *cause: self.advisor.advise_nil(*cause)
        self.lua.advise_call = lambda error: self.advisor.advise_call(error)
        self.lua.quote = self._quote
        self._observers = [group for group in services if isinstance(group, Observer)]
        for observer in self._observers:
            observer.path_of = loaded.path_of
            observer.is_running = lambda: bool(session.phase & GAME)
            observer.prepare(self.lua)

    @cached_property
    def advisor(self) -> Advisor:
        """What explains errors of mods. Its modules are imported at the first error."""
        from host.mods.advice import Advisor

        return Advisor(self.loaded, self._session, self.lua)

    @property
    def mods(self) -> list[LoadedMod]:
        """The loaded mods, in load order."""
        return self.loaded.all()

    def load(
        self,
        mods: ModsToLoad,
        without: Collection[str] = (),
        unread: list[HostError] | None = None,
    ) -> None:
        """Load mods, and their dependencies.

        Mods in `without` are left out. With `unread`, errors of manifests go to that list, and the other mods load.
        With `mods.lenient`, errors that do not keep a mod from running go to `tolerated`. Raises HostError,
        `HostErrors` for several.
        """
        folders, beside = list(map(Path, mods.folders)), list(map(Path, mods.beside))

        def order() -> tuple[AvailableMods, list[Manifest], list[HostError]]:
            available = find_mods(folders, self._run_manifest, beside, mods.names, lenient=mods.lenient)
            available.leave_out(without)
            named = [*(available.in_folders if mods.only is None else mods.only), *mods.names]
            wanted = [name for name in named if name not in without]
            ordered, errors = choose(available, wanted, backwards=mods.backwards)
            return available, ordered, errors

        def is_current() -> bool:
            available, again, errors = order()
            return again == ordered and not errors and not available.errors

        available, ordered, errors = order()
        self.loaded.available = available
        self.needed = {identity for manifest in ordered for identity in manifest.dependencies}
        if unread is not None:
            unread += [error for error in available.errors if not isinstance(error, RequestError)]
            available.errors = [error for error in available.errors if isinstance(error, RequestError)]

        def announce(position: int) -> None:
            for observer in self._observers:
                observer.before_mod([manifest.folder for manifest in ordered], position, is_current)

        errors = [*available.errors, *errors] or self._load_all(ordered, announce)
        if self.lua.used_up is None:
            others = errors or self._session.dangling()
            refused = self._finish_loading(complete=not errors)
            errors = [*others, *refused]
            if mods.lenient:
                # A mod whose entries are refused has run to its end, and the rest of what it registered can be checked.
                refused = [error for error in refused if error.mod not in self.needed]
                self.tolerated = [error for error in errors if error in refused or isinstance(error, DanglingError)]
                errors = [error for error in errors if error not in self.tolerated]
        if errors:
            for error in errors:
                self._quote(error)
            raise together(errors)
        self._files.open = False

    def find(self, folders: Iterable[Path]) -> AvailableMods:
        """Find the mods in folders, also those whose manifests have errors, without loading any."""
        return find_mods(folders, self._run_manifest, lenient=True)

    def load_script(self, path: Path, source: bytes) -> None:
        """Run a text as a mod named `script` that depends on all loaded mods; it replaces an earlier script."""
        before = next((mod.number for mod in self.mods if mod.id == SCRIPT), None)
        if before is not None:
            self.lua.call(lua_functions.forget, before)
            self._session.registry.remove_mod(SCRIPT)
            del self.loaded.by_number[before]
        depends = [mod.id for mod in self.mods]
        number = next(self._numbers)
        digest = blake2b(source, digest_size=16).hexdigest()
        manifest = Manifest(SCRIPT, path.parent, path, entry="")
        self.loaded.by_number[number] = LoadedMod(manifest, number, _hashes=ModHashes(digest, {}))
        self._files.mount(SCRIPT, path.parent)
        self.lua.call(lua_functions.load, number, SCRIPT, "", False, False, [*DIALECTS], False, depends)
        if self._session.saved is not None:
            # Restored before the script runs: it reads its saved table.
            self.lua.call(lua_functions.restore_game)
        self.add_text(f"{SCRIPT}/{path.name}", source)
        self.lua.call(lua_functions.run_text, number, source, f"{SCRIPT}/{path.name}")

    def add_text(self, name: str, text: bytes) -> None:
        """Let errors quote a text that is no file, `mod/path`."""
        self._files.add_text(name, text)

    def load_without_code(self, manifest: Manifest) -> None:
        """Make the environment of a mod, which finds no files, and run nothing of the mod."""
        number = next(self._numbers)
        self.loaded.by_number[number] = LoadedMod(manifest, number)
        self._files.mount(manifest.id, Path(os.devnull))
        legacy = manifest.legacy == "init.lua"
        self.lua.call(
            lua_functions.load_without_code,
            number,
            manifest.id,
            manifest.entry,
            legacy,
            manifest.has_old_lua,
            self._dialects(manifest),
        )

    def _quote(self, error: HostError, words: Sequence[str] = ()) -> None:
        """Add the lines of a mod that an error is about, and mark what it names, or one of `words`."""
        if error.source is not None or not error.file or not error.line:
            return
        try:
            path = Path(error.file)
            is_manifest = isinstance(error, ManifestError)
            source = read_mod_file(path.parent, path.name, "") if is_manifest else self._files.read(f"/{error.file}")
        except HostError:
            # The error may be in a text that a mod made: no file has that name.
            return
        from host.errors.excerpt import make_excerpt

        error.source = make_excerpt(source, error.line, words=[*_words_of(error), *words])

    def _run_manifest(self, source: bytes, name: str) -> Any:
        try:
            return _plain(self.lua.call(lua_functions.read_manifest, source, name))
        finally:
            # Nothing of a manifest stays in the state: it has no functions that could keep it there.
            self.lua.used_up = None

    def _load_all(
        self, ordered: Sequence[Manifest], announce: Callable[[int], None] = lambda _: None
    ) -> list[HostError]:
        """Load mods and return the errors; mods that depend on one that fails are skipped.

        `announce` takes the position of each mod before it loads.
        """
        errors: list[HostError] = []
        failed: set[str] = set()
        for position, manifest in enumerate(ordered):
            if failed.isdisjoint(manifest.dependencies):
                announce(position)
                try:
                    self._load(manifest)
                except HostError as error:
                    errors.append(error)
                    if self.lua.used_up is not None:
                        return errors
                else:
                    continue
            failed.add(manifest.id)
        return errors

    def _finish_loading(self, *, complete: bool) -> list[HostError]:
        """Let dialects check what mods registered, and return the errors; `complete`: no mod failed to load."""
        rows = self.lua.call(lua_functions.finish_loading, complete)
        return [_read_error(row.fields) for row in rows.items]

    def _dialects(self, manifest: Manifest) -> list[str]:
        """Return the dialects in the environment of a mod, by precedence."""
        if manifest.dialects:
            return list(manifest.dialects)
        first = [LEGACY[manifest.legacy]] if manifest.legacy else []
        return list(dict.fromkeys([*first, *DIALECTS]))

    def _load(self, manifest: Manifest) -> None:
        if self.loaded.has(manifest.id):
            return
        missing = [name for name in manifest.dialects if name not in DIALECTS]
        if missing:
            rule = f"this version of the host has {listing(DIALECTS, 'and')}"
            raise manifest.error(f"dialects names {listing(missing, 'and')}: {rule}", "dialects")
        number = next(self._numbers)
        self.loaded.by_number[number] = LoadedMod(manifest, number)
        self._under_way.append(manifest.id)
        self._files.mount(manifest.id, manifest.folder)
        try:
            self.lua.call(
                lua_functions.load,
                number,
                manifest.id,
                manifest.entry,
                manifest.legacy == "init.lua",
                manifest.has_old_lua,
                self._dialects(manifest),
                bool(manifest.dialects),
                [*manifest.dependencies],
            )
            self.lua.call(lua_functions.name_prototypes, number)
        except HostError as error:
            error.mod = error.mod or manifest.id
            error.loading = error.loading or manifest.id
            if self.lua.used_up is None:
                self.lua.call(lua_functions.forget, number)
            self._session.registry.remove_mod(manifest.id)
            del self.loaded.by_number[number]
            raise
        finally:
            self._under_way.pop()

    def load_on_demand(self, name: str) -> bool:
        """Load a mod that a script asks for with `require`, if there is one and loading is not over."""
        manifest = self.loaded.available.get(name)
        if manifest is None or self._session.phase is not LOAD:
            return False
        if name in self._under_way:
            chain = " → ".join([*self._under_way[self._under_way.index(name) :], name])
            raise HostError(f"mods require each other in a cycle: {chain}")
        # Together with the loaded mods, because it may conflict with one of them.
        ordered, errors = choose(self.loaded.available, [*(mod.id for mod in self.mods), name])
        errors = errors or self._load_all(ordered)
        if errors:
            raise together(errors)
        return True


def _words_of(error: HostError) -> list[str]:
    """Return the words of a mod that an error is about: the value, the field, the function."""
    function, _, field = (error.path or "").rpartition(": ")
    value = error.value or ""
    is_literal = value[:1] == '"' or value[:1].isdigit() or value[:1] == "-"
    words = [value, value[1:-1]] if is_literal else []
    return [*words, field, field.rpartition(".")[2], function, function.rpartition(".")[2]]


def _plain(value: Any) -> Any:
    """Return a table as a dict at all levels, with list elements by their number."""
    if not isinstance(value, Table):
        return value
    items = {i: _plain(item) for i, item in enumerate(value.items, 1)}
    return items | {key: _plain(item) for key, item in value.fields.items()}


def _read_error(fields: Mapping[str, Any]) -> HostError:
    """Return the error that Lua describes."""
    kind = DanglingError if fields.get("dangling") else ModError
    return kind(
        fields["message"],
        mod=fields["mod"],
        file=fields["file"],
        line=fields.get("line") or None,
        path=fields.get("path"),
        value=fields.get("value"),
        rule=fields.get("rule"),
        hint=fields.get("hint"),
    )


class LoadResult(NamedTuple):
    """Loaded mods, and those that were left out."""

    session: Session
    loader: Loader
    # Why mods were left out, and with `lenient` errors of those that were not.
    failures: list[HostError]
    # Diagnostics of mods that failed, collected before they were left out.
    warnings_of_failed: list[ModWarning]
    # With `lenient`, the statements of mods that are left out.
    recovery: Recovery | None


def load_mods(mods: ModsToLoad, output: Callable[[str], None], services: Sequence[object]) -> LoadResult:
    """Load mods, and with `keep_going` again without mods that fail. `Engine` explains `services`.

    Raises HostError, `HostErrors` when there are several.
    """
    failures: list[HostError] = []
    warnings: list[ModWarning] = []
    left_out: set[str] = set()
    recovery: Recovery | None = None
    if mods.lenient:
        # Imported here, because only checks are lenient.
        from host.mods.recovery import Recovery

        recovery = Recovery()
    while True:
        printed: list[str] = []
        files = ModFiles()
        if recovery is not None:
            recovery.attach(files)
        session = Session(files=files, print=printed.append if mods.keep_going else output)
        loader = Loader(session, files, budgets=mods.budgets, hash_seed=mods.hash_seed, services=services)
        # Errors of manifests are reported once, in the first round.
        unread = (failures if not left_out else []) if mods.keep_going else None
        try:
            loader.load(mods, left_out, unread)
        except HostError as error:
            errors = error.errors if isinstance(error, HostErrors) else (error,)
            failed = {mod for part in errors if (mod := part.loading or part.mod)} - left_out
            # After the deadline no other mod has time to load.
            if not mods.keep_going or not failed or is_deadline_over():
                raise
            if recovery is not None and recovery.skip_all(errors, loader.needed, session, failures, warnings):
                continue
            # Load again without the mods that failed: only a fresh Lua state undoes what they did to other mods.
            failures += errors
            warnings += session.warnings_about(failed)
            left_out |= failed
        else:
            failures += loader.tolerated
            break
    session.print = output
    session.phase = OPTIONS
    for line in printed:
        output(line)
    return LoadResult(session, loader, failures, warnings, recovery)
