"""Obsolete snapshots: files beside tests that no test compares any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.mods.files import is_mod_file, list_mod_files, remove_mod_file

# "larder_test.brie.txt": the stem of the test file, which may have dots, and the name, which has none.
_NAME = re.compile(r"(.+)\.([^.]+)\.txt")


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
