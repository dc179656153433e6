"""Snapshots of tests (`assert.snapshot`): they compare texts, write the files, and find obsolete ones.

Options: `--snapshot-update`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.border.service import service
from host.border.values import to_text
from host.errors import HostError, ModError
from host.mods.files import is_mod_file, list_mod_files, read_mod_file, remove_mod_file, write_mod_files

# Maximum number of snapshots that a test compares, and bytes of each.
MAX_SNAPSHOTS, _MAX_BYTES = 1000, 2_000_000
# "larder_test.brie.txt": the stem of the test file, which may have dots, and the name, which has none.
_NAME = re.compile(r"(.+)\.([^.]+)\.txt")


class SnapshotServices:
    """The service of `assert.snapshot`, in the process of the tests."""

    def __init__(self, folder: Path, *, updates: bool) -> None:
        """`folder` is the folder of the mod; with `updates`, snapshots are written."""
        self._folder, self._updates = folder, updates
        # Path of the snapshots of the open test file in the folder, without their names.
        self.stem = ""
        # Name -> text of the snapshots to write.
        self.written: dict[str, str] = {}
        # Name -> text of the snapshots that the running test compared.
        self.compared: dict[str, str] = {}

    @service
    def test_snapshot(self, name: str, actual: bytes) -> tuple[str, str]:
        """Compare a text with a snapshot; return ("same", "other" or "missing", the text of the snapshot)."""
        if len(actual) > _MAX_BYTES:
            raise ModError(f"assert.snapshot: the text has {len(actual)} bytes: must have at most {_MAX_BYTES}")
        text = _with_line_ends(to_text(actual)).rstrip("\n") + "\n"
        if self.compared.setdefault(name, text) != text and self._updates:
            raise ModError(
                f'assert.snapshot: this test has a snapshot "{name}" with another value: use different names'
            )
        try:
            # An editor may have added line ends.
            content = read_mod_file(self._folder, f"{self.stem}.{name}.txt", name, 2 * _MAX_BYTES)
            stored = _with_line_ends(content.decode("utf-8", "surrogateescape"))
        except HostError:
            stored = None
        if stored == text:
            return "same", ""
        if self._updates:
            self.written[name] = text
            return "same", ""
        return ("missing", "") if stored is None else ("other", stored)


def _with_line_ends(text: str) -> str:
    """Return a text with the line ends of Lua; others depend on the platform and on version control."""
    return re.sub("\r\n?", "\n", text)


class SnapshotWriter:
    """Writes the snapshots of tests into the folders beside their files."""

    def __init__(self) -> None:
        # Folder and name in small letters -> file, and digest of its text. Some systems do not tell case.
        self._files: dict[tuple[Path, str], tuple[Path, str]] = {}
        self.written: list[Path] = []

    def write(self, mod: Path, path: Path, snapshots: dict[str, str]) -> None:
        """Write the snapshots of a test. Raises HostError when another test gave one of them another text."""
        if len(snapshots) > MAX_SNAPSHOTS:
            raise HostError(
                f"assert.snapshot: the test has {len(snapshots)} snapshots: must have at most {MAX_SNAPSHOTS}"
            )
        for name, text in snapshots.items():
            if not all(char.isalnum() or char in "_ -" for char in name):
                raise ValueError(name)
            file = path.parent / "snapshots" / f"{path.stem}.{name}.txt"
            content = text.encode("utf-8", "surrogateescape")
            self._add(file, blake2b(content).hexdigest())
            write_mod_files(mod, {file.relative_to(mod).as_posix(): content})
            self.written.append(file)

    def _add(self, file: Path, digest: str) -> None:
        other, text = self._files.setdefault((file.parent, file.name.lower()), (file, digest))
        name, other_name = file.name.split(".")[-2], other.name.split(".")[-2]
        if other != file:
            raise HostError(
                f'assert.snapshot: the name of another snapshot, "{other_name}", differs in case only: use different '
                "names"
            )
        if text != digest:
            raise HostError(
                f'assert.snapshot: another test of the file has a snapshot "{name}" with another value: use '
                "different names"
            )

    def to_data(self) -> list[Any]:
        """Return plain data, for another process."""
        return [[str(file), digest] for file, digest in self._files.values() if file in self.written]

    def add_data(self, data: list[Any]) -> None:
        """Add what `to_data` returned in another process. Raises HostError, as `write` does."""
        for file, digest in data:
            self.written.append(Path(file))
            self._add(Path(file), digest)


@dataclass(slots=True)
class _FileUse:
    """What the tests of a file did: all tests, those that passed, and the snapshots that these compared."""

    mod: Path
    tests: int = 0
    passed: int = 0
    names: set[str] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Whether every test of the file passed: another one may compare more snapshots."""
        return self.passed == self.tests > 0


class SnapshotUses:
    """The snapshots that the tests of a session compared."""

    def __init__(self) -> None:
        # Test file -> what its tests did.
        self._files: dict[Path, _FileUse] = {}

    def add_file(self, mod: Path, path: Path, tests: int) -> None:
        """Note that a test file has a number of tests, which may not all run."""
        self._files.setdefault(path, _FileUse(mod)).tests = tests

    def add_test(self, path: Path, names: list[str], *, passed: bool) -> None:
        """Note the snapshots that a test compared."""
        use = self._files[path]
        use.passed += passed
        use.names.update(names)

    def to_data(self) -> list[Any]:
        """Return plain data, for another process."""
        return [
            [str(path), str(use.mod), use.tests, use.passed, sorted(use.names)] for path, use in self._files.items()
        ]

    def add_data(self, data: list[Any]) -> None:
        """Add what `to_data` returned in another process, which ran some of the tests."""
        for path, mod, tests, passed, names in data:
            use = self._files.setdefault(Path(path), _FileUse(Path(mod)))
            use.tests, use.passed = max(use.tests, tests), use.passed + passed
            use.names.update(names)

    def obsolete(self, *, removes: bool = False) -> list[Path]:
        """Return the snapshots that no test compares: of files whose tests all passed, and of files that are gone.

        With `removes`, remove them.
        """
        found: set[Path] = set()
        for path, use in self._files.items():
            if use.is_complete:
                for file in _list_obsolete(path, use):
                    found.add(use.mod / file)
                    if removes:
                        remove_mod_file(use.mod, file)
        return sorted(found)


def _list_obsolete(path: Path, use: _FileUse) -> Iterator[str]:
    """Yield the snapshots beside a test file that no test compares, relative to the mod."""
    folder = path.parent.relative_to(use.mod)
    try:
        names = list_mod_files(use.mod, (folder / "snapshots").as_posix())
    except OSError:
        # The mod has no snapshots, or their folder is a link.
        return
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        if match[1] == path.stem:
            is_obsolete = match[2] not in use.names
        else:
            is_obsolete = not is_mod_file(use.mod, (folder / f"{match[1]}.lua").as_posix())
        if is_obsolete:
            yield (folder / "snapshots" / name).as_posix()
